import { nodeAt, partsOf, type Arena } from '../peg/arena.ts'
import type { NodeId, UntilNode } from '../peg/node.ts'

/**
 * The `until` nodes whose automaton the grammar joins with the delimiter behind it: those that stand
 * in a sequence directly before a literal that begins with one of their delimiters. For them a
 * delimiter that overlaps itself is found where the parser finds it.
 */
export function findJoinedUntils(arena: Pick<Arena, 'nodes'>): ReadonlySet<NodeId> {
  const uses = new Map<NodeId, number>()
  for (const node of arena.nodes) {
    for (const part of partsOf(node)) uses.set(part, (uses.get(part) ?? 0) + 1)
  }
  const joined = new Set<NodeId>()
  for (const node of arena.nodes) {
    if (node.kind !== 'sequence') continue
    node.items.forEach((item, i) => {
      const id = untilInside(arena, uses, item)
      const next = node.items[i + 1]
      if (id === null || next === undefined) return
      const { delimiters } = nodeAt(arena, id) as UntilNode
      const text = leadingText(arena, next)
      if (delimiters.some((d) => text.startsWith(d.text))) joined.add(id)
    })
  }
  return joined
}

/** The `until` that a node is, behind tags; shared nodes are rules of their own in the grammar. */
function untilInside(
  arena: Pick<Arena, 'nodes'>,
  uses: ReadonlyMap<NodeId, number>,
  start: NodeId,
): NodeId | null {
  let id = start
  for (;;) {
    const node = nodeAt(arena, id)
    if ((uses.get(id) ?? 0) > 1) return null
    if (node.kind === 'until') return id
    if (node.kind !== 'tag' && node.kind !== 'atomic') return null
    id = node.item
  }
}

function leadingText(arena: Pick<Arena, 'nodes'>, start: NodeId): string {
  let id = start
  for (;;) {
    const node = nodeAt(arena, id)
    if (node.kind === 'literal') return node.text
    if (node.kind === 'sequence' && node.items[0] !== undefined) id = node.items[0]
    else if (node.kind === 'tag' || node.kind === 'atomic') id = node.item
    else return ''
  }
}
