import { scalarBody, type Flow } from '../machine/flow.ts'
import { nodeAt, type Arena, type View } from '../peg/arena.ts'
import type { NodeId } from '../peg/node.ts'
import { groupAlternatives } from './choice-groups.ts'

/** What entering an alternative and leaving it take. */
export const ChoiceCost = 5

/**
 * How many steps the machine takes at most for a node on the way that it takes first. Left out is what code counts where
 * it happens: rules that are called, the characters of scans, what loops and options repeat or enter, and alternatives
 * that are tried after another. Generated code counts so, in order to give up before the machine would.
 */
export function createCosts(
  arena: Pick<Arena, 'nodes'>,
  view: View,
  flow: Flow,
): (id: NodeId) => number {
  const known = new Map<NodeId, number>()

  function costOf(id: NodeId): number {
    let cost = known.get(id)
    if (cost === undefined) {
      cost = Math.min(computed(id), Number.MAX_SAFE_INTEGER / 4)
      known.set(id, cost)
    }
    return cost
  }

  function computed(id: NodeId): number {
    const node = nodeAt(arena, id)
    switch (node.kind) {
      case 'sequence':
        return node.items.reduce((total, item) => total + costOf(item), 0)
      case 'choice':
        return ChoiceCost + costOfChoice(node.items)
      case 'repeat':
        return 4
      case 'peek':
      case 'not':
        return costOf(node.item) + 3
      case 'atomic':
      case 'tag':
        return costOf(node.item) + 2
      case 'dual':
      case 'schema':
        return costOf(view === 'grammar' ? node.strict : node.item)
      case 'json':
      case 'python':
        return costOf(scalarBody(arena, node) ?? node.item)
      case 'gbnf':
      case 'recover':
        return costOf(node.item)
      default:
        // A scan may end in the middle of eight characters; a call returns.
        return 3
    }
  }

  /** The dearest of the alternatives that may be taken first. */
  function costOfChoice(items: readonly NodeId[]): number {
    const plan = flow.planChoice(items)
    const first =
      plan === null ? [0] : groupAlternatives(plan, items.length).map(({ members }) => members[0])
    const costs = first.map((i) => {
      const item = i === undefined ? undefined : items[i]
      return item === undefined ? 0 : costOf(item)
    })
    return Math.max(0, ...costs)
  }

  return costOf
}
