import type { Parts } from './parts.ts'

/** A property as it is written. */
export interface Property {
  readonly key: string
  /** What follows the key's closing quote: colon, value and gap. */
  readonly rest: Parts
  readonly required: boolean
}

/** A property with its key. */
export function pairOf({ key, rest }: Property): Parts {
  return [JSON.stringify(key), ...rest]
}

/** A further property that is some of those that must come. */
export interface Owed {
  /** Which of them. */
  readonly bits: number
  readonly pair: Parts
}

/** What the properties of an object must come to. */
export interface Counted {
  readonly properties: readonly Property[]
  /** A further property. */
  readonly others: Parts | null
  /** Further properties that must come; one may be several of them. */
  readonly someOther: readonly Owed[]
  /** The bits of all that must come. */
  readonly owed: number
  readonly min: number
  readonly max: number | null
  readonly order: MemberOrder
}

/**
 * `listed`: the properties in their order, then further ones. `any`: in any order. `chain`: the
 * properties in their order, and further ones at any place.
 */
export type MemberOrder = 'listed' | 'any' | 'chain'

/** Where an object being written has got to. */
interface Progress {
  /** In their order, the next property; in any, the bits of those that are left. */
  readonly left: number
  /** How many there are, as far as that matters. */
  readonly count: number
  /** The bits of what must still come. */
  readonly owed: number
}

/** One property that may come, and the state behind it. */
export interface Step {
  readonly pair: Parts
  readonly to: number
}

/** A state of an object: whether it may end, and the properties that may come. */
export interface ObjectState {
  readonly isFirst: boolean
  readonly ends: boolean
  readonly steps: readonly Step[]
}

/** The most steps of the states of one object. */
const MaxSteps = 6_000

/**
 * The states of an object whose properties are counted.
 *
 * @returns none where no object will do; `null` where there are too many
 */
export function objectStates(object: Counted): readonly ObjectState[] | null {
  const { properties, min, max, order } = object
  const ids = new Map<string, number>()
  const open: Progress[] = []
  const idOf = (progress: Progress): number => {
    const key = `${progress.left} ${progress.count} ${progress.owed}`
    let id = ids.get(key)
    if (id === undefined) ids.set(key, (id = open.push(progress) - 1))
    return id
  }
  const all = order === 'any' ? 2 ** properties.length - 1 : 0
  idOf({ left: all, count: 0, owed: object.owed })
  const mostCounted = Math.max(max ?? min, 1)
  const states: ObjectState[] = []
  let steps = 0
  for (let i = 0; i < open.length; i++) {
    const from = open[i]
    if (from === undefined) break
    const count = Math.min(from.count + 1, mostCounted)
    const isFull = max !== null && from.count >= max
    const next = isFull ? [] : nextOf(object, from)
    steps += next.length + 1
    if (steps > MaxSteps) return null
    states.push({
      isFirst: from.count === 0,
      ends: from.count >= min && from.owed === 0 && !isOwing(object, from.left),
      steps: next.map(({ pair, ...to }) => ({ pair, to: idOf({ ...to, count }) })),
    })
  }
  return onlyLive(states)
}

interface Next {
  readonly pair: Parts
  readonly left: number
  readonly owed: number
}

function nextOf({ properties, others, someOther, order }: Counted, from: Progress): Next[] {
  const { left, owed } = from
  const found: Next[] = []
  for (const [i, property] of properties.entries()) {
    if (order === 'any') {
      if (hasBit(left, i)) found.push({ pair: pairOf(property), left: left - 2 ** i, owed })
    } else if (i >= left) {
      found.push({ pair: pairOf(property), left: i + 1, owed })
      if (property.required && order === 'listed') return found
      if (property.required) break
    }
  }
  const behind = order === 'listed' ? properties.length : left
  for (const { bits, pair } of someOther) {
    if ((owed & bits) === bits) found.push({ pair, left: behind, owed: owed & ~bits })
  }
  if (others !== null) found.push({ pair: others, left: behind, owed })
  return found
}

/** Whether a required property has not come. */
function isOwing({ properties, order }: Counted, left: number): boolean {
  return properties.some(
    ({ required }, i) => required && (order === 'any' ? hasBit(left, i) : i >= left),
  )
}

function hasBit(bits: number, index: number): boolean {
  return Math.floor(bits / 2 ** index) % 2 === 1
}

/** Without the properties after which an object cannot end; none where none can. */
function onlyLive(states: readonly ObjectState[]): readonly ObjectState[] {
  const live = new Set<number>()
  for (let grown = true; grown;) {
    grown = false
    for (let id = states.length - 1; id >= 0; id--) {
      const state = states[id]
      if (state === undefined || live.has(id)) continue
      if (!state.ends && !state.steps.some(({ to }) => live.has(to))) continue
      live.add(id)
      grown = true
    }
  }
  if (!live.has(0)) return []
  return states.map((state) => ({ ...state, steps: state.steps.filter(({ to }) => live.has(to)) }))
}
