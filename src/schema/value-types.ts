import type { JsonSchema } from '../peg/node.ts'
import { isObject, isSchema, MaxNesting, ownMember, resolveReference } from './raw-schema.ts'
import type { SchemaObject } from './raw-schema.ts'

/** The types of JSON values; integers are numbers. */
export type JsonType = 'null' | 'boolean' | 'number' | 'string' | 'array' | 'object'

/** What a format that writes bare text must know of a value: a string, JSON, or either. */
export type ValueClass = 'string' | 'json' | 'mixed'

/** Every type, in the order in which unions are written. */
export const jsonTypes: readonly JsonType[] = [
  'null',
  'boolean',
  'number',
  'string',
  'array',
  'object',
]

// A schema that refers to itself from many places has exponentially many paths.
const maxVisits = 10_000

/**
 * The types that a value of a schema may have: through references, unions, intersections, `enum`
 * and `const`. Never too few; too many only where keywords contradict each other.
 *
 * @example
 * ```ts
 * valueTypes({ anyOf: [{ type: 'integer' }, { const: 'all' }] }) // new Set(['number', 'string'])
 * ```
 */
export function valueTypes(schema: JsonSchema, root: JsonSchema = schema): ReadonlySet<JsonType> {
  const walk: Walk = { root, open: new Set(), visits: 0, cut: false }
  const types = typesOf(schema, walk)
  return types.size === 0 && walk.cut ? new Set(jsonTypes) : types
}

/**
 * Whether values of a schema are strings only, never strings, or either.
 *
 * @example
 * ```ts
 * classifyType({ type: ['string', 'null'] }) // 'mixed'
 * ```
 */
export function classifyType(schema: JsonSchema, root: JsonSchema = schema): ValueClass {
  const types = valueTypes(schema, root)
  if (!types.has('string')) return 'json'
  return types.size === 1 ? 'string' : 'mixed'
}

/**
 * The strings of a schema that admits only these: an `enum`, a `const`, or a union of such. Other
 * keywords are not applied to them.
 *
 * @returns `null` where the schema admits other values too
 * @example
 * ```ts
 * stringEnum({ type: 'string', enum: ['celsius', 'fahrenheit'] }) // ['celsius', 'fahrenheit']
 * ```
 */
export function stringEnum(
  schema: JsonSchema,
  root: JsonSchema = schema,
): readonly string[] | null {
  if (classifyType(schema, root) !== 'string') return null
  const found = stringsOf(schema, { root, open: new Set(), visits: 0, cut: false })
  return found === null ? null : [...new Set(found)]
}

interface Walk {
  readonly root: JsonSchema
  /** The schemas that are being looked at: meeting one again adds nothing. */
  readonly open: Set<SchemaObject>
  visits: number
  /** A schema was left out of its own result. */
  cut: boolean
}

const none: ReadonlySet<JsonType> = new Set()
const all: ReadonlySet<JsonType> = new Set(jsonTypes)

function typesOf(schema: unknown, walk: Walk): ReadonlySet<JsonType> {
  if (schema === false) return none
  if (!isObject(schema)) return all
  if (++walk.visits > maxVisits || walk.open.size > MaxNesting) return all
  if (walk.open.has(schema)) {
    walk.cut = true
    return none
  }
  walk.open.add(schema)
  const result = constraintsOf(schema, walk).reduce(intersection, all)
  walk.open.delete(schema)
  return result
}

/** The sets of types that the keywords allow, each by itself. */
function constraintsOf(schema: SchemaObject, walk: Walk): ReadonlySet<JsonType>[] {
  const found: ReadonlySet<JsonType>[] = []
  const reference = ownMember(schema, '$ref')
  if (typeof reference === 'string') {
    const target = resolveReference(walk.root, reference)
    if (isSchema(target)) found.push(typesOf(target, walk))
  }
  const named = namedTypes(schema)
  if (named !== null) found.push(named)
  const values = literalsOf(schema)
  if (values !== null) found.push(new Set(values.map(typeOf)))
  for (const part of listOf(schema, 'allOf')) found.push(typesOf(part, walk))
  for (const keyword of ['anyOf', 'oneOf']) {
    const parts = listOf(schema, keyword)
    if (parts.length === 0) continue
    found.push(new Set(parts.flatMap((part) => [...typesOf(part, walk)])))
  }
  return found
}

function namedTypes(schema: SchemaObject): ReadonlySet<JsonType> | null {
  const type = ownMember(schema, 'type')
  const names = (Array.isArray(type) ? type : [type]).filter((name) => typeof name === 'string')
  if (names.length === 0) return null
  const types = names.map((name) => (name === 'integer' ? 'number' : name))
  const known = jsonTypes.filter((name) => types.includes(name))
  // An unknown name says nothing; OpenAPI's `nullable` widens what `type` says.
  if (known.length === 0) return null
  return new Set(ownMember(schema, 'nullable') === true ? [...known, 'null'] : known)
}

/** The values of `enum` or `const`, if the schema has one. */
function literalsOf(schema: SchemaObject): readonly unknown[] | null {
  if (Object.hasOwn(schema, 'const')) return [ownMember(schema, 'const')]
  const values = ownMember(schema, 'enum')
  return Array.isArray(values) ? values : null
}

function listOf(schema: SchemaObject, keyword: string): readonly unknown[] {
  const value = ownMember(schema, keyword)
  return Array.isArray(value) ? value : []
}

/** The type of a JSON value. */
export function typeOf(value: unknown): JsonType {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  switch (typeof value) {
    case 'boolean':
      return 'boolean'
    case 'number':
    case 'bigint':
      return 'number'
    case 'string':
      return 'string'
    default:
      return 'object'
  }
}

function intersection<T>(a: ReadonlySet<T>, b: ReadonlySet<T>): ReadonlySet<T> {
  return new Set([...a].filter((item) => b.has(item)))
}

/** The strings that a schema is limited to; `null` means no limit. */
function stringsOf(schema: unknown, walk: Walk): readonly string[] | null {
  if (!isObject(schema) || walk.open.has(schema)) return schema === false ? [] : null
  if (++walk.visits > maxVisits || walk.open.size > MaxNesting) return null
  walk.open.add(schema)
  const found: (readonly string[] | null)[] = []
  const values = literalsOf(schema)
  if (values !== null) found.push(values.filter((value) => typeof value === 'string'))
  const reference = ownMember(schema, '$ref')
  if (typeof reference === 'string') {
    found.push(stringsOf(resolveReference(walk.root, reference), walk))
  }
  for (const part of listOf(schema, 'allOf')) found.push(stringsOf(part, walk))
  for (const keyword of ['anyOf', 'oneOf']) {
    const parts = listOf(schema, keyword).map((part) => limitedStrings(part, walk))
    if (parts.length > 0) found.push(parts.every((part) => part !== null) ? parts.flat() : null)
  }
  walk.open.delete(schema)
  const limits = found.filter((list) => list !== null)
  const [first, ...others] = limits
  if (first === undefined) return null
  const sets = others.map((list) => new Set(list))
  return first.filter((text) => sets.every((set) => set.has(text)))
}

/** As `stringsOf`, for an alternative: one without strings adds none. */
function limitedStrings(schema: unknown, walk: Walk): readonly string[] | null {
  return typesOf(schema, walk).has('string') ? stringsOf(schema, walk) : []
}
