import type { CharSet } from '../peg/charset.ts'

/** Disjoint sets of code points, and which of the given sets each is part of. */
export interface Partition {
  readonly blocks: readonly CharSet[]
  /** For each block the indices of the sets that hold it, rising. */
  readonly members: readonly (readonly number[])[]
}

/**
 * The coarsest partition of the union of some sets in which each set is a union of blocks. Code
 * points of none of the sets are in no block. Cost: the number of pieces that the ends of all ranges
 * cut out, times how many sets hold each.
 */
export function partition(sets: readonly CharSet[]): Partition {
  const edges = edgesOf(sets)
  const indexOf = new Map(edges.map((edge, i) => [edge, i]))
  // The block of each piece between two edges; block 0 is outside of all sets.
  const blockOf = new Int32Array(edges.length)
  const members: (readonly number[])[] = [[]]
  sets.forEach((set, index) => {
    const split = new Map<number, number>()
    for (let i = 0; i + 1 < set.length; i += 2) {
      const end = indexOf.get((set[i + 1] ?? 0) + 1) ?? 0
      for (let piece = indexOf.get(set[i] ?? 0) ?? 0; piece < end; piece++) {
        const old = blockOf[piece] ?? 0
        let block = split.get(old)
        if (block === undefined) {
          block = members.length
          members.push([...(members[old] ?? []), index])
          split.set(old, block)
        }
        blockOf[piece] = block
      }
    }
  })
  return collect(edges, blockOf, members)
}

function edgesOf(sets: readonly CharSet[]): number[] {
  const edges = new Set<number>()
  for (const set of sets) {
    for (let i = 0; i + 1 < set.length; i += 2) {
      edges.add(set[i] ?? 0)
      edges.add((set[i + 1] ?? 0) + 1)
    }
  }
  return [...edges].toSorted((a, b) => a - b)
}

/** The blocks that still have pieces, in the order of their first code points. */
function collect(
  edges: readonly number[],
  blockOf: Int32Array,
  members: readonly (readonly number[])[],
): Partition {
  const ranges = new Map<number, number[]>()
  for (let piece = 0; piece + 1 < edges.length; piece++) {
    const block = blockOf[piece] ?? 0
    if (block === 0) continue
    const [low, high] = [edges[piece] ?? 0, (edges[piece + 1] ?? 0) - 1]
    const set = ranges.get(block)
    if (set === undefined) ranges.set(block, [low, high])
    else if (set[set.length - 1] === low - 1) set[set.length - 1] = high
    else set.push(low, high)
  }
  const kept = [...ranges.keys()]
  return {
    blocks: kept.map((block) => ranges.get(block) ?? []),
    members: kept.map((block) => members[block] ?? []),
  }
}
