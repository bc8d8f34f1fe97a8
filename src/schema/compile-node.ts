import { diagnose, type Diagnostic } from '../diagnostics/diagnostic.ts'
import type { Builder, Internals } from '../peg/builder.ts'
import type { NodeId, SchemaNode } from '../peg/node.ts'
import { compileSchema } from './compile.ts'

interface CompiledNode {
  readonly strict: NodeId
  readonly diagnostics: readonly Diagnostic[]
}

/**
 * Compiles the schema nodes of the arena that is being built. Together they have one budget of steps:
 * when it is spent, each schema that follows admits any value of its type, and that is told.
 */
export function createNodeCompiler(
  p: Builder,
  internals: Internals,
  maxSteps: number,
): (node: SchemaNode) => CompiledNode {
  let steps = 0

  return ({ schema, name, settings }) => {
    const isSpent = steps >= maxSteps
    const compiled = compileSchema(p, internals, schema, {
      ...settings,
      onlyType: isSpent,
      name,
      impossible: 'any',
    })
    steps += compiled.steps
    // A grammar may hold many schemas: the name says which one, for a tool's arguments the tool's.
    const diagnostics = compiled.diagnostics.map((found): Diagnostic => ({ rule: name, ...found }))
    if (isSpent) {
      const message = `the schema admits any value of its type: those before it took ${maxSteps} steps together`
      const hint = 'fewer or smaller schemas, or a larger maxSchemaSteps'
      const found = diagnose('schema-limit', message, { rule: name, path: '/', hint })
      diagnostics.push({ ...found, severity: settings?.strict === true ? 'error' : 'warning' })
    }
    return { strict: compiled.node, diagnostics }
  }
}
