import { childrenOf, nodeAt, type Arena, type View } from '../peg/arena.ts'
import type { NodeId } from '../peg/node.ts'

/**
 * The nodes that the root leads to in a view, or in either where none is given, ascending: all that a
 * machine of the view needs to know about. An arena of tools is mostly schemas, of which the reading
 * follows one node each.
 */
export function findReached(arena: Pick<Arena, 'nodes' | 'root'>, view?: View): NodeId[] {
  const seen = new Uint8Array(arena.nodes.length)
  const reached = [arena.root]
  seen[arena.root] = 1
  // The list grows while it is walked.
  for (const id of reached) {
    for (const child of childrenOf(nodeAt(arena, id), view)) {
      if (seen[child] === 1) continue
      seen[child] = 1
      reached.push(child)
    }
  }
  return reached.sort((a, b) => a - b)
}
