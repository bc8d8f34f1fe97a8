import { pointsOf, typeOf, type Given, type Key, type Value } from './value.ts'

/** What filters, tests and methods ask of the engine that runs them. */
export interface Runtime {
  /** Ends the rendering with a message; the place is that of the expression at work. */
  fail(message: string): never
  /** Counts work; too much of it ends the rendering. */
  spend(steps: number): void
  filter(name: string, value: Value, given: Given): Value
  test(name: string, value: Value, given: Given): boolean
  /** `object.name`, as a template writes it. */
  attribute(object: Value, name: string): Value
  item(object: Value, index: Value): Value
  /** The time that `strftime_now` tells. */
  readonly now: Date
}

/** No arguments. */
export const nothingGiven: Given = { positional: [], named: new Map() }

/** Positional arguments only. */
export function given(...positional: Value[]): Given {
  return { positional, named: new Map() }
}

/** An argument by its place or its name; undefined when it was not given. */
export function argument(
  { positional, named }: Given,
  place: number,
  name: string,
): Value | undefined {
  const value = positional[place]
  return value === undefined ? named.get(name) : value
}

/** An argument that must be a string, with what stands for it when it is not given. */
export function textArgument<Default extends string | null>(
  r: Runtime,
  args: Given,
  [place, name]: readonly [number, string],
  otherwise: Default,
): string | Default {
  const value = argument(args, place, name)
  if (value === undefined || value === null) return otherwise
  if (typeof value === 'string') return value
  return r.fail(`${name} must be a string, not ${typeOf(value)}`)
}

/** An argument that must be a whole number. */
export function integerArgument<Default extends number | null>(
  r: Runtime,
  args: Given,
  [place, name]: readonly [number, string],
  otherwise: Default,
): number | Default {
  const value = argument(args, place, name)
  if (value === undefined || value === null) return otherwise
  if (typeof value === 'number' && Number.isInteger(value)) return value
  if (typeof value === 'boolean') return value ? 1 : 0
  return r.fail(`${name} must be an integer, not ${typeOf(value)}`)
}

/** What a loop over a value visits: items, keys of a dict, characters of a string. */
export function itemsOf(r: Runtime, value: Value): readonly Value[] {
  switch (typeOf(value)) {
    case 'undefined':
    // Jinja2 refuses to loop over none; llama.cpp does not.
    case 'none':
      return []
    case 'string':
      return typeof value === 'string' ? pointsOf(value) : []
    default:
      if (Array.isArray(value)) return value
      if (value instanceof Map) return [...value.keys()]
      return r.fail(`${typeOf(value)} cannot be looped over`)
  }
}

/** A value as a key of a dict. */
export function keyOf(r: Runtime, value: Value): Key {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value
  if (typeof value === 'boolean') return value
  return r.fail(`${typeOf(value)} cannot be a key`)
}

/** Python's length. */
export function lengthOf(r: Runtime, value: Value): number {
  if (typeof value === 'string') return pointsOf(value).length
  if (Array.isArray(value)) return value.length
  if (value instanceof Map) return value.size
  if (typeOf(value) === 'undefined') return 0
  return r.fail(`${typeOf(value)} has no length`)
}
