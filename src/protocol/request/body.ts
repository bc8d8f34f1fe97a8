import type { FaultKind } from '../fault.ts'
import { fieldOf, isFields, type Fields } from '../fields.ts'
import type { FieldTable } from './field-table.ts'

/** Why a request is refused; caught where the reading began. */
export class Refusal extends Error {
  readonly param: string
  readonly kind: FaultKind

  constructor(param: string, message: string, kind: FaultKind = 'invalid-request') {
    super(message)
    this.name = 'Refusal'
    this.param = param
    this.kind = kind
  }
}

/** An object of a request, read with checks; `null` counts as absent. Each check may refuse. */
export interface Body {
  readonly path: string
  readonly fields: Fields
  value(name: string): unknown
  text(name: string): string | undefined
  needText(name: string): string
  number(name: string): number | undefined
  flag(name: string): boolean | undefined
  list(name: string): readonly unknown[]
  /** A list of objects. */
  items(name: string): Body[]
  inner(name: string): Body | undefined
  /** The place of a field, as `messages[0].content`. */
  at(name: string): string
  refuse(name: string, message: string): never
}

/** Reads an object; refuses anything else. */
export function bodyOf(value: unknown, path = ''): Body {
  if (!isFields(value))
    throw new Refusal(path, path === '' ? 'the body must be a JSON object' : 'must be an object')
  const fields = value
  const at = (name: string): string => (path === '' ? name : `${path}.${name}`)
  const get = (name: string): unknown => fieldOf(fields, name) ?? undefined

  function typed<T>(name: string, is: (found: unknown) => found is T, what: string): T | undefined {
    const found = get(name)
    if (found === undefined || is(found)) return found
    throw new Refusal(at(name), `must be ${what}`)
  }

  function list(name: string): readonly unknown[] {
    return typed(name, (v): v is unknown[] => Array.isArray(v), 'a list') ?? []
  }

  function text(name: string): string | undefined {
    return typed(name, (v) => typeof v === 'string', 'a text')
  }

  return {
    path,
    fields,
    value: get,
    text,
    needText(name) {
      const found = text(name)
      if (found === undefined) throw new Refusal(at(name), 'is missing')
      return found
    },
    number: (name) =>
      typed(name, (v): v is number => typeof v === 'number' && Number.isFinite(v), 'a number'),
    flag: (name) => typed(name, (v) => typeof v === 'boolean', 'true or false'),
    list,
    items: (name) => list(name).map((item, i) => bodyOf(item, `${at(name)}[${i}]`)),
    inner(name) {
      const found = get(name)
      return found === undefined ? undefined : bodyOf(found, at(name))
    },
    at,
    refuse(name, message) {
      throw new Refusal(name === '' ? path : at(name), message)
    },
  }
}

/** Refuses what the table refuses, and gives the fields that it does not know. */
export function checkFields(body: Body, table: FieldTable): Record<string, unknown> {
  const extra: [string, unknown][] = []
  for (const [name, value] of Object.entries(body.fields)) {
    if (value === null || value === undefined) continue
    const row = Object.hasOwn(table, name) ? table[name] : undefined
    if (row === undefined) extra.push([name, value])
    else if (row.fate === 'refused' && !isHarmless(value, row.unless ?? [])) {
      throw new Refusal(body.at(name), `is not supported: ${row.as}`)
    }
  }
  return Object.fromEntries(extra)
}

function isHarmless(value: unknown, unless: readonly string[]): boolean {
  if (value === false || value === '' || (Array.isArray(value) && value.length === 0)) return true
  const simple = typeof value !== 'object' || (Array.isArray(value) && value.length < 4)
  return simple && unless.includes(JSON.stringify(value))
}

/** The object without the fields that are not there. */
export function defined<T extends object>(fields: {
  [K in keyof T]?: T[K] | undefined
}): Partial<T> {
  const out: Partial<T> = {}
  for (const key in fields) {
    const value = fields[key]
    if (value !== undefined) out[key] = value
  }
  return out
}
