import type { JsonSchema } from '../peg/node.ts'
import { valueTypes } from '../schema/value-types.ts'
import type { Tool } from './chat-types.ts'
import { coerceParts } from './coerce-parts.ts'
import {
  booleanText,
  coercionOrder,
  coerceTo,
  containerText,
  onlyIntegers,
  parseJson,
} from './coerce-text.ts'
import type { Policies } from './policy.ts'

/**
 * What becomes of a tagged value: it is text and may be sent as it comes, text unless it begins with
 * a quote, or converted once it is whole.
 */
export type Conversion =
  | { readonly kind: 'text' }
  | { readonly kind: 'unquoted' | 'whole'; readonly convert: (text: string) => string }

/** How the value of a tool's argument is converted. */
export type ConvertValue = (tool: string, argument: string) => Conversion

const asText: Conversion = { kind: 'text' }

/**
 * The conversion that policies ask for, `null` where the format types values itself. A tool or
 * argument that is not declared has text.
 */
export function createConverter(
  tools: readonly Tool[],
  policies: Pick<Policies, 'argumentValue' | 'nullString' | 'argumentSpacing'>,
): ConvertValue | null {
  const { argumentValue: style } = policies
  if (style !== 'coerce' && style !== 'cast') return null
  const known = new Map<string, Conversion>()
  const byName = new Map(tools.map((tool) => [tool.function.name, tool.function.parameters]))

  return (tool, argument) => {
    const key = JSON.stringify([tool, argument])
    const found = known.get(key)
    if (found !== undefined) return found
    const root = byName.get(tool) ?? true
    const schema = argumentSchema(root, argument)
    const made =
      schema === undefined
        ? style === 'cast'
          ? unquoted
          : asText
        : style === 'coerce'
          ? coercion(schema, root, policies)
          : cast(schema, root, policies)
    known.set(key, made)
    return made
  }
}

/** A string whose own quotes, where the model wrote them, are not part of it. */
const unquoted: Conversion = { kind: 'unquoted', convert: unquote }

/** vLLM's coercion: the first of the schema's types that the text can be, and text otherwise. */
function coercion(
  schema: JsonSchema,
  root: JsonSchema,
  { nullString, argumentSpacing }: Pick<Policies, 'nullString' | 'argumentSpacing'>,
): Conversion {
  const types = valueTypes(schema, root)
  const spaced = argumentSpacing === 'spaced'
  if (types.has('string')) {
    if (!types.has('null') || nullString === 'text') return asText
    return { kind: 'whole', convert: (text) => (text === 'null' ? text : JSON.stringify(text)) }
  }
  const wanted = coercionOrder.filter((type) => types.has(type))
  const integer = onlyIntegers(schema)
  return {
    kind: 'whole',
    convert: (text) => {
      for (const type of wanted) {
        const json = coerceTo(type, text.trim(), integer, spaced)
        if (json === null) continue
        return type === 'object' || type === 'array'
          ? coerceParts(json, schema, root, { spaced })
          : json
      }
      return JSON.stringify(text)
    },
  }
}

/** LMDeploy's cast: the schema's first type that is not null, and text where it does not fit. */
function cast(
  schema: JsonSchema,
  root: JsonSchema,
  { nullString, argumentSpacing }: Pick<Policies, 'nullString' | 'argumentSpacing'>,
): Conversion {
  const nullable = nullString === 'null' && valueTypes(schema, root).has('null')
  const first = firstType(schema)
  if (first === undefined || first === 'string') {
    if (!nullable) return unquoted
    return { kind: 'whole', convert: (text) => (text === 'null' ? text : unquote(text)) }
  }
  const spaced = argumentSpacing === 'spaced'
  return {
    kind: 'whole',
    convert: (text) => {
      const inner = text.trim()
      if (nullable && inner === 'null') return inner
      return castTo(first, inner, spaced) ?? unquote(text)
    },
  }
}

function castTo(type: string, text: string, spaced: boolean): string | null {
  if (type === 'boolean') return booleanText(text)
  if (type === 'integer') return /^-?(?:0|[1-9]\d*)$/.test(text) ? text : null
  const value = parseJson(text)
  if (type === 'number') return typeof value === 'number' ? text : null
  return type === 'object' || type === 'array' ? containerText(text, type, spaced) : null
}

function unquote(text: string): string {
  const value = text.startsWith('"') ? parseJson(text) : undefined
  return JSON.stringify(typeof value === 'string' ? value : text)
}

function argumentSchema(root: JsonSchema, argument: string): JsonSchema | undefined {
  const properties = memberOf(root, 'properties')
  const schema = memberOf(properties, argument)
  return typeof schema === 'boolean' || isRecord(schema) ? schema : undefined
}

/** The first type that a schema names itself, `null` left out. */
function firstType(schema: JsonSchema): string | undefined {
  const type = memberOf(schema, 'type')
  const names: readonly unknown[] = Array.isArray(type) ? type : [type]
  return names.find((name): name is string => typeof name === 'string' && name !== 'null')
}

function memberOf(value: unknown, name: string): unknown {
  return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
