import type { Automaton } from './automaton.ts'
import { MaxStates, MaxTransitions } from './limits.ts'
import { minimise } from './minimise.ts'

/** Just these texts; `null` if they are more than the limits allow. Cost: their characters. */
export function fromWords(words: Iterable<string>): Automaton | null {
  const states: Map<number, number>[] = [new Map()]
  const ends = new Set<number>()
  const points = new Set<number>()
  for (const word of words) {
    let state = 0
    for (const char of word) {
      const point = char.codePointAt(0) ?? 0
      points.add(point)
      const edges = states[state]
      let to = edges?.get(point)
      if (to === undefined) {
        to = states.push(new Map()) - 1
        edges?.set(point, to)
        if (states.length > MaxStates) return null
      }
      state = to
    }
    ends.add(state)
  }
  const sorted = [...points].toSorted((a, b) => a - b)
  if (sorted.length * states.length > MaxTransitions) return null
  const next = new Int32Array(sorted.length * states.length).fill(-1)
  const indexOf = new Map(sorted.map((point, i) => [point, i]))
  states.forEach((edges, state) => {
    for (const [point, to] of edges) next[state * sorted.length + (indexOf.get(point) ?? 0)] = to
  })
  return minimise({
    classes: sorted.map((point) => [point, point]),
    next,
    labels: Int32Array.from(states, (_, state) => (ends.has(state) ? 1 : 0)),
  })
}
