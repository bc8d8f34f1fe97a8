import { nodeAt, partsOf, type Arena } from '../peg/arena.ts'
import type { NodeId } from '../peg/node.ts'

/**
 * The nodes that may be reached when text has been consumed already.
 *
 * Conservative: a node outside the set is reached at the beginning of the text only.
 */
export function findLateNodes(arena: Omit<Arena, 'warnings'>): ReadonlySet<NodeId> {
  const late = new Set<NodeId>()
  const early = new Set<NodeId>([arena.root])
  const visit = (id: NodeId, isLate: boolean): void => void (isLate ? late : early).add(id)
  // Both sets are walked while they grow; what is late already need not be walked as early.
  for (const id of early) spread(id, false)
  for (const id of late) spread(id, true)
  return late

  function spread(id: NodeId, isLate: boolean): void {
    const node = nodeAt(arena, id)
    if (node.kind === 'ref') return visit(node.target, isLate)
    if (node.kind !== 'sequence') {
      for (const part of partsOf(node)) visit(part, isLate || node.kind === 'repeat')
      return
    }
    let behind = isLate
    for (const item of node.items) {
      visit(item, behind)
      behind ||= mayConsume(arena, item)
    }
  }
}

/** Whether a node may consume text; `true` may be wrong, `false` may not. */
function mayConsume(arena: Pick<Arena, 'nodes'>, id: NodeId): boolean {
  const { kind } = nodeAt(arena, id)
  return kind !== 'start' && kind !== 'eps' && kind !== 'cut' && kind !== 'peek' && kind !== 'not'
}
