import { anyFirst, type FirstSet } from '../analyze/first.ts'
import { diagnose } from '../diagnostics/diagnostic.ts'
import { GrammarError } from '../diagnostics/errors.ts'
import { findFlow } from '../machine/flow.ts'
import { nodeAt, type Arena } from '../peg/arena.ts'
import type { NodeId } from '../peg/node.ts'
import { findCalls, type CallGraph } from './call-graph.ts'
import { createClassTests } from './class-tests.ts'
import { createCosts } from './costs.ts'
import { createEmitter } from './emit-node.ts'
import type { EmitOptions, Shared } from './emit-shared.ts'
import { createLines, type Lines } from './lines.ts'

/** Code of the functions, and of the constants that they name. */
export interface EmittedRules {
  readonly functions: string
  readonly constants: readonly string[]
  readonly calls: CallGraph
}

/** Shared nodes are written out at each use: this many characters are enough. */
const MaxCode: number = 16 * 1024 * 1024

/**
 * Writes one function a rule, `$name(p)`: the offset behind a match that begins at `p`, or -1. What fails
 * leaves its records on the tape for whoever tries something else. A cut counts in `cuts`: who would try
 * something else does not where the count has changed since.
 *
 * @throws {GrammarError} `nesting-limit` when the code would be longer than 16 Mi characters
 */
export function emitRules(
  arena: Pick<Arena, 'nodes' | 'root'>,
  options: EmitOptions,
): EmittedRules {
  const flow = findFlow(arena, options.view)
  const known = {
    arena,
    options,
    calls: findCalls(arena, options.view),
    flow,
    costs: createCosts(arena, options.view, flow),
  }
  // Once to see which rules may be undone, and once more to count what that costs.
  const tried = new Set<NodeId>()
  for (let size = -1; size !== tried.size;) {
    size = tried.size
    writeAll({ ...known, classes: createClassTests(), constants: [], tried })
  }
  const shared: Shared = { ...known, classes: createClassTests(), constants: [], tried }
  const functions = writeAll(shared)
  const constants = [...shared.classes.declarations(), ...shared.constants]
  return { functions, constants, calls: known.calls }
}

function writeAll(shared: Shared): string {
  const { arena, calls } = shared
  const lines = createLines()
  emitFunction(shared, lines, null, arena.root, anyFirst())
  for (const rule of calls.rules) {
    const node = nodeAt(arena, rule)
    if (node.kind !== 'rule') throw new TypeError(`node ${rule} is referred to, but is no rule`)
    lines.line('')
    emitFunction(shared, lines, rule, node.item, shared.flow.followOfRule(rule))
  }
  return lines.toString()
}

function emitFunction(
  shared: Shared,
  out: Lines,
  rule: NodeId | null,
  body: NodeId,
  follow: FirstSet,
): void {
  const { options, calls, costs } = shared
  const node = rule === null ? null : nodeAt(shared.arena, rule)
  const recorded = node?.kind === 'rule' && options.ruleRecords && !node.silent
  const deep = rule !== null && calls.deep.has(rule)
  for (const text of options.commentOf(rule)) out.line(text)
  const name = rule === null ? '$start' : options.nameOf(rule)
  out.block(`function ${name}(p${deep ? ', depth' : ''})`, () => {
    if (deep) out.line('if (depth > maxDepth) throw tooMuch')
    out.line(`if ((work += ${costs(body) + 4}) > 10000 + maxSteps * p) throw tooMuch`)
    const inner = createLines()
    const isTried = rule !== null && shared.tried.has(rule)
    const emitter = createEmitter(shared, inner, deep ? 'depth + 1' : '1', isTried)
    if (recorded) inner.line(`if (recording) record(${rule}, p)`)
    emitter.emit(body, follow, 'return -1')
    if (recorded) inner.line(`if (recording) record(~${rule}, p)`)
    inner.line('return p')
    const code = inner.toString()
    if (/\bt\b/.test(code)) out.line('const t = text')
    if (/\bn\b/.test(code)) out.line('const n = end')
    if (/\bc = /.test(code)) out.line('let c = 0')
    if (/\bcuts\b/.test(code)) out.line('let cuts = 0')
    for (const text of code.split('\n')) out.line(text)
  })
  if (out.length > MaxCode) {
    const hint = 'make nodes that are used in several places a rule'
    throw new GrammarError([
      diagnose('nesting-limit', 'the grammar unfolds to too much code', { hint }),
    ])
  }
}
