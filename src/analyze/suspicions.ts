import type { Arena } from '../peg/arena.ts'
import type { NodeId, PegNode } from '../peg/node.ts'

/** Which faults an arena may have. What is `false` it certainly has not. */
export interface Suspicions {
  /** Combinators stand deeper inside each other than a limit. */
  readonly nesting: boolean
  /** A rule reaches itself before any text is consumed. */
  readonly leftRecursion: boolean
  /** Something that can match nothing is repeated. */
  readonly emptyRepetition: boolean
}

/** A node may match without consuming text, in some view. */
const Nullable = 1
/** What may be tried first leads on and on, in some view: to a node that stands later, and on from there. */
const Endless = 2

/** A round more tells more of what leads ahead to what leads ahead; few grammars take a third one. */
const maxRounds = 4

/**
 * Looks for the faults of nearly no arena, both views together: the analyses that tell where a fault
 * is, and in which view, cost several passes each.
 *
 * A builder makes parts before what they are part of; references lead anywhere, and schemas to what
 * they were compiled to, later. So a way round leads to a later node at least once. A node is taken for
 * endless and nullable until a round over all nodes says otherwise; most often the first one does.
 */
export function findSuspicions(arena: Pick<Arena, 'nodes'>, maxNesting: number): Suspicions {
  const { nodes } = arena
  const facts = new Uint8Array(nodes.length).fill(Nullable | Endless)
  const ahead: NodeId[] = []
  const isSuspect = (target: NodeId): boolean => ((facts[target] ?? 0) & Endless) !== 0
  let [leftRecursion, emptyRepetition] = [true, true]
  for (let round = 0; round < maxRounds && (leftRecursion || emptyRepetition); round++) {
    emptyRepetition = false
    ahead.length = 0
    // Loops: this is asked of every node of every grammar, and closures would cost more than it.
    for (let id = 0; id < nodes.length; id++) {
      const node = nodes[id]
      if (node === undefined) continue
      facts[id] = factsOf(node, id)
      if (node.kind === 'repeat' && !isOnce(node) && ((facts[node.item] ?? 0) & Nullable) !== 0) {
        emptyRepetition = true
      }
    }
    leftRecursion = ahead.some(isSuspect)
  }
  return { nesting: isNested(arena, maxNesting), leftRecursion, emptyRepetition }

  function factOf(part: NodeId, id: number): number {
    if (part >= id) ahead.push(part)
    return facts[part] ?? 0
  }

  function factsOf(node: PegNode, id: number): number {
    switch (node.kind) {
      case 'literal':
      case 'token':
      case 'any':
      case 'through':
        return 0
      case 'chars':
        return node.min === 0 ? Nullable : 0
      case 'sequence': {
        let leads = 0
        // Items lead as far as the first one that consumes text.
        for (const item of node.items) {
          const fact = factOf(item, id)
          leads |= fact & Endless
          if ((fact & Nullable) === 0) return leads
        }
        return leads | Nullable
      }
      case 'choice': {
        let all = 0
        for (const item of node.items) all |= factOf(item, id)
        return all
      }
      case 'repeat':
        return factOf(node.item, id) | (node.min === 0 ? Nullable : 0)
      case 'ref':
        return factOf(node.target, id)
      case 'dual':
      case 'schema':
        return factOf(node.item, id) | factOf(node.strict, id)
      case 'rule':
      case 'json':
      case 'python':
      case 'tag':
      case 'atomic':
      case 'recover':
      case 'gbnf':
        return factOf(node.item, id)
      case 'peek':
      case 'not':
        return factOf(node.item, id) | Nullable
      default:
        return Nullable
    }
  }
}

/** Whether combinators may stand deeper inside each other than a limit. */
function isNested({ nodes }: Pick<Arena, 'nodes'>, maxNesting: number): boolean {
  const depths = new Uint32Array(nodes.length)
  for (let id = 0; id < nodes.length; id++) {
    const node = nodes[id]
    if (node === undefined) continue
    let depth = 0
    if ('items' in node) {
      for (const item of node.items) depth = Math.max(depth, depthOf(item, id))
    } else if ('item' in node) {
      depth = depthOf(node.item, id)
      if ('strict' in node) depth = Math.max(depth, depthOf(node.strict, id))
    }
    if (depth >= maxNesting) return true
    // A rule inside another one starts at nothing.
    depths[id] = node.kind === 'rule' ? 0 : depth + 1
  }
  return false

  function depthOf(part: NodeId, id: number): number {
    if (part < id) return depths[part] ?? 0
    const node = nodes[part]
    if (node?.kind === 'rule') return 0
    // How deep it is will be known when it is too late for its owner, but for what is made of a rule.
    return node?.kind === 'json' || node?.kind === 'python' ? 1 : maxNesting
  }
}

function isOnce({ max }: { readonly max: number | null }): boolean {
  return max !== null && max <= 1
}
