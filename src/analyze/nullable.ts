import { viewsOf, type Arena, type View } from '../peg/arena.ts'
import type { PegNode } from '../peg/node.ts'

/** Which nodes may match without consuming text, in each view, as one byte a node. */
export type NullableNodes = Readonly<Record<View, Uint8Array>>

/** The same for both views, found once where they do not differ. */
export function findNullableNodes(arena: Pick<Arena, 'nodes'>): NullableNodes {
  const reading = findNullable(arena, 'reading')
  const grammar = viewsOf(arena).length === 1 ? reading : findNullable(arena, 'grammar')
  return { reading, grammar }
}

/**
 * Which nodes may match without consuming text, as one byte a node.
 *
 * Conservative: `1` may be wrong (a lookahead may always fail), `0` may not.
 *
 * @param asked the nodes that are asked about, ascending, and all that they lead to
 */
export function findNullable(
  { nodes }: Pick<Arena, 'nodes'>,
  view: View,
  asked: Iterable<number> = nodes.keys(),
): Uint8Array {
  const nullable = new Uint8Array(nodes.length)
  let open = [...asked]
  // Nodes stand after their parts, references excepted: a few rounds in order reach the fixpoint.
  for (let before = -1; open.length !== before;) {
    before = open.length
    open = open.filter((id) => {
      const node = nodes[id]
      if (node === undefined || !isNullable(node, view, nullable)) return true
      nullable[id] = 1
      return false
    })
  }
  return nullable
}

function isNullable(node: PegNode, view: View, known: Uint8Array): boolean {
  switch (node.kind) {
    case 'literal':
    case 'token':
    case 'any':
    case 'through':
      return false
    case 'chars':
      return node.min === 0
    case 'repeat':
      return node.min === 0 || known[node.item] === 1
    case 'sequence':
      // Loops: this is asked of every node of every grammar, and closures would cost more than it.
      for (const item of node.items) if (known[item] === 0) return false
      return true
    case 'choice':
      for (const item of node.items) if (known[item] === 1) return true
      return false
    case 'ref':
      return known[node.target] === 1
    case 'dual':
    case 'schema':
      return known[view === 'grammar' ? node.strict : node.item] === 1
    case 'recover':
      return view === 'reading' && known[node.item] === 1
    case 'atomic':
    case 'tag':
    case 'rule':
    case 'gbnf':
    case 'json':
    case 'python':
      return known[node.item] === 1
    default:
      return true
  }
}
