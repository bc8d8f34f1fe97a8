/** Where the characters lead, by numbers. */
export interface Transitions {
  /** How many classes of characters there are. */
  readonly width: number
  /** `next[state * width + class]`, or -1 for nowhere. */
  readonly next: Int32Array
  /** For each state 0, or what a text that ends there is labelled with. */
  readonly labels: Int32Array
}

/**
 * The block of equivalent states that each state is in; the last entry is that of a state from which
 * nothing is accepted. Partition refinement: states × classes × log states.
 *
 * J. Hopcroft, "An n log n algorithm for minimizing states in a finite automaton", 1971.
 */
export function equivalentStates({ width, next, labels }: Transitions): Int32Array {
  const count = labels.length + 1
  const dead = count - 1
  const incoming = invert(next, width, count)
  // Blocks are stretches of `order`.
  const order = new Int32Array(count)
  const placeOf = new Int32Array(count)
  const blockOf = new Int32Array(count)
  const starts: number[] = []
  const ends: number[] = []
  const byLabel = new Map<number, number[]>()
  for (let state = 0; state < count; state++) {
    const label = state === dead ? 0 : (labels[state] ?? 0)
    const group = byLabel.get(label)
    if (group === undefined) byLabel.set(label, [state])
    else group.push(state)
  }
  let place = 0
  for (const group of byLabel.values()) {
    starts.push(place)
    for (const state of group) {
      order[place] = state
      placeOf[state] = place++
      blockOf[state] = starts.length - 1
    }
    ends.push(place)
  }
  const waiting: number[] = starts.map((_, block) => block)
  // How many states of a block have been moved to its front.
  const marked = starts.map(() => 0)

  function mark(state: number, touched: number[]): void {
    const block = blockOf[state] ?? 0
    const front = (starts[block] ?? 0) + (marked[block] ?? 0)
    const at = placeOf[state] ?? 0
    if (at < front) return
    if (marked[block] === 0) touched.push(block)
    const other = order[front] ?? 0
    order[front] = state
    order[at] = other
    placeOf[state] = front
    placeOf[other] = at
    marked[block] = (marked[block] ?? 0) + 1
  }

  function split(block: number): void {
    const [start, end, size] = [starts[block] ?? 0, ends[block] ?? 0, marked[block] ?? 0]
    marked[block] = 0
    if (size === end - start) return
    // The smaller part becomes the new block: each state moves at most log n times.
    const isFrontSmaller = size <= end - start - size
    const created = starts.length
    starts.push(isFrontSmaller ? start : start + size)
    ends.push(isFrontSmaller ? start + size : end)
    if (isFrontSmaller) starts[block] = start + size
    else ends[block] = start + size
    marked.push(0)
    waiting.push(created)
    for (let i = starts[created] ?? 0; i < (ends[created] ?? 0); i++)
      blockOf[order[i] ?? 0] = created
  }

  for (let block = waiting.pop(); block !== undefined; block = waiting.pop()) {
    const members = order.slice(starts[block], ends[block])
    for (let index = 0; index < width; index++) {
      const touched: number[] = []
      for (const member of members) {
        const slot = index * count + member
        for (let i = incoming.starts[slot] ?? 0; i < (incoming.starts[slot + 1] ?? 0); i++) {
          mark(incoming.sources[i] ?? 0, touched)
        }
      }
      for (const hit of touched) split(hit)
    }
  }
  return blockOf
}

/** For each class and state the states that lead to it, as stretches of one list. */
function invert(
  next: Int32Array,
  width: number,
  count: number,
): { starts: Int32Array; sources: Int32Array } {
  const dead = count - 1
  const starts = new Int32Array(width * count + 1)
  const slotOf = (state: number, index: number): number => {
    const to = state === dead ? dead : (next[state * width + index] ?? -1)
    return index * count + (to < 0 ? dead : to)
  }
  for (let state = 0; state < count; state++) {
    for (let index = 0; index < width; index++) {
      const slot = slotOf(state, index) + 1
      starts[slot] = (starts[slot] ?? 0) + 1
    }
  }
  for (let i = 1; i < starts.length; i++) starts[i] = (starts[i] ?? 0) + (starts[i - 1] ?? 0)
  const at = starts.slice()
  const sources = new Int32Array(width * count)
  for (let state = 0; state < count; state++) {
    for (let index = 0; index < width; index++) {
      const slot = slotOf(state, index)
      const place = at[slot] ?? 0
      sources[place] = state
      at[slot] = place + 1
    }
  }
  return { starts, sources }
}
