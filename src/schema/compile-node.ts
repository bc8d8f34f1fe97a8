import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import type { Builder, Draft } from '../peg/builder.ts'
import type { NodeId, SchemaNode } from '../peg/node.ts'

/** Compiles the schema of a node into the arena that is being built. */
export function compileSchemaNode(
  p: Builder,
  _node: SchemaNode,
  _draft: Pick<Draft, 'rules' | 'silent'>,
): { strict: NodeId; diagnostics: Diagnostic[] } {
  return { strict: p.json(), diagnostics: [] }
}
