import { charRanges, type CharSet } from '../peg/charset.ts'
import { EndSet } from './walk.ts'

/** A part of the alphabet that all given sets treat alike. */
export interface Piece {
  /** One of its code points, as readable a one as there is; -1 for the end of the text. */
  readonly point: number
  /** The sets that hold it. */
  readonly sets: ReadonlySet<number>
}

/** Divides the union of sets into the coarsest pieces that no set cuts. */
export function partition(ids: Iterable<number>, sets: readonly CharSet[]): Piece[] {
  const starts = new Map<number, number[]>()
  const ends = new Map<number, number[]>()
  const note = (map: Map<number, number[]>, point: number, id: number): void => {
    const list = map.get(point)
    if (list === undefined) map.set(point, [id])
    else list.push(id)
  }
  const pieces: Piece[] = []
  for (const id of new Set(ids)) {
    if (id === EndSet) pieces.push({ point: -1, sets: new Set([EndSet]) })
    for (const [lo, hi] of charRanges(sets[id] ?? [])) {
      note(starts, lo, id)
      note(ends, hi + 1, id)
    }
  }
  const points = [...new Set([...starts.keys(), ...ends.keys()])].toSorted((a, b) => a - b)
  const open = new Set<number>()
  const bySets = new Map<string, Piece>()
  points.forEach((point, i) => {
    for (const id of ends.get(point) ?? []) open.delete(id)
    for (const id of starts.get(point) ?? []) open.add(id)
    if (open.size === 0) return
    const key = [...open].toSorted((a, b) => a - b).join()
    const shown = readable(point, (points[i + 1] ?? point + 1) - 1)
    const known = bySets.get(key)
    if (known === undefined) bySets.set(key, { point: shown, sets: new Set(open) })
    else if (rank(shown) < rank(known.point)) bySets.set(key, { ...known, point: shown })
  })
  pieces.push(...bySets.values())
  return pieces
}

/** The most readable code point of a range, for examples in messages. */
function readable(lo: number, hi: number): number {
  for (const [from, to] of [
    [97, 122],
    [48, 57],
    [33, 126],
  ] as const) {
    if (lo <= to && hi >= from) return Math.max(lo, from)
  }
  return lo
}

function rank(point: number): number {
  if (point >= 97 && point <= 122) return 0
  if (point >= 48 && point <= 57) return 1
  return point > 32 && point < 127 ? 2 : 3
}
