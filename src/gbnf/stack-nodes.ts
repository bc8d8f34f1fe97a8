/** Linked stacks: a node is a place on top of another node. Node 0 is the stack without places. */
export interface StackNodes {
  readonly count: () => number
  readonly place: (node: number) => number
  readonly below: (node: number) => number
  /** The node for this place on top of that node: always the same one. */
  readonly node: (place: number, below: number) => number
  /**
   * Keeps the nodes of these stacks and gives them new numbers, in `stacks` too.
   *
   * @returns how many nodes are left
   */
  readonly compact: (stacks: Int32Array) => number
}

export function createStackNodes(): StackNodes {
  let places = new Int32Array(64)
  let belows = new Int32Array(64)
  let count = 1
  // Open addressing; 0 is a free slot, as node 0 is never looked up.
  let slots = new Int32Array(128)

  function findSlot(place: number, below: number): number {
    const mask = slots.length - 1
    let slot = (Math.imul(place, 0x9e3779b1) ^ Math.imul(below, 0x85ebca6b)) >>> 0
    slot = (slot ^ (slot >>> 15)) & mask
    for (;;) {
      const found = slots[slot]!
      if (found === 0 || (places[found] === place && belows[found] === below)) return slot
      slot = (slot + 1) & mask
    }
  }

  function node(place: number, below: number): number {
    const slot = findSlot(place, below)
    const known = slots[slot]!
    if (known !== 0) return known
    if (count === places.length) {
      places = grown(places, count + 1)
      belows = grown(belows, count + 1)
    }
    places[count] = place
    belows[count] = below
    slots[slot] = count++
    if (count * 2 > slots.length) rehash(slots.length * 2)
    return count - 1
  }

  function rehash(size: number): void {
    slots = new Int32Array(size)
    for (let each = 1; each < count; each++) slots[findSlot(places[each]!, belows[each]!)] = each
  }

  function compact(stacks: Int32Array): number {
    const numbers = new Int32Array(count)
    for (const top of stacks) {
      for (let each = top; each !== 0 && numbers[each] === 0; each = belows[each]!) {
        numbers[each] = 1
      }
    }
    // A node is younger than the one below it, so upwards each finds its below renumbered.
    let kept = 1
    for (let each = 1; each < count; each++) {
      if (numbers[each] === 0) continue
      places[kept] = places[each]!
      belows[kept] = numbers[belows[each]!]!
      numbers[each] = kept++
    }
    count = kept
    stacks.forEach((top, i) => (stacks[i] = numbers[top]!))
    rehash(slots.length)
    return kept
  }

  return {
    count: () => count,
    place: (each) => places[each]!,
    below: (each) => belows[each]!,
    node,
    compact,
  }
}

/** The same numbers in an array that holds at least `size`, and at least doubles. */
export function grown(array: Int32Array<ArrayBuffer>, size: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(Math.max(size, array.length * 2))
  larger.set(array)
  return larger
}
