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
const largeNumber = /\d{16}|\d[eE]/
const parts = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/
const token = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

function quoteLarge(found: string): string {
  if (found.startsWith('"') || Number.isSafeInteger(Number(found))) return found
  const digits = wholeDigits(found)
  return digits === null ? found : `"${mark}${digits}"`
}

// More digits than a double reaches say nothing that a limit would be given for.
const maxDigits = 400

/** The digits of a whole number without its exponent; `null` for others. */
function wholeDigits(found: string): string | null {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts.exec(found) ?? []
  const zeros = Number(exponent) - fraction.length
  if (zeros < 0 || whole.length + fraction.length + zeros > maxDigits) {
    return fraction === '' && exponent === '0' ? found : null
  }
  return `${sign}${whole}${fraction}${'0'.repeat(zeros)}`
}
