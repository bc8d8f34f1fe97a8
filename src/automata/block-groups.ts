/** A partition of the numbers below a count, that grows finer. */
export interface BlockGroups {
  /** Parts some numbers from those that they were with. */
  split(numbers: Iterable<number>): void
  /** Parts numbers with different keys. */
  splitBy(keyOf: (number: number) => number): void
  /** The group of a number. */
  of(number: number): number
}

/** All numbers below a count in one group. */
export function createGroups(count: number): BlockGroups {
  const groups = new Int32Array(count)
  let created = 1

  function split(numbers: Iterable<number>): void {
    const moved = new Map<number, number>()
    for (const number of numbers) {
      const old = groups[number] ?? 0
      let group = moved.get(old)
      if (group === undefined) moved.set(old, (group = created++))
      groups[number] = group
    }
  }

  function splitBy(keyOf: (number: number) => number): void {
    const byKey = new Map<number, number[]>()
    for (let number = 0; number < count; number++) {
      const key = keyOf(number)
      const same = byKey.get(key)
      if (same === undefined) byKey.set(key, [number])
      else same.push(number)
    }
    if (byKey.size > 1) for (const numbers of byKey.values()) split(numbers)
  }

  return { split, splitBy, of: (number) => groups[number] ?? 0 }
}
