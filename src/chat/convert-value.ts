import type { JsonSchema } from '../peg/node.ts'
import { valueTypes, type JsonType } from '../schema/value-types.ts'
import type { Tool } from './chat-types.ts'
import { createSpacer, spaceJson } from './json-spacing.ts'
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
  const order: readonly JsonType[] = ['null', 'boolean', 'number', 'object', 'array']
  const wanted = order.filter((type) => types.has(type))
  const integer = onlyIntegers(schema)
  return {
    kind: 'whole',
    convert: (text) => {
      for (const type of wanted) {
        const json = coerce(text.trim(), type, integer, spaced)
        if (json !== null) return json
      }
      return JSON.stringify(text)
    },
  }
}

function coerce(text: string, type: JsonType, integer: boolean, spaced: boolean): string | null {
  switch (type) {
    case 'null':
      return text === 'null' || text === 'None' ? 'null' : null
    case 'boolean':
      return booleanText(text)
    case 'number':
      return coercedNumber(text, integer)
    default:
      return container(text, type, spaced)
  }
}

/** `5.0` and `108.` are whole numbers; where only these are allowed, `3.7` is none. */
function coercedNumber(text: string, integer: boolean): string | null {
  const digits = /^([+-]?)0*(\d+)(?:\.0*)?$/.exec(text)
  if (digits !== null) return `${digits[1] === '-' ? '-' : ''}${digits[2] ?? ''}`
  if (integer || !/^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(text)) return null
  const value = Number(text)
  return Number.isFinite(value) ? String(value) : null
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
  const value = parse(text)
  if (type === 'number') return typeof value === 'number' ? text : null
  return type === 'object' || type === 'array' ? container(text, type, spaced) : null
}

function booleanText(text: string): string | null {
  const lower = text.toLowerCase()
  return lower === 'true' || lower === 'false' ? lower : null
}

function container(
  text: string,
  type: 'object' | 'array' | 'string',
  spaced: boolean,
): string | null {
  const value = parse(text)
  const isArray = Array.isArray(value)
  const fits = type === 'array' ? isArray : typeof value === 'object' && value !== null && !isArray
  if (!fits) return null
  return spaced ? spaceJson(createSpacer(), text) : text
}

function unquote(text: string): string {
  const value = text.startsWith('"') ? parse(text) : undefined
  return JSON.stringify(typeof value === 'string' ? value : text)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
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

function onlyIntegers(schema: JsonSchema): boolean {
  const type = memberOf(schema, 'type')
  const names: readonly unknown[] = Array.isArray(type) ? type : [type]
  return names.includes('integer') && !names.includes('number')
}

function memberOf(value: unknown, name: string): unknown {
  return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
