import { diagnose, type Diagnostic } from '../diagnostics/diagnostic.ts'
import { nodeAt, type Arena } from '../peg/arena.ts'
import { findReached } from './reached.ts'

/** Rules of the author's that nothing leads to. */
export function findUnreachableRules(arena: Omit<Arena, 'warnings'>): Diagnostic[] {
  const reachable = new Set(findReached(arena))
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
