import { maxDataDepth, type Value } from './value.ts'

/**
 * A JSON value as a value of a template. What JSON has no type for is none; `undefined` members are
 * left out, as `JSON.stringify` leaves them out.
 *
 * @throws {RangeError} when it is nested too deeply
 */
export function fromJson(value: unknown, depth = 0): Value {
  if (depth > maxDataDepth) throw new RangeError(`data is nested deeper than ${maxDataDepth}`)
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    return value
  }
  if (Array.isArray(value)) return value.map((item: unknown) => fromJson(item, depth + 1))
  if (typeof value !== 'object' || value === null) return null
  const dict = new Map<string, Value>()
  for (const [key, item] of Object.entries(value)) {
    if (item !== undefined) dict.set(key, fromJson(item, depth + 1))
  }
  return dict
}
