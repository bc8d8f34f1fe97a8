// The `pegbnf/schema` entry.
export type { JsonSchema, SchemaSettings } from './peg/node.ts'
export { parseSchema } from './schema/parse-schema.ts'
export type { Draft, RemoteSchemas } from './schema/references.ts'
export type { Effect, ReportEntry, SchemaReport } from './schema/report.ts'
export { classifyType, stringEnum, valueTypes } from './schema/value-types.ts'
export type { JsonType, ValueClass } from './schema/value-types.ts'
export { schemaToArena, schemaToGbnf } from './text/schema-to-gbnf.ts'
export type { SchemaArena, SchemaGbnf, SchemaOptions } from './text/schema-to-gbnf.ts'
