import type { JsonSchema } from '../peg/node.ts'
import {
  isObject,
  isSchema,
  MaxNesting,
  ownMember,
  resolveReference,
} from '../schema/raw-schema.ts'
import { valueTypes, type JsonType } from '../schema/value-types.ts'
import { coercedNumber, coerceTo, coercionOrder, onlyIntegers } from './coerce-text.ts'

/** How the parts are written. */
export interface PartsOptions {
  /** One space behind each comma and colon. */
  readonly spaced: boolean
}

/** A stretch of the text that becomes another. */
interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/**
 * vLLM's coercion inside of a container: through `properties` and `items`, a text becomes what its schema
 * asks for, and what is no text where only that is allowed becomes its text. All else stays as it is
 * written, each number to its last digit. Schemas nested deeper than `MaxNesting` change nothing.
 *
 * @param json valid JSON
 */
export function coerceParts(
  json: string,
  schema: JsonSchema,
  root: JsonSchema,
  { spaced }: PartsOptions,
): string {
  const edits: Edit[] = []
  let at = 0

  function skipSpace(): void {
    while (/[\s]/.test(json.charAt(at))) at++
  }

  function skipString(): void {
    for (at++; json.charAt(at) !== '"'; at++) if (json.charAt(at) === '\\') at++
    at++
  }

  /** Over a value whose parts nothing is known of. */
  function skipValue(): void {
    let depth = 0
    do {
      const char = json.charAt(at)
      if (char === '"') {
        skipString()
        continue
      }
      if (char === '{' || char === '[') depth++
      else if (char === '}' || char === ']') depth--
      at++
    } while (at < json.length && (depth > 0 || !/[\s,\]}]/.test(json.charAt(at))))
  }

  function value(given: JsonSchema | undefined, depth: number): void {
    skipSpace()
    const start = at
    const known = given === undefined ? undefined : resolved(given, root)
    const char = json.charAt(at)
    const fits = known === undefined || allows(known, root, typeAt(char))
    if (known === undefined || !fits || depth > MaxNesting || (char !== '{' && char !== '[')) {
      skipValue()
    } else {
      at++
      for (skipSpace(); json.charAt(at) !== '}' && json.charAt(at) !== ']'; skipSpace()) {
        if (json.charAt(at) === ',') at++
        else value(char === '{' ? member(known) : itemsOf(known), depth + 1)
      }
      at++
      return
    }
    const written = json.slice(start, at)
    const text = known === undefined ? null : leaf(written, known)
    if (text !== null && text !== written) edits.push({ start, end: at, text })
  }

  /** Reads a key, and gives what its value must be. */
  function member(known: JsonSchema): JsonSchema | undefined {
    const start = at
    skipString()
    const key: unknown = JSON.parse(json.slice(start, at))
    skipSpace()
    at++
    const properties = isObject(known) ? ownMember(known, 'properties') : undefined
    const found = isObject(properties) ? ownMember(properties, String(key)) : undefined
    return isSchema(found) ? found : undefined
  }

  function leaf(written: string, known: JsonSchema): string | null {
    const types = valueTypes(known, root)
    const type = typeAt(written.charAt(0))
    if (type !== 'string') {
      if (types.has(type)) return type === 'number' && onlyIntegers(known) ? whole(written) : null
      return types.has('string') ? JSON.stringify(written) : null
    }
    const text = String(JSON.parse(written))
    if (types.has('string')) return text === 'null' && types.has('null') ? text : null
    for (const wanted of coercionOrder.filter((one) => types.has(one))) {
      const found = coerceTo(wanted, text.trim(), onlyIntegers(known), spaced)
      if (found !== null) return found
    }
    return null
  }

  value(schema, 0)
  let from = 0
  const out = edits.map(({ start, end, text }) => {
    const piece = json.slice(from, start) + text
    from = end
    return piece
  })
  return out.join('') + json.slice(from)
}

/** `5.0` is 5. */
function whole(written: string): string | null {
  return coercedNumber(written, true)
}

function typeAt(char: string): JsonType {
  switch (char) {
    case '{':
      return 'object'
    case '[':
      return 'array'
    case '"':
      return 'string'
    case 't':
    case 'f':
      return 'boolean'
    case 'n':
      return 'null'
    default:
      return 'number'
  }
}

function allows(schema: JsonSchema, root: JsonSchema, type: JsonType): boolean {
  return valueTypes(schema, root).has(type)
}

function itemsOf(schema: JsonSchema): JsonSchema | undefined {
  const items = isObject(schema) ? ownMember(schema, 'items') : undefined
  return isSchema(items) ? items : undefined
}

/** What a reference leads to; chains of them end. */
function resolved(schema: JsonSchema, root: JsonSchema): JsonSchema | undefined {
  let found: unknown = schema
  for (let hops = 0; hops < MaxNesting; hops++) {
    const reference: unknown = isObject(found) ? ownMember(found, '$ref') : undefined
    if (typeof reference !== 'string') return isSchema(found) ? found : undefined
    found = resolveReference(root, reference)
  }
  return undefined
}
