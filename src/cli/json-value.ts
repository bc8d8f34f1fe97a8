import { UsageError } from './exit.ts'

/** A JSON object, or anything else that has fields. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Every item is a string. */
export function isStrings(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}

/**
 * A text's JSON value.
 *
 * @throws {UsageError} with the place it comes from when it is not JSON
 */
export function parseJson(text: string, place: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return value
  } catch (error) {
    throw new UsageError(`${place} is not JSON: ${error instanceof Error ? error.message : ''}`)
  }
}
