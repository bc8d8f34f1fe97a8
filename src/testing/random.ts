import { mulberry32 } from '../util/mulberry32.ts'

/** Draws whole numbers, the same for a seed everywhere. */
export interface Draw {
  /** A whole number from 0 to below `limit`. */
  below(limit: number): number
  pick<Item>(items: readonly [Item, ...Item[]]): Item
}

/** Makes one. */
export function createDraw(seed: number): Draw {
  const next = mulberry32(seed)
  const below = (limit: number): number => (limit <= 1 ? 0 : next() % limit)
  return { below, pick: (items) => items[below(items.length)] ?? items[0] }
}
