import { diagnose, type Diagnostic } from '../diagnostics/diagnostic.ts'
import { childrenOf, nodeAt, type Arena, type View } from '../peg/arena.ts'
import type { NodeId, PegNode } from '../peg/node.ts'
import { findNullable } from './nullable.ts'
import { createTrails } from './trail.ts'

/** Rules that reach themselves before any text is consumed: a parser would never come back. */
export function findLeftRecursion(arena: Omit<Arena, 'warnings'>): Diagnostic[] {
  const place = createTrails(arena)
  const found: Diagnostic[] = []
  const told = new Set<NodeId>()
  for (const view of ['reading', 'grammar'] as const) {
    for (const { closing, names } of findCycles(arena, view)) {
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

/** A depth-first walk over what may stand first, on a stack of its own. */
function findCycles(arena: Omit<Arena, 'warnings'>, view: View): Cycle[] {
  const nullable = findNullable(arena, view)
  const cycles: Cycle[] = []
  const done = new Set<NodeId>()
  for (const start of [arena.root, ...arena.rules.values()]) {
    const open = new Set<NodeId>()
    const way: { id: NodeId; next: Iterator<NodeId> }[] = []
    const enter = (id: NodeId): void => {
      open.add(id)
      way.push({ id, next: leadersOf(nodeAt(arena, id), view, nullable)[Symbol.iterator]() })
    }
    if (!done.has(start)) enter(start)
    for (let top = way.at(-1); top !== undefined; top = way.at(-1)) {
      const { done: exhausted, value } = top.next.next()
      if (exhausted === true) {
        way.pop()
        open.delete(top.id)
        done.add(top.id)
      } else if (open.has(value)) {
        const round = way.slice(way.findIndex((step) => step.id === value))
        cycles.push({
          closing: top.id,
          names: namesOf(
            arena,
            round.map((step) => step.id),
          ),
        })
      } else if (!done.has(value)) enter(value)
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
