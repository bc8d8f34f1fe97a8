import { diagnose, type Diagnostic } from '../diagnostics/diagnostic.ts'
import { nodeAt, type Arena } from '../peg/arena.ts'
import type { NodeId } from '../peg/node.ts'
import { createTrails, partsOf } from './trail.ts'

/**
 * How deep combinators may stand inside each other within one rule. Functions over an arena may
 * recurse within a rule, and go from rule to rule by a queue: they never overflow the stack.
 */
export const MaxNesting = 1000

/** Rules whose combinators stand too deep inside each other. */
export function findDeepNesting(arena: Pick<Arena, 'nodes' | 'rules' | 'root'>): Diagnostic[] {
  const depths = new Map<NodeId, number>()
  // Children before their parents: two visits a node, on a stack of our own.
  const stack: NodeId[] = [arena.root, ...arena.rules.values()]
  const open = new Set<NodeId>()
  while (stack.length > 0) {
    const id = stack[stack.length - 1] ?? arena.root
    if (depths.has(id)) {
      stack.pop()
      continue
    }
    const parts = partsOf(nodeAt(arena, id))
    if (open.has(id)) {
      depths.set(id, 1 + Math.max(0, ...parts.map((part) => depthInside(arena, depths, part))))
      stack.pop()
      continue
    }
    open.add(id)
    for (const part of parts) if (!depths.has(part)) stack.push(part)
  }
  const starts = new Set<NodeId>([arena.root, ...arena.rules.values()])
  const deep = [...starts].filter((id) => (depths.get(id) ?? 0) > MaxNesting + 1)
  if (deep.length === 0) return []
  const place = createTrails(arena)
  return deep.map((id) =>
    diagnose(
      'nesting-limit',
      `combinators stand ${depths.get(id) ?? 0} deep inside each other, more than ${MaxNesting}`,
      { ...place(id), hint: 'give an inner part a name with rule(name, …)' },
    ),
  )
}

/** A rule inside another one starts at nothing: it is measured by itself. */
function depthInside(
  arena: Pick<Arena, 'nodes'>,
  depths: ReadonlyMap<NodeId, number>,
  id: NodeId,
): number {
  return nodeAt(arena, id).kind === 'rule' ? 0 : (depths.get(id) ?? 0)
}
