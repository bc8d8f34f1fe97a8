import { charSet, charRanges, complement as otherChars } from '../peg/charset.ts'
import type { Automaton } from './automaton.ts'
import { anyChar } from './char-classes.ts'
import { MaxStates } from './limits.ts'
import { minimise } from './minimise.ts'
import { hasNone, product, type Plan } from './product.ts'

const both = (a: Automaton, b: Automaton): Plan => ({
  automata: [a, b],
  needed: [true, true],
  label: ([one, other]) => (one !== 0 && other !== 0 ? 1 : 0),
})
const either = (a: Automaton, b: Automaton): Plan => ({
  automata: [a, b],
  needed: [],
  label: ([one, other]) => (one !== 0 || other !== 0 ? 1 : 0),
})
const onlyFirst = (a: Automaton, b: Automaton): Plan => ({
  automata: [a, b],
  needed: [true, false],
  label: ([one, other]) => (one !== 0 && other === 0 ? 1 : 0),
})

/** Texts of both; `null` if the automaton would be larger than the limits. */
export function intersect(a: Automaton, b: Automaton): Automaton | null {
  if (a === anyText) return b
  return b === anyText || a === b ? a : product(both(a, b))
}

/** Texts of either; `null` if the automaton would be larger than the limits. */
export function union(a: Automaton, b: Automaton): Automaton | null {
  if (a === noText) return b
  return b === noText || a === b ? a : product(either(a, b))
}

/** Texts of the first that are not in the second; `null` beyond the limits. */
export function difference(a: Automaton, b: Automaton): Automaton | null {
  return product(onlyFirst(a, b))
}

/** Whether each text of the first is in the second; `null` if that is beyond the limits. */
export function isSubset(a: Automaton, b: Automaton): boolean | null {
  return hasNone(onlyFirst(a, b))
}

/** Whether no text is in both; `null` if that is beyond the limits. */
export function areDisjoint(a: Automaton, b: Automaton): boolean | null {
  return hasNone(both(a, b))
}

/** All texts that are not in the set: one state more at most. */
export function complement({ classes, next, labels }: Automaton): Automaton {
  const width = classes.length
  const rest = otherChars(charSet(classes.flatMap(charRanges)))
  const blocks = rest.length === 0 ? classes : [...classes, rest]
  const sink = labels.length
  const table = new Int32Array((sink + 1) * blocks.length).fill(sink)
  for (let state = 0; state < sink; state++) {
    for (let index = 0; index < width; index++) {
      const to = next[state * width + index] ?? -1
      table[state * blocks.length + index] = to < 0 ? sink : to
    }
  }
  const inverse = Int32Array.from([...labels, 0], (label) => (label === 0 ? 1 : 0))
  return minimise({ classes: blocks, next: table, labels: inverse })
}

/** Every text. */
export const anyText: Automaton = {
  classes: [anyChar],
  next: Int32Array.of(0),
  labels: Int32Array.of(1),
}

/** No text. */
export const noText: Automaton = {
  classes: [],
  next: new Int32Array(0),
  labels: Int32Array.of(0),
}

/**
 * Texts of so many code points; `max` is `null` where there is no limit. It has as many states as
 * the larger bound: bounds above `MaxStates` give `null`.
 */
export function lengthBetween(min: number, max: number | null): Automaton | null {
  if (max !== null && max < min) return noText
  const last = max ?? min
  if (last >= MaxStates) return null
  const next = Int32Array.from({ length: last + 1 }, (_, i) =>
    i < last ? i + 1 : max === null ? last : -1,
  )
  const labels = Int32Array.from({ length: last + 1 }, (_, i) => (i >= min ? 1 : 0))
  return last === 0 && max === 0 ? { ...noText, labels } : { classes: [anyChar], next, labels }
}

/** The least and the most code points of a text in a set that is not empty. */
export function lengthsOf({ classes, next, labels }: Automaton): {
  readonly min: number
  readonly max: number | null
} {
  const width = classes.length
  const depth = new Int32Array(labels.length).fill(-1)
  depth[0] = 0
  const queue = [0]
  let min = -1
  for (let i = 0; i < queue.length && min < 0; i++) {
    const state = queue[i] ?? 0
    if ((labels[state] ?? 0) !== 0) min = depth[state] ?? 0
    for (let index = 0; index < width; index++) {
      const to = next[state * width + index] ?? -1
      if (to < 0 || (depth[to] ?? 0) >= 0) continue
      depth[to] = (depth[state] ?? 0) + 1
      queue.push(to)
    }
  }
  return { min: Math.max(0, min), max: longest({ classes, next, labels }) }
}

/** The longest way through a graph without circles; `null` if it has one. */
function longest({ classes, next, labels }: Automaton): number | null {
  const width = classes.length
  const incoming = new Int32Array(labels.length)
  for (const to of next) if (to >= 0) incoming[to] = (incoming[to] ?? 0) + 1
  const far = new Int32Array(labels.length)
  const ready = (incoming[0] ?? 0) === 0 ? [0] : []
  let done = 0
  let max = 0
  for (let state = ready.pop(); state !== undefined; state = ready.pop()) {
    done++
    max = Math.max(max, far[state] ?? 0)
    for (let index = 0; index < width; index++) {
      const to = next[state * width + index] ?? -1
      if (to < 0) continue
      far[to] = Math.max(far[to] ?? 0, (far[state] ?? 0) + 1)
      incoming[to] = (incoming[to] ?? 0) - 1
      if (incoming[to] === 0) ready.push(to)
    }
  }
  return done === labels.length ? max : null
}
