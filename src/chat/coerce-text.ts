import type { JsonSchema } from '../peg/node.ts'
import { isObject, ownMember } from '../schema/raw-schema.ts'
import type { JsonType } from '../schema/value-types.ts'
import { createSpacer, spaceJson } from './json-spacing.ts'

/** The types that a text is tried for, in vLLM's order; what is none of them stays text. */
export const coercionOrder: readonly JsonType[] = ['null', 'boolean', 'number', 'object', 'array']

/** The JSON of a type that a text stands for, or null where it stands for none. */
export function coerceTo(
  type: JsonType,
  text: string,
  integer: boolean,
  spaced: boolean,
): string | null {
  switch (type) {
    case 'null':
      return text === 'null' || text === 'None' ? 'null' : null
    case 'boolean':
      return booleanText(text)
    case 'number':
      return coercedNumber(text, integer)
    default:
      return containerText(text, type, spaced)
  }
}

/** `5.0` and `108.` are whole numbers; where only these are allowed, `3.7` is none. */
export function coercedNumber(text: string, integer: boolean): string | null {
  const digits = /^([+-]?)0*(\d+)(?:\.0*)?$/.exec(text)
  if (digits !== null) return `${digits[1] === '-' ? '-' : ''}${digits[2] ?? ''}`
  if (integer || !/^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(text)) return null
  const value = Number(text)
  return Number.isFinite(value) ? String(value) : null
}

/** A truth value in any case. */
export function booleanText(text: string): string | null {
  const lower = text.toLowerCase()
  return lower === 'true' || lower === 'false' ? lower : null
}

/** The text where it is JSON of the type, laid out anew where that is asked for. */
export function containerText(
  text: string,
  type: 'object' | 'array' | 'string',
  spaced: boolean,
): string | null {
  const value = parseJson(text)
  const isArray = Array.isArray(value)
  const fits = type === 'array' ? isArray : typeof value === 'object' && value !== null && !isArray
  if (!fits) return null
  return spaced ? spaceJson(createSpacer(), text) : text
}

/** The value of a JSON text; undefined for what is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Whether the only numbers of a schema are whole ones, as far as it says so itself. */
export function onlyIntegers(schema: JsonSchema): boolean {
  const type = isObject(schema) ? ownMember(schema, 'type') : undefined
  const names: readonly unknown[] = Array.isArray(type) ? type : [type]
  return names.includes('integer') && !names.includes('number')
}
