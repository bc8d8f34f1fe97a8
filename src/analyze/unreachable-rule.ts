import { diagnose, type Diagnostic } from '../diagnostics/diagnostic.ts'
import { nodeAt, partsOf, type Arena } from '../peg/arena.ts'
import type { NodeId } from '../peg/node.ts'

/** Every node that the root leads to, in either view, references followed. */
export function findReachable(arena: Omit<Arena, 'warnings'>): ReadonlySet<NodeId> {
  const seen = new Set<NodeId>([arena.root])
  for (const id of seen) {
    const node = nodeAt(arena, id)
    // A set walks what is added while it is walked.
    if (node.kind === 'ref') seen.add(node.target)
    else for (const part of partsOf(node)) seen.add(part)
  }
  return seen
}

/** Rules of the author's that nothing leads to. */
export function findUnreachableRules(arena: Omit<Arena, 'warnings'>): Diagnostic[] {
  const reachable = findReachable(arena)
  const found: Diagnostic[] = []
  for (const [name, id] of arena.rules) {
    const node = nodeAt(arena, id)
    if (reachable.has(id) || (node.kind === 'rule' && node.silent)) continue
    found.push(
      diagnose('unreachable-rule', `no rule leads to ${JSON.stringify(name)} from the root`, {
        rule: name,
        path: name,
        hint: `use ref(${JSON.stringify(name)}) where it belongs, or leave the rule out`,
      }),
    )
  }
  return found
}
