import { addAll } from '../util/add-all.ts'
import type { JsonSchema } from '../peg/node.ts'
import { resolveReference } from '../schema/raw-schema.ts'
import { valueTypes, type JsonType } from '../schema/value-types.ts'
import { membersOf, schemaWithDefinitions, type Parameter } from './parameters.ts'

/** What a schema says of a value that a family writes in parts, and not as one JSON text. */
export interface NestedSchema {
  readonly types: ReadonlySet<JsonType>
  /** The members of its objects. */
  readonly members: readonly Parameter[]
  /** What the items of its arrays are; `true` where the schema does not say. */
  readonly item: JsonSchema
}

type SchemaObject = Exclude<JsonSchema, boolean>

/** Schemas with more parts are looked at no further: what is left of them is anything. */
const maxParts = 64

/** Reads a schema for the parts of its values; alternatives are taken together. */
export function nestedOf(schema: JsonSchema): NestedSchema {
  const parts = partsOf(schema)
  const objects = parts.filter((part) => part['properties'] !== undefined)
  const found = objects.flatMap((part) => membersOf(schemaWithDefinitions(part, schema)))
  const unique = new Map(found.toReversed().map((member) => [member.name, member]))
  const arrays = parts.filter((part) => part['items'] !== undefined)
  const item = arrays.length === 1 ? arrays[0]?.['items'] : true
  return {
    types: valueTypes(schema),
    // Of several kinds of objects nothing is required of all.
    members: [...unique.values()]
      .toReversed()
      .map((member) => (objects.length === 1 ? member : { ...member, required: false })),
    item: isSchema(item) ? schemaWithDefinitions(item, schema) : true,
  }
}

/** The schemas one of which a value follows, self-contained; none where the schema names no such. */
export function alternativesOf(schema: JsonSchema): readonly JsonSchema[] {
  if (typeof schema === 'boolean') return []
  const found = schema['anyOf'] ?? schema['oneOf']
  return Array.isArray(found)
    ? found.filter(isSchema).map((each) => schemaWithDefinitions(each, schema))
    : []
}

/** The schema itself, and those that it refers to or is put together of. */
function partsOf(schema: JsonSchema): SchemaObject[] {
  const parts: SchemaObject[] = []
  const waiting: unknown[] = [schema]
  const seen = new Set<unknown>()
  while (waiting.length > 0 && parts.length < maxParts) {
    const next = waiting.shift()
    if (!isSchema(next) || typeof next === 'boolean' || seen.has(next)) continue
    seen.add(next)
    parts.push(next)
    const { $ref: reference } = next
    if (typeof reference === 'string') waiting.push(resolveReference(schema, reference))
    for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
      const list = next[keyword]
      if (Array.isArray(list)) addAll(waiting, list)
    }
  }
  return parts
}

function isSchema(value: unknown): value is JsonSchema {
  return (
    typeof value === 'boolean' ||
    (typeof value === 'object' && value !== null && !Array.isArray(value))
  )
}
