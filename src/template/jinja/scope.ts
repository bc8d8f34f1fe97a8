import { undefinedValue, type Value } from './value.ts'

/** Names and what they stand for, inside another scope. */
export interface Scope {
  readonly names: Map<string, Value>
  readonly outer: Scope | null
}

/** A scope inside another. */
export function openScope(outer: Scope | null, names: Map<string, Value> = new Map()): Scope {
  return { names, outer }
}

/** What a name stands for, in the innermost scope that has it. */
export function lookUp(scope: Scope, name: string): Value {
  for (let at: Scope | null = scope; at !== null; at = at.outer) {
    const value = at.names.get(name)
    if (value !== undefined) return value
  }
  return undefinedValue(name)
}
