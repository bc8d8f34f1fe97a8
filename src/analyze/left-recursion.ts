import { diagnose, type Diagnostic } from '../diagnostics/diagnostic.ts'
import { childrenOf, nodeAt, viewsOf, type Arena, type View } from '../peg/arena.ts'
import type { NodeId, PegNode } from '../peg/node.ts'
import type { NullableNodes } from './nullable.ts'
import { createTrails } from './trail.ts'

/** Rules that reach themselves before any text is consumed: a parser would never come back. */
export function findLeftRecursion(
  arena: Omit<Arena, 'warnings'>,
  nullable: NullableNodes,
): Diagnostic[] {
  const place = createTrails(arena)
  const found: Diagnostic[] = []
  const told = new Set<NodeId>()
  for (const view of viewsOf(arena)) {
    for (const { closing, names } of findCycles(arena, view, nullable[view])) {
      // A cycle of both views is one fault.
      if (told.has(closing)) continue
      told.add(closing)
      const [first = ''] = names
      found.push(
        diagnose(
          'left-recursion',
          `the rule ${JSON.stringify(first)} reaches itself without consuming text`,
          {
            ...place(closing),
            ...(names.length > 1
              ? { related: [`by way of ${[...names, first].join(' > ')}`] }
              : {}),
            hint: 'begin with what is always there, and repeat the rest with zeroOrMore',
          },
        ),
      )
    }
  }
  return found
}

interface Cycle {
  /** The node that leads back to the first rule. */
  readonly closing: NodeId
  /** The rules on the way round, each once. */
  readonly names: readonly string[]
}

/** A step of a way: a node, and which of the nodes that may stand first in it comes next. */
interface Step {
  readonly id: NodeId
  readonly leaders: readonly NodeId[]
  next: number
}

const Open = 1
const Done = 2

/** A depth-first walk over what may stand first, on a stack of its own. */
function findCycles(
  arena: Omit<Arena, 'warnings'>,
  view: View,
  nullable: Uint8Array,
): readonly Cycle[] {
  const cycles: Cycle[] = []
  const states = new Uint8Array(arena.nodes.length)
  const way: Step[] = []
  const enter = (id: NodeId): void => {
    const leaders = leadersOf(nodeAt(arena, id), view, nullable)
    states[id] = leaders.length === 0 ? Done : Open
    if (leaders.length > 0) way.push({ id, leaders, next: 0 })
  }
  for (const start of [arena.root, ...arena.rules.values()]) {
    if (states[start] !== Done) enter(start)
    for (let top = way.at(-1); top !== undefined; top = way.at(-1)) {
      const leader = top.leaders[top.next++]
      if (leader === undefined) {
        way.pop()
        states[top.id] = Done
      } else if (states[leader] === Open) {
        const round = way.slice(way.findIndex(({ id }) => id === leader))
        const ids = round.map(({ id }) => id)
        cycles.push({ closing: top.id, names: namesOf(arena, ids) })
      } else if (states[leader] !== Done) enter(leader)
    }
  }
  return cycles
}

function namesOf(arena: Omit<Arena, 'warnings'>, ids: readonly NodeId[]): string[] {
  const names: string[] = []
  for (const id of ids) {
    const node = nodeAt(arena, id)
    if (node.kind === 'rule') names.push(node.name)
  }
  return names
}

/** The nodes that may be tried where a node is, before it has consumed anything. */
function leadersOf(node: PegNode, view: View, nullable: Uint8Array): readonly NodeId[] {
  if (node.kind === 'recover' && view === 'grammar') return []
  if (node.kind !== 'sequence') return childrenOf(node, view)
  const stop = node.items.findIndex((item) => nullable[item] === 0)
  return stop < 0 ? node.items : node.items.slice(0, stop + 1)
}
