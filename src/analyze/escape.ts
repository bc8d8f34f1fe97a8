import type { Network } from './network-types.ts'
import { partition } from './partition.ts'
import { EndSet, type Config, type Walker } from './walk.ts'
import type { Way } from './network-types.ts'

/** What must come where a text goes on. */
export interface Demand {
  /** What it must begin with. */
  readonly way: Way
  /** The text may also end there. */
  readonly mayEnd: boolean
  /** A character after which the same may follow as before it is harmless. */
  readonly absorbs: boolean
}

interface Point {
  readonly open: readonly Config[]
  readonly wanted: readonly Config[]
  readonly text: string
}

const MaxConfigs = 5_000

/**
 * Looks for a text that may follow a state and does not begin as demanded. The demanded texts must
 * be drawn exactly; what follows may be drawn too widely.
 *
 * @returns the shortest such text, or null when all that may follow begins as demanded
 */
export function findEscape(
  network: Network,
  walker: Walker,
  after: number,
  { way, mayEnd, absorbs }: Demand,
): string | null {
  const home = absorbs ? walker.home(after) : new Set<Config>()
  const absorbed = (config: Config): boolean =>
    walker.reach([config], 'later').ready.every((place) => home.has(place))
  const queue: Point[] = [{ open: [walker.at(after)], wanted: [walker.at(way.start)], text: '' }]
  const seen = new Set<string>()
  let looked = 0
  for (const [depth, point] of queue.entries()) {
    const { ready, exits } = walker.reach(point.wanted, 'earlier', way.exit)
    // All that goes on from here has begun as demanded.
    if (exits) continue
    const going = walker.reach(point.open, 'later').ready
    looked += going.length + ready.length
    if (looked > MaxConfigs) return point.text
    const steps = going.flatMap((place) => walker.steps(place))
    const wanted = ready.flatMap((place) => walker.steps(place))
    const sets = [...steps, ...wanted].map((step) => step.set)
    for (const piece of partition(sets, network.sets)) {
      let next = steps.filter((step) => piece.sets.has(step.set)).map((step) => step.to)
      if (depth === 0 && piece.sets.has(EndSet) && mayEnd) continue
      if (depth === 0) next = next.filter((config) => !absorbed(config))
      if (next.length === 0) continue
      const text = piece.point < 0 ? point.text : point.text + String.fromCodePoint(piece.point)
      const begun = wanted.filter((step) => piece.sets.has(step.set)).map((step) => step.to)
      if (begun.length === 0) return text
      const open = sorted(next)
      const rest = sorted(begun)
      const key = `${open.join()}|${rest.join()}`
      if (seen.has(key)) continue
      seen.add(key)
      queue.push({ open, wanted: rest, text })
    }
  }
  return null
}

function sorted(configs: readonly Config[]): Config[] {
  return [...new Set(configs)].toSorted((a, b) => a - b)
}
