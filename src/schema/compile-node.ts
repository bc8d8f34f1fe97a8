import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import type { Builder } from '../peg/builder.ts'
import type { NodeId, SchemaNode } from '../peg/node.ts'
import { compileSchema } from './compile.ts'
import type { Draftsman } from './parts.ts'

/** Compiles the schema of a node into the arena that is being built. */
export function compileSchemaNode(
  p: Builder,
  { schema, name, settings }: SchemaNode,
  draft: Draftsman,
): { strict: NodeId; diagnostics: readonly Diagnostic[] } {
  const { node, diagnostics } = compileSchema(p, draft, schema, { ...settings, name })
  return { strict: node, diagnostics }
}
