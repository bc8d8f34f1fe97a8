import type { Tool } from '../chat/chat-types.ts'
import type { JsonSchema } from '../peg/node.ts'

/** One parameter of a tool. */
export interface Parameter {
  readonly name: string
  readonly required: boolean
  /** Its schema, self-contained: the definitions that it may refer to are beside it. */
  readonly schema: JsonSchema
}

type SchemaObject = Exclude<JsonSchema, boolean>

/** The parameters of a tool, in the order of its schema. */
export function parametersOf(tool: Tool): {
  readonly listed: readonly Parameter[]
  readonly root: JsonSchema
} {
  const root = tool.function.parameters ?? {}
  return { listed: membersOf(root), root }
}

/** The members of a schema's objects, in its order. */
export function membersOf(root: JsonSchema): readonly Parameter[] {
  const properties = member(root, 'properties')
  const required = typeof root === 'object' ? root['required'] : undefined
  const names = Array.isArray(required) ? required : []
  return Object.entries(isSchemaObject(properties) ? properties : {}).map(([name, schema]) => ({
    name,
    required: names.includes(name),
    schema: schemaWithDefinitions(schema, root),
  }))
}

/** A part of a schema by itself: with the definitions that it may refer to. */
export function schemaWithDefinitions(schema: unknown, root: JsonSchema): JsonSchema {
  if (!isSchemaObject(schema)) return typeof schema === 'boolean' ? schema : true
  const definitions: Record<string, unknown> = {}
  for (const keyword of ['$defs', 'definitions']) {
    const found = member(root, keyword)
    if (found !== undefined) definitions[keyword] = found
  }
  return { ...definitions, ...schema }
}

function member(schema: JsonSchema, keyword: string): unknown {
  return typeof schema === 'object' && Object.hasOwn(schema, keyword) ? schema[keyword] : undefined
}

function isSchemaObject(value: unknown): value is SchemaObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
