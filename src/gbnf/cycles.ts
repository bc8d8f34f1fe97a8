/** A directed graph of numbers. Edges may repeat. */
export type Edges = readonly (readonly number[])[]

/**
 * The strongly connected components, each after all that it leads to. Iterative: a chain of any
 * length is no danger to the stack.
 */
export function findComponents(edges: Edges): number[][] {
  const count = edges.length
  const index = new Int32Array(count).fill(-1)
  const low = new Int32Array(count)
  const onStack = new Uint8Array(count)
  const tried = new Int32Array(count)
  const open: number[] = []
  const components: number[][] = []
  let next = 0

  function enter(node: number, trail: number[]): void {
    index[node] = low[node] = next++
    onStack[node] = 1
    open.push(node)
    trail.push(node)
  }

  function close(node: number): void {
    if (low[node] !== index[node]) return
    const component: number[] = []
    for (;;) {
      const member = open.pop()
      if (member === undefined) break
      onStack[member] = 0
      component.push(member)
      if (member === node) break
    }
    components.push(component.toReversed())
  }

  for (let start = 0; start < count; start++) {
    if (index[start] !== -1) continue
    const trail: number[] = []
    enter(start, trail)
    for (let node = trail.at(-1); node !== undefined; node = trail.at(-1)) {
      const target = edges[node]?.[tried[node]!++]
      if (target === undefined) {
        trail.pop()
        close(node)
        const parent = trail.at(-1)
        if (parent !== undefined) low[parent] = Math.min(low[parent]!, low[node]!)
      } else if (index[target] === -1) enter(target, trail)
      else if (onStack[target] === 1) low[node] = Math.min(low[node]!, index[target]!)
    }
  }
  return components
}

/** A shortest way from a node back to itself inside its component, or null when there is none. */
export function findCycle(edges: Edges, component: readonly number[]): number[] | null {
  const inside = new Set(component)
  const start = component[0]
  if (start === undefined) return null
  const cameFrom = new Map<number, number>()
  const queue = [start]
  for (const node of queue) {
    for (const target of edges[node] ?? []) {
      if (target === start) return trailTo(node, start, cameFrom)
      if (!inside.has(target) || cameFrom.has(target)) continue
      cameFrom.set(target, node)
      queue.push(target)
    }
  }
  return null
}

function trailTo(end: number, start: number, cameFrom: ReadonlyMap<number, number>): number[] {
  const trail = [end]
  for (let at = end; at !== start;) {
    at = cameFrom.get(at) ?? start
    trail.push(at)
  }
  return trail.toReversed()
}
