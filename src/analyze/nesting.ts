import { diagnose, type Diagnostic } from '../diagnostics/diagnostic.ts'
import { nodeAt, partsOf, type Arena } from '../peg/arena.ts'
import type { NodeId } from '../peg/node.ts'
import { createTrails } from './trail.ts'

/**
 * How deep combinators may stand inside each other within one rule. Functions over an arena may
 * recurse within a rule, and go from rule to rule by a queue: they never overflow the stack.
 */
export const MaxNesting = 1000

/** Rules whose combinators stand too deep inside each other. */
export function findDeepNesting(arena: Pick<Arena, 'nodes' | 'rules' | 'root'>): Diagnostic[] {
  const depths = measureDepths(arena)
  const starts = new Set<NodeId>([arena.root, ...arena.rules.values()])
  const deep = [...starts].filter((id) => (depths[id] ?? 0) > MaxNesting + 1)
  if (deep.length === 0) return []
  const place = createTrails(arena)
  return deep.map((id) =>
    diagnose(
      'nesting-limit',
      `combinators stand ${depths[id] ?? 0} deep inside each other, more than ${MaxNesting}`,
      { ...place(id), hint: 'give an inner part a name with rule(name, …)' },
    ),
  )
}

/** For each node how many nodes stand inside each other in it, rules inside not entered. */
function measureDepths(arena: Pick<Arena, 'nodes'>): Uint32Array {
  const depths = new Uint32Array(arena.nodes.length)
  // Parts before the nodes made of them: the builder made most of them in this order.
  const stack: NodeId[] = []
  for (const start of arena.nodes.keys()) {
    stack.push(start as NodeId)
    for (let id = stack.at(-1); id !== undefined; id = stack.at(-1)) {
      if (depths[id] === 0) measure(id)
      if (depths[id] !== 0) stack.pop()
    }
  }
  return depths

  /** Measures a node, or puts the parts that must be measured before it on the stack. */
  function measure(id: NodeId): void {
    let deepest = 0
    const known = stack.length
    for (const part of partsOf(nodeAt(arena, id))) {
      // A rule inside another one starts at nothing: it is measured by itself.
      if (nodeAt(arena, part).kind === 'rule') continue
      const depth = depths[part] ?? 0
      if (depth === 0) stack.push(part)
      deepest = Math.max(deepest, depth)
    }
    if (stack.length === known) depths[id] = deepest + 1
  }
}
