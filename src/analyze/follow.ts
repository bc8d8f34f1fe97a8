import { childrenOf, nodeAt, type Arena, type View } from '../peg/arena.ts'
import type { NodeId } from '../peg/node.ts'
import {
  addFirst,
  anyFirst,
  emptyFirst,
  endFirst,
  joinFirst,
  type FirstSet,
  type FirstTable,
} from './first.ts'

/**
 * What may follow each node, over all its uses; behind a cut, and behind the root, anything. Nodes
 * that the root does not lead to have no entry.
 */
export function findFollow(
  arena: Pick<Arena, 'nodes' | 'root'>,
  view: View,
  { first, nullable, cutPrefix }: FirstTable,
): ReadonlyMap<NodeId, FirstSet> {
  const follow = new Map<NodeId, FirstSet>()
  const grown: NodeId[] = []

  function add(id: NodeId, more: FirstSet): void {
    const known = follow.get(id)
    if (known === undefined) follow.set(id, more.slice())
    else if (!addFirst(known, more)) return
    grown.push(id)
  }

  function addSequence(items: readonly NodeId[], behind: FirstSet): void {
    let next = behind
    for (const item of items.toReversed()) {
      add(item, next)
      const own = first[item] ?? emptyFirst()
      if (cutPrefix[item] === 1) next = anyFirst()
      else if (nodeAt(arena, item).kind === 'end') next = endFirst()
      else next = nullable[item] === 1 ? joinFirst(own, next) : own
    }
  }

  add(arena.root, anyFirst())
  for (let id = grown.pop(); id !== undefined; id = grown.pop()) {
    const node = nodeAt(arena, id)
    const behind = follow.get(id) ?? anyFirst()
    if (node.kind === 'sequence') addSequence(node.items, behind)
    else if (node.kind === 'repeat' && node.max !== 1) {
      add(node.item, joinFirst(first[node.item] ?? emptyFirst(), behind))
    } else {
      const inside = node.kind === 'peek' || node.kind === 'not' ? anyFirst() : behind
      for (const child of childrenOf(node, view)) add(child, inside)
    }
  }
  return follow
}
