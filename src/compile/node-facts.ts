import { scalarBody } from '../machine/flow.ts'
import { nodeAt, type Arena, type View } from '../peg/arena.ts'
import type { NodeId } from '../peg/node.ts'

/** What code needs to know of a node that is undone. */
export interface NodeFacts {
  /** Whether a cut inside settles what stands outside: one in a rule or lookahead does not. */
  mayCut(id: NodeId): boolean
  /** Whether records may be written inside. */
  mayRecord(id: NodeId): boolean
}

export function createFacts(arena: Pick<Arena, 'nodes'>, view: View): NodeFacts {
  const cutting = new Map<NodeId, boolean>()

  function mayCut(id: NodeId): boolean {
    return holds(id, cutting, (node) => {
      if (node.kind === 'cut') return true
      return node.kind === 'rule' || node.kind === 'ref' || isLookahead(node.kind) ? false : null
    })
  }

  const recording = new Map<NodeId, boolean>()

  function mayRecord(id: NodeId): boolean {
    return holds(id, recording, (node) => {
      if (node.kind === 'tag' || node.kind === 'rule' || node.kind === 'ref') return true
      return isLookahead(node.kind) ? false : null
    })
  }

  type Judge = (node: ReturnType<typeof nodeAt>) => boolean | null

  function holds(id: NodeId, memo: Map<NodeId, boolean>, judge: Judge): boolean {
    const remembered = memo.get(id)
    if (remembered !== undefined) return remembered
    const node = nodeAt(arena, id)
    const found = judge(node) ?? partsOfBody(id).some((part) => holds(part, memo, judge))
    memo.set(id, found)
    return found
  }

  function partsOfBody(id: NodeId): readonly NodeId[] {
    const node = nodeAt(arena, id)
    switch (node.kind) {
      case 'sequence':
      case 'choice':
        return node.items
      case 'dual':
      case 'schema':
        return [view === 'grammar' ? node.strict : node.item]
      case 'json':
      case 'python':
        return [scalarBody(arena, node) ?? node.item]
      case 'recover':
        return view === 'grammar' ? [] : [node.item]
      default:
        return 'item' in node ? [node.item] : []
    }
  }

  return { mayCut, mayRecord }
}

function isLookahead(kind: string): boolean {
  return kind === 'peek' || kind === 'not'
}
