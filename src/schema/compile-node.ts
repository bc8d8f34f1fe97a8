import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import type { Builder, Internals } from '../peg/builder.ts'
import type { NodeId, SchemaNode } from '../peg/node.ts'
import { compileSchema } from './compile.ts'

/** Compiles the schema of a node into the arena that is being built. */
export function compileSchemaNode(
  p: Builder,
  { schema, name, settings }: SchemaNode,
  internals: Internals,
): { strict: NodeId; diagnostics: readonly Diagnostic[] } {
  const { node, diagnostics } = compileSchema(p, internals, schema, {
    ...settings,
    name,
    impossible: 'any',
  })
  // A grammar may hold many schemas: the name says which one, for a tool's arguments the tool's.
  return { strict: node, diagnostics: diagnostics.map((found) => ({ rule: name, ...found })) }
}
