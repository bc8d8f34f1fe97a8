import type { Network, Way } from './network-types.ts'
import { partition } from './partition.ts'
import type { Config, Walker } from './walk.ts'

/** A text on which an earlier way may keep the parser from a later one that the grammar admits. */
export interface Collision {
  /** `cut`: the earlier way is settled there; `unknown`: they could not be told apart. */
  readonly kind: 'wins' | 'cut' | 'unknown'
  readonly earlier: number
  readonly later: number
  /** The shortest such text. */
  readonly text: string
}

/** How much is looked at of ways that begin alike before the answer is "unknown". */
const MaxConfigs = 5_000

/** For each way the places where one may be in it. */
type Places = ReadonlyMap<number, readonly Config[]>

interface Point {
  /** Where the parser may be, in the ways it tries first. */
  readonly earlier: Places
  /** Where the grammar may be instead, in a later way or behind it. */
  readonly later: Places
  readonly before: Point | null
  /** The code point that led here. */
  readonly read: number
}

/**
 * Looks for a text that begins a later way, with what may follow it, and that an earlier way
 * accepts: breadth first, all ways at once, so that the cost is that of the texts they share.
 *
 * An earlier way that wins is harmless where what is left of the text may follow anyway: then the
 * parser reads the text in another way, but reads it. `landing` is the state behind the decision.
 */
export function findCollision(
  network: Network,
  walker: Walker,
  ways: readonly Way[],
  landing: number | null,
): Collision | null {
  const landed = landing === null ? new Set<Config>() : walker.home(landing)
  const begin = ways.map(({ start }, i): [number, Config[]] => [i, [walker.at(start)]])
  const seen = new Set<string>()
  const queue: Point[] = []
  let looked = 0
  enqueue({
    earlier: new Map(begin.filter(([i]) => (ways[i]?.exit ?? -1) >= 0)),
    later: new Map(begin),
    before: null,
    read: 0,
  })
  for (const point of queue) {
    const wins: number[] = []
    const cuts: number[] = []
    const earlier = new Map<number, readonly Config[]>()
    const later = new Map<number, readonly Config[]>()
    for (const [i, places] of point.earlier) {
      const reach = walker.reach(places, 'earlier', ways[i]?.exit)
      if (reach.exits) wins.push(i)
      if (reach.cuts) cuts.push(i)
      earlier.set(i, reach.ready)
      looked += reach.ready.length
    }
    for (const [i, places] of point.later) {
      const { ready } = walker.reach(places, 'later')
      later.set(i, ready)
      looked += ready.length
    }
    const found = collide('cut', point, cuts, later) ?? collide('wins', point, wins, later, landed)
    if (found !== null) return found
    if (looked > MaxConfigs + 400 * ways.length) {
      return collide('unknown', point, [...earlier.keys()], later)
    }
    expand(point, earlier, later)
  }
  return null

  function expand(before: Point, earlier: Places, later: Places): void {
    const steps = new Map<number, Move[]>()
    collectMoves(walker, steps, earlier, true)
    collectMoves(walker, steps, later, false)
    for (const piece of partition(steps.keys(), network.sets)) {
      const next = { earlier: new Map<number, Config[]>(), later: new Map<number, Config[]>() }
      for (const set of piece.sets) {
        for (const { way, to, isEarlier } of steps.get(set) ?? []) {
          const role = isEarlier ? next.earlier : next.later
          const places = role.get(way)
          if (places === undefined) role.set(way, [to])
          else if (!places.includes(to)) places.push(to)
        }
      }
      enqueue({ ...next, before, read: piece.point })
    }
  }

  /** Drops the ways that have nobody left to collide with. */
  function enqueue(point: Point): void {
    const lastLater = Math.max(-1, ...point.later.keys())
    const earlier = new Map([...point.earlier].filter(([i]) => i < lastLater))
    const firstEarlier = Math.min(Infinity, ...earlier.keys())
    const later = new Map([...point.later].filter(([i]) => i > firstEarlier))
    if (earlier.size === 0 || later.size === 0) return
    const key = keyOf(earlier, later)
    if (seen.has(key)) return
    seen.add(key)
    queue.push({ ...point, earlier, later })
  }
}

function collide(
  kind: Collision['kind'],
  point: Point,
  candidates: readonly number[],
  later: Places,
  harmless?: ReadonlySet<Config>,
): Collision | null {
  for (const i of candidates) {
    for (const [j, places] of later) {
      if (j <= i || places.every((place) => harmless?.has(place) === true)) continue
      return { kind, earlier: i, later: j, text: textOf(point) }
    }
  }
  return null
}

/** Where one way leads by a character of a set. */
interface Move {
  readonly way: number
  readonly to: Config
  readonly isEarlier: boolean
}

function collectMoves(
  walker: Walker,
  moves: Map<number, Move[]>,
  ways: Places,
  isEarlier: boolean,
): void {
  for (const [way, places] of ways) {
    for (const place of places) {
      for (const { set, to } of walker.steps(place)) {
        const list = moves.get(set)
        const move = { way, to, isEarlier }
        if (list === undefined) moves.set(set, [move])
        else list.push(move)
      }
    }
  }
}

function keyOf(earlier: Places, later: Places): string {
  const write = (places: Places): string =>
    [...places].map(([i, list]) => `${i}:${list.toSorted((a, b) => a - b).join()}`).join(';')
  return `${write(earlier)}|${write(later)}`
}

/** The text that leads to a point. */
function textOf(point: Point): string {
  const points: number[] = []
  for (let at: Point = point; at.before !== null; at = at.before) {
    if (at.read >= 0) points.push(at.read)
  }
  return points
    .toReversed()
    .map((each) => String.fromCodePoint(each))
    .join('')
}
