import { childrenOf, type Arena } from '../peg/arena.ts'
import type { PegNode } from '../peg/node.ts'
import { Kind } from './kind.ts'

/** What a node may lead to. */
const HasName = 1
const HasId = 2

/**
 * Whether a call's id may end behind its name, in some call: then a name alone does not say whether
 * the model gives an id. `true` may be wrong, `false` may not.
 */
export function idFollowsName(
  { nodes }: Pick<Arena, 'nodes'>,
  kinds: Readonly<Uint8Array>,
): boolean {
  if (!kinds.includes(Kind.id)) return false
  const holds = findParts(nodes, kinds)
  const seen = new Set<number>()
  // Only inside one call: of two calls, the second's id always follows the first's name.
  const open = nodes.flatMap((_, id) => (kinds[id] === Kind.tool ? [id] : []))
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const node = nodes[id]
    if (node === undefined || seen.has(id)) continue
    seen.add(id)
    if (mayFollow(node, kinds[id] === Kind.id, holds)) return true
    for (const child of childrenOf(node, 'reading')) if (holds[child] !== 0) open.push(child)
  }
  return false
}

/** Whether the node itself puts an id behind a name. */
function mayFollow(node: PegNode, isId: boolean, holds: Readonly<Uint8Array>): boolean {
  const has = (id: number, part: number): boolean => ((holds[id] ?? 0) & part) !== 0
  if (node.kind === 'repeat') {
    return node.max !== 1 && has(node.item, HasName) && has(node.item, HasId)
  }
  // A name inside the id ends before it.
  if (node.kind === 'tag') return isId && has(node.item, HasName)
  if (node.kind !== 'sequence') return false
  const first = node.items.findIndex((item) => has(item, HasName))
  return first >= 0 && node.items.some((item, i) => i > first && has(item, HasId))
}

/** What each node may lead to, as bits; repeated until recursion adds nothing more. */
function findParts(nodes: readonly PegNode[], kinds: Readonly<Uint8Array>): Uint8Array {
  const holds = new Uint8Array(nodes.length)
  for (let changed = true; changed;) {
    changed = false
    nodes.forEach((node, id) => {
      let bits =
        kinds[id] === Kind.name || kinds[id] === Kind.nameJson
          ? HasName
          : kinds[id] === Kind.id
            ? HasId
            : 0
      for (const child of childrenOf(node, 'reading')) bits |= holds[child] ?? 0
      if (bits === holds[id]) return
      holds[id] = bits
      changed = true
    })
  }
  return holds
}
