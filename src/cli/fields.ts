import { UsageError } from './exit.ts'
import { isRecord } from './json-value.ts'

/** A JSON object whose fields are read with a check; `place` says where it stands. */
export interface Fields {
  readonly place: string
  has(name: string): boolean
  /** The field, whatever it is; `null` counts as absent. */
  value(name: string): unknown
  text(name: string): string | undefined
  flag(name: string): boolean | undefined
  list(name: string): readonly unknown[] | undefined
  inner(name: string): Fields | undefined
}

/**
 * Reads a JSON object.
 *
 * @throws {UsageError} when it is none; so do the accessors when a field has another type
 */
export function fieldsOf(object: unknown, place: string): Fields {
  if (!isRecord(object)) throw new UsageError(`${place} is not a JSON object`)
  const record = object

  function value(name: string): unknown {
    return record[name] ?? undefined
  }

  function typed<T>(name: string, type: string, is: (v: unknown) => v is T): T | undefined {
    const found = value(name)
    if (found === undefined || is(found)) return found
    throw new UsageError(`${place}: ${JSON.stringify(name)} is not ${type}`)
  }

  return {
    place,
    has: (name) => name in record,
    value,
    text: (name) => typed(name, 'a string', (v) => typeof v === 'string'),
    flag: (name) => typed(name, 'true or false', (v) => typeof v === 'boolean'),
    list: (name) => typed(name, 'an array', (v): v is unknown[] => Array.isArray(v)),
    inner: (name) =>
      value(name) === undefined ? undefined : fieldsOf(value(name), `${place}: ${name}`),
  }
}
