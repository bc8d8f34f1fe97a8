import type { Automaton } from './automaton.ts'
import { MaxStates, MaxTransitions } from './limits.ts'
import { minimise } from './minimise.ts'
import { partition } from './partition.ts'

/** The label of a text, from those that two automata give it; nothing for nothing. */
export type Combine = (a: number, b: number) => number

/**
 * The automaton that follows two at once.
 *
 * @returns `null` if it would be larger than the limits
 */
export function product(a: Automaton, b: Automaton, combine: Combine): Automaton | null {
  const found = walk(a, b, combine)
  return found === null ? null : minimise(found)
}

/** Whether no text gets a label of both; `null` if that cannot be found out within the limits. */
export function hasNone(a: Automaton, b: Automaton, combine: Combine): boolean | null {
  const found = walk(a, b, combine)
  return found === null ? null : found.labels.every((label) => label === 0)
}

function walk(a: Automaton, b: Automaton, combine: Combine): Automaton | null {
  const { blocks, members } = partition([...a.classes, ...b.classes])
  const [widthA, widthB] = [a.classes.length, b.classes.length]
  const classA = members.map((sets) => sets.find((index) => index < widthA) ?? -1)
  const classB = members.map(
    (sets) => (sets.find((index) => index >= widthA) ?? widthA - 1) - widthA,
  )
  // Where one has nowhere to go, the other may go on, unless that comes to nothing.
  const needsA = !labelsOf(b).some((label) => combine(0, label) !== 0)
  const needsB = !labelsOf(a).some((label) => combine(label, 0) !== 0)
  const numbers = new Map<number, number>()
  const pairs: [number, number][] = []

  function numberOf(stateA: number, stateB: number): number {
    if (stateA < 0 && (needsA || stateB < 0)) return -1
    if (stateB < 0 && needsB) return -1
    const key = (stateA + 1) * (b.labels.length + 1) + stateB + 1
    let number = numbers.get(key)
    if (number === undefined) {
      number = pairs.push([stateA, stateB]) - 1
      numbers.set(key, number)
    }
    return number
  }

  numberOf(0, 0)
  const next: number[] = []
  for (let i = 0; i < pairs.length; i++) {
    const [stateA, stateB] = pairs[i] ?? [-1, -1]
    for (let block = 0; block < blocks.length; block++) {
      next.push(
        numberOf(
          move(a.next, widthA, stateA, classA[block] ?? -1),
          move(b.next, widthB, stateB, classB[block] ?? -1),
        ),
      )
    }
    if (pairs.length > MaxStates || next.length > MaxTransitions) return null
  }
  const labels = pairs.map(([stateA, stateB]) =>
    combine(a.labels[stateA] ?? 0, b.labels[stateB] ?? 0),
  )
  return { classes: blocks, next: Int32Array.from(next), labels: Int32Array.from(labels) }
}

function move(next: Int32Array, width: number, state: number, index: number): number {
  return state < 0 || index < 0 ? -1 : (next[state * width + index] ?? -1)
}

function labelsOf({ labels }: Automaton): number[] {
  return [...new Set(labels)]
}
