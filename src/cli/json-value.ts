import { UsageError } from './exit.ts'
import { describeJsonFault } from './json-fault.ts'

/** A JSON object, or anything else that has fields. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Every item is a string. */
export function isStrings(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}

/**
 * A text's JSON value. The mark of UTF-8 that editors on Windows put before it is no part of it.
 *
 * @throws {UsageError} with the place it comes from, and that of the fault, when it is not JSON
 */
export function parseJson(
  text: string,
  place: string,
  read: (text: string) => unknown = JSON.parse,
): unknown {
  const bare = text.replace(/^\ufeff/, '')
  try {
    return read(bare)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw new UsageError(`${place} is not JSON${describeJsonFault(bare, error.message)}`)
  }
}
