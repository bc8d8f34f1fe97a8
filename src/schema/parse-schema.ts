import type { JsonSchema } from '../peg/node.ts'
import { isSchema } from './raw-schema.ts'

/**
 * A JSON Schema from its text. Whole numbers beyond 2^53 become bigints, which hold every digit:
 * `JSON.parse` would round a limit such as 9223372036854775807.
 *
 * @throws {SyntaxError} where the text is not JSON
 * @throws {TypeError} where its value is no schema: an object, `true` or `false`
 * @example
 * ```ts
 * parseSchema('{ "maximum": 9223372036854775807 }') // { maximum: 9223372036854775807n }
 * ```
 */
export function parseSchema(text: string): JsonSchema {
  const value = parseSchemaValue(text)
  if (isSchema(value)) return value
  throw new TypeError('parseSchema: a schema is an object, true or false')
}

/**
 * A JSON value that holds schemas, read in the same way.
 *
 * @throws {SyntaxError} where the text is not JSON
 */
export function parseSchemaValue(text: string): unknown {
  // First as it is, so that faults are told in the text's own terms.
  const plain: unknown = JSON.parse(text)
  if (!largeNumber.test(text)) return plain
  return JSON.parse(text.replace(token, quoteLarge), (_, value: unknown) =>
    typeof value === 'string' && marked.test(value) ? BigInt(value.slice(mark.length)) : value,
  )
}

// No schema's text holds this but one that is made to, and then a number or a fault is its own.
const mark = '\u{10fffe}whole number:'
const marked = /^\u{10fffe}whole number:-?\d+$/u
const largeNumber = /\d{16}/
const token = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

function quoteLarge(found: string): string {
  const isWhole = /^-?\d{16,}$/.test(found)
  return isWhole && !Number.isSafeInteger(Number(found)) ? `"${mark}${found}"` : found
}
