import { findErrors } from './analyze/analyse.ts'
import { diagnose, type Diagnostic } from './diagnostics/diagnostic.ts'
import { GrammarError } from './diagnostics/errors.ts'
import { closeArena } from './analyze/close-arena.ts'
import { createTrails } from './analyze/trail.ts'
import { tryExpression } from './gbnf/expression.ts'
import type { Arena } from './peg/arena.ts'
import {
  createBuilder,
  type Builder,
  type Draft,
  type Internals,
  type Operand,
} from './peg/builder.ts'
import { mergeSilentRules } from './peg/merge-rules.ts'
import type { NodeId, PegNode } from './peg/node.ts'
import { createNodeCompiler } from './schema/compile-node.ts'
import { MaxGrammarSteps } from './schema/limits.ts'
import { checkArguments } from './peg/check-arguments.ts'
import { wrongArgument } from './util/wrong-argument.ts'

/** Limits of a grammar that is built. */
export interface BuildOptions {
  /**
   * Steps that the schemas of the grammar take together, 500,000 unless said otherwise: nodes that are
   * made, schemas that are read, shapes that are compared. A schema that comes when they are spent
   * admits any value of its type, and a warning says so.
   */
  readonly maxSchemaSteps?: number
}

/**
 * Makes an arena: runs the function with a builder, compiles its schemas, resolves its references,
 * analyses it and closes it.
 *
 * @throws {GrammarError} with every fault found: undefined rules, left recursion, repetitions of
 * something empty, impossible bounds, unreadable classes and GBNF texts, schemas that cannot be
 * compiled
 * @example
 * ```ts
 * const arena = buildGrammar((p) =>
 *   p.sequence('<think>', p.tag('reasoning', p.until('</think>')), '</think>', p.tag('content', p.rest())),
 * )
 * parseText(arena, '<think>hm</think>Ahoy').status // 'success'
 * ```
 */
export function buildGrammar(
  make: (p: Builder, internals: Internals) => Operand,
  { maxSchemaSteps = MaxGrammarSteps }: BuildOptions = {},
): Arena {
  if (typeof make !== 'function')
    throw wrongArgument('argument 1 of buildGrammar', 'a function', make)
  const { builder: unchecked, draft } = createBuilder()
  const builder = checkArguments(unchecked, () => draft.nodes.length)
  const made = make(builder, draft)
  const root = typeof made === 'string' ? builder.literal(made) : made
  if (root === undefined || draft.nodes[root] === undefined) {
    const what = root === undefined ? 'nothing' : 'something that is no node of this grammar'
    throw new GrammarError([
      diagnose('no-root', `the function given to buildGrammar returned ${what}`, {
        hint: 'return the node that matches the whole text',
      }),
    ])
  }
  compileSchemas(unchecked, draft, maxSchemaSteps)
  draft.close()
  checkGbnfTexts(draft)
  const unresolved = resolveRefs(draft)
  const place = createTrails({ nodes: draft.nodes, rules: draft.rules, root })
  const faults = [...draft.diagnostics, ...unresolved].map((fault) => {
    const subject = draft.subjects.get(fault)
    return subject === undefined ? fault : { ...place(subject), ...fault }
  })
  // References without a target would lead the other analyses astray.
  if (faults.some((d) => d.severity === 'error')) throw new GrammarError(faults)
  mergeSilentRules(draft)
  const arena = { nodes: draft.nodes, rules: draft.rules, root }
  const errors = findErrors(arena)
  if (errors.length > 0) throw new GrammarError([...faults, ...errors])
  for (const node of arena.nodes) Object.freeze(node)
  Object.freeze(arena.nodes)
  return closeArena(arena, faults)
}

/** Gives each schema node its strict half, and its reading half where the author gave none. */
function compileSchemas(builder: Builder, draft: Draft, maxSteps: number): void {
  const compile = createNodeCompiler(builder, draft, maxSteps)
  for (let id = 0; id < draft.nodes.length; id++) {
    const node = draft.nodes[id]
    if (node?.kind !== 'schema') continue
    const item = node.item < 0 ? builder.json() : node.item
    const { strict, diagnostics } = compile(node)
    draft.diagnostics.push(...diagnostics)
    draft.nodes[id] = { ...node, item, strict }
  }
}

/** Texts of `gbnf` nodes go into the grammar as they are: what is wrong there is told here. */
function checkGbnfTexts({ nodes, diagnostics, subjects }: Draft): void {
  nodes.forEach((node, id) => {
    if (node.kind !== 'gbnf') return
    for (const fault of tryExpression(node.text).diagnostics) {
      diagnostics.push(fault)
      subjects.set(fault, id as NodeId)
    }
  })
}

function resolveRefs({ nodes, rules, subjects }: Draft): Diagnostic[] {
  const faults: Diagnostic[] = []
  nodes.forEach((node: PegNode, id) => {
    if (node.kind !== 'ref') return
    const target = rules.get(node.name)
    if (target !== undefined) nodes[id] = { ...node, target: target as NodeId }
    else {
      const known = [...rules.keys()].filter((name) => !name.includes(':'))
      const fault = diagnose(
        'undefined-rule',
        `the rule ${JSON.stringify(node.name)} is not defined`,
        {
          hint:
            known.length === 0 ? 'define it with rule(name, …)' : `rules here: ${known.join(', ')}`,
        },
      )
      faults.push(fault)
      subjects.set(fault, id as NodeId)
    }
  })
  return faults
}
