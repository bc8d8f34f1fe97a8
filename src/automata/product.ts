import type { Automaton } from './automaton.ts'
import { MaxStates, MaxTransitions } from './limits.ts'
import { minimise } from './minimise.ts'
import { partition } from './partition.ts'

/** How several automata are followed at once. */
export interface Plan {
  readonly automata: readonly Automaton[]
  /** The label of a text, from those that each gives it; 0 if all are 0. */
  label(labels: readonly number[]): number
  /** The automata that a text of any label must be able to go on in. */
  readonly needed: readonly boolean[]
}

/**
 * The automaton that follows several at once.
 *
 * @returns `null` if it would be larger than the limits
 */
export function product(plan: Plan): Automaton | null {
  const found = follow(plan)
  return found === null ? null : minimise(found)
}

/** Whether no text gets a label; `null` if that cannot be found out within the limits. */
export function hasNone(plan: Plan): boolean | null {
  const found = follow(plan)
  return found === null ? null : found.labels.every((label) => label === 0)
}

function follow({ automata, label, needed }: Plan): Automaton | null {
  const { blocks, members } = partition(automata.flatMap(({ classes }) => classes))
  const columns = columnsOf(automata, members)
  const count = automata.length
  // A state is one state of each automaton, -1 where that has nowhere to go.
  const tuples: Int32Array[] = []
  const numbers = new Map<number | string, number>()
  const keyOf = createKey(automata)

  function numberOf(tuple: Int32Array): number {
    const key = keyOf(tuple)
    const known = numbers.get(key)
    if (known !== undefined) return known
    const number = tuples.push(tuple.slice()) - 1
    numbers.set(key, number)
    return number
  }

  numberOf(new Int32Array(count))
  const next: number[] = []
  const to = new Int32Array(count)
  for (let i = 0; i < tuples.length; i++) {
    const from = tuples[i] ?? to
    for (let block = 0; block < blocks.length; block++) {
      let isDead = true
      let isLost = false
      for (let k = 0; k < count; k++) {
        const state = from[k] ?? -1
        const column = columns[k]?.[block] ?? -1
        const automaton = automata[k]
        const after =
          state < 0 || column < 0 || automaton === undefined
            ? -1
            : (automaton.next[state * automaton.classes.length + column] ?? -1)
        to[k] = after
        if (after >= 0) isDead = false
        else if (needed[k] === true) isLost = true
      }
      next.push(isDead || isLost ? -1 : numberOf(to))
    }
    if (tuples.length > MaxStates || next.length > MaxTransitions) return null
  }
  const labels = tuples.map((tuple) =>
    label(automata.map((automaton, k) => automaton.labels[tuple[k] ?? -1] ?? 0)),
  )
  return { classes: blocks, next: Int32Array.from(next), labels: Int32Array.from(labels) }
}

/** For each automaton and block the class that holds the block, or -1. */
function columnsOf(
  automata: readonly Automaton[],
  members: readonly (readonly number[])[],
): Int32Array[] {
  let base = 0
  return automata.map(({ classes }) => {
    const start = base
    base += classes.length
    return Int32Array.from(members, (sets) => {
      const set = sets.find((index) => index >= start && index < start + classes.length)
      return set === undefined ? -1 : set - start
    })
  })
}

/** A number for each tuple while that is exact, else a text. */
function createKey(automata: readonly Automaton[]): (tuple: Int32Array) => number | string {
  const sizes = automata.map(({ labels }) => labels.length + 1)
  const all = sizes.reduce((whole, size) => whole * size, 1)
  if (all > Number.MAX_SAFE_INTEGER) return (tuple) => tuple.join()
  return (tuple) => {
    let key = 0
    for (let k = 0; k < sizes.length; k++) key = key * (sizes[k] ?? 1) + (tuple[k] ?? 0) + 1
    return key
  }
}
