import { scalarBody } from '../machine/flow.ts'
import { childrenOf, nodeAt, type Arena, type View } from '../peg/arena.ts'
import type { NodeId, PegNode } from '../peg/node.ts'

/** Which rules call which, and how deep that can go. */
export interface CallGraph {
  /** The rules that the root leads to, in the order in which they are met. */
  readonly rules: readonly NodeId[]
  /** Rules that can be open twice: these are told how deep they stand. */
  readonly recursive: ReadonlySet<NodeId>
  /** Rules from which a recursive one is reached: these hand the depth on. */
  readonly deep: ReadonlySet<NodeId>
  /** The most calls that can be open at once of rules that are told no depth. */
  readonly flatHeight: number
}

/** Finds the calls of a view. Cost: nodes × rules. */
export function findCalls(arena: Pick<Arena, 'nodes' | 'root'>, view: View): CallGraph {
  const calls = new Map<NodeId, ReadonlySet<NodeId>>()
  const order: NodeId[] = []
  const queue: NodeId[] = [...callsIn(arena, arena.root, view)]
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    if (calls.has(next)) continue
    const node = nodeAt(arena, next)
    const called = node.kind === 'rule' ? callsIn(arena, node.item, view) : new Set<NodeId>()
    calls.set(next, called)
    order.push(next)
    queue.push(...called)
  }
  const components = componentsOf(order, calls)
  const recursive = new Set<NodeId>()
  const deep = new Set<NodeId>()
  const height = new Map<NodeId, number>()
  // Components come with those that they call before them.
  for (const component of components) {
    const loops =
      component.length > 1 || component.some((rule) => calls.get(rule)?.has(rule) === true)
    let most = 0
    for (const rule of component) {
      if (loops) recursive.add(rule)
      for (const called of calls.get(rule) ?? []) {
        if (deep.has(called)) deep.add(rule)
        most = Math.max(most, height.get(called) ?? 0)
      }
    }
    if (loops) for (const rule of component) deep.add(rule)
    for (const rule of component) height.set(rule, loops ? most : most + 1)
  }
  return { rules: order, recursive, deep, flatHeight: Math.max(0, ...height.values()) }
}

/** The rules that a node calls, not looking into them. */
function callsIn(arena: Pick<Arena, 'nodes'>, from: NodeId, view: View): ReadonlySet<NodeId> {
  const found = new Set<NodeId>()
  const seen = new Set<NodeId>()
  const left: NodeId[] = [from]
  for (let id = left.pop(); id !== undefined; id = left.pop()) {
    if (seen.has(id)) continue
    seen.add(id)
    const node = nodeAt(arena, id)
    if (node.kind === 'rule') found.add(id)
    else if (node.kind === 'ref') found.add(node.target)
    else left.push(...partsRead(arena, node, view))
  }
  return found
}

/** What a node is read by in place. */
function partsRead(arena: Pick<Arena, 'nodes'>, node: PegNode, view: View): readonly NodeId[] {
  if (node.kind === 'recover' && view === 'grammar') return []
  if (node.kind === 'json' || node.kind === 'python') return [scalarBody(arena, node) ?? node.item]
  return childrenOf(node, view)
}

/** Strongly connected components, called ones first. Source: Tarjan 1972, without recursion. */
function componentsOf(
  rules: readonly NodeId[],
  calls: ReadonlyMap<NodeId, ReadonlySet<NodeId>>,
): NodeId[][] {
  const index = new Map<NodeId, number>()
  const low = new Map<NodeId, number>()
  const stack: NodeId[] = []
  const waiting = new Set<NodeId>()
  const components: NodeId[][] = []
  const lower = (rule: NodeId, to: number): void =>
    void low.set(rule, Math.min(low.get(rule) ?? to, to))

  function open(rule: NodeId): { rule: NodeId; left: NodeId[] } {
    index.set(rule, index.size)
    low.set(rule, index.size - 1)
    stack.push(rule)
    waiting.add(rule)
    return { rule, left: [...(calls.get(rule) ?? [])] }
  }

  for (const start of rules) {
    if (index.has(start)) continue
    const path = [open(start)]
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const next = top.left.pop()
      if (next !== undefined) {
        if (!index.has(next)) path.push(open(next))
        else if (waiting.has(next)) lower(top.rule, index.get(next) ?? 0)
        continue
      }
      path.pop()
      const own = low.get(top.rule) ?? 0
      const outer = path.at(-1)
      if (outer !== undefined) lower(outer.rule, own)
      if (own !== index.get(top.rule)) continue
      const component = stack.splice(stack.indexOf(top.rule))
      for (const rule of component) waiting.delete(rule)
      components.push(component)
    }
  }
  return components
}
