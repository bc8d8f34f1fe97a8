import { addAll } from '../util/add-all.ts'
import { charRanges, charSet, MaxCodePoint } from './charset.ts'
import type { Field } from './fields.ts'
import type { NodeId } from './node.ts'

/** A field's value, freshly made, or what is wrong with it. */
export interface FieldReading {
  readonly read: unknown
  readonly wrong: string | null
}

/** Schemas nested deeper than this are refused. */
const MaxSchemaDepth = 500

/** Reads one field of a saved node; nothing of the given value is shared with the result. */
export function readField(
  field: Field,
  value: unknown,
  inRange: (id: unknown) => id is NodeId,
): FieldReading {
  switch (field) {
    case 'node':
      return inRange(value) ? good(value) : bad('the number of a node is expected')
    case 'nodes':
      return Array.isArray(value) && value.every(inRange)
        ? good([...value])
        : bad('a list of numbers of nodes is expected')
    case 'text':
      return typeof value === 'string' && value !== '' ? good(value) : bad('a text is expected')
    case 'name':
      return typeof value === 'string' ? good(value) : bad('a text is expected')
    case 'flag':
      return typeof value === 'boolean' ? good(value) : bad('true or false is expected')
    case 'min':
      return isCount(value) ? good(value) : bad('a whole number from 0 is expected')
    case 'max':
      return value === null || isCount(value) ? good(value) : bad('a whole number from 0, or null, is expected')
    case 'set':
      return isCharSet(value) ? good([...value]) : bad('sorted ranges of code points are expected')
    case 'delimiters':
      return readDelimiters(value)
    case 'quote':
      return oneOf(value, ['"', "'"])
    case 'flavour':
      return oneOf(value, ['json', 'python'])
    case 'jsonPart':
      return oneOf(value, ['value', 'object', 'array', 'string', 'number', 'bool', 'null'])
    case 'pythonPart':
      return oneOf(value, ['value', 'dict', 'list', 'string', 'number', 'bool', 'none'])
    case 'schema':
      return typeof value === 'boolean' || isPlainObject(value) ? readJson(value) : bad('a JSON Schema is expected')
    case 'settings':
      return isPlainObject(value) ? readJson(value) : bad('an object is expected')
  }
}

function good(read: unknown): FieldReading {
  return { read, wrong: null }
}

function bad(wrong: string): FieldReading {
  return { read: null, wrong }
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0
}

function oneOf(value: unknown, allowed: readonly string[]): FieldReading {
  return allowed.some((one) => one === value)
    ? good(value)
    : bad(`one of ${allowed.map((one) => JSON.stringify(one)).join(', ')} is expected`)
}

function isCharSet(value: unknown): value is number[] {
  if (!Array.isArray(value) || value.length % 2 !== 0 || !value.every(isCount)) return false
  const points: number[] = value
  if (points.some((point) => point > MaxCodePoint || (point >= 0xd800 && point <= 0xdfff))) return false
  // Not one range too many, none that touch or overlap, none back to front.
  const normal = charSet(charRanges(points))
  return normal.length === points.length && normal.every((point, i) => point === points[i])
}

function readDelimiters(value: unknown): FieldReading {
  const wrong = 'a list of delimiters, each with text and token, is expected'
  if (!Array.isArray(value) || value.length === 0) return bad(wrong)
  const read: { text: string; token: boolean }[] = []
  for (const delimiter of value as unknown[]) {
    if (!isPlainObject(delimiter)) return bad(wrong)
    const { text, token } = delimiter
    if (typeof text !== 'string' || text === '' || typeof token !== 'boolean') return bad(wrong)
    read.push({ text, token })
  }
  return good(read)
}

function isPlainObject(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A copy of a JSON value, level by level; a key `__proto__` stays a key. */
function readJson(value: unknown): FieldReading {
  let level: readonly unknown[] = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MaxSchemaDepth) return bad(`it is nested more than ${MaxSchemaDepth} deep`)
    const next: unknown[] = []
    for (const part of level) {
      if (typeof part === 'object' && part !== null) addAll(next, Object.values(part))
      else if (typeof part === 'number' ? !Number.isFinite(part) : !isJsonLeaf(part)) {
        return bad(`a JSON value is expected, not a ${typeof part}`)
      }
    }
    level = next
  }
  return good(structuredClone(value))
}

function isJsonLeaf(value: unknown): boolean {
  return value === null || typeof value === 'string' || typeof value === 'boolean'
}
