import { charRanges, charSet } from '../peg/charset.ts'
import type { Automaton } from './automaton.ts'
import { equivalentStates } from './equivalent-states.ts'

/**
 * The minimal automaton of the same texts and labels, with the numbering that `Automaton` promises.
 * Classes that no state tells apart become one. Cost: states × classes × log states.
 */
export function minimise(automaton: Automaton): Automaton {
  return mergeClasses(
    renumber(automaton, equivalentStates({ ...automaton, width: automaton.classes.length })),
  )
}

/** As `minimise`, for an automaton whose states are all reached, of use, and told apart. */
export function inOrder(automaton: Automaton): Automaton {
  return mergeClasses(automaton)
}

/** One state for each block that the first one leads to, in breadth-first order. */
function renumber(automaton: Automaton, blockOf: Int32Array): Automaton {
  const { classes, next, labels } = automaton
  const width = classes.length
  const dead = blockOf[labels.length] ?? -1
  const numbers = new Map<number, number>([[blockOf[0] ?? 0, 0]])
  const states = [0]
  const table: number[] = []
  for (let i = 0; i < states.length; i++) {
    for (let index = 0; index < width; index++) {
      const to = next[(states[i] ?? 0) * width + index] ?? -1
      const block = to < 0 ? dead : (blockOf[to] ?? dead)
      if (block === dead) {
        table.push(-1)
        continue
      }
      let number = numbers.get(block)
      if (number === undefined) {
        number = states.length
        numbers.set(block, number)
        states.push(to)
      }
      table.push(number)
    }
  }
  return {
    classes,
    next: Int32Array.from(table),
    labels: Int32Array.from(states, (state) => labels[state] ?? 0),
  }
}

/** One class for those that lead from each state to the same; none for those that lead nowhere. */
function mergeClasses(automaton: Automaton): Automaton {
  const { classes, next, labels } = automaton
  const width = classes.length
  const merged = likeColumns(automaton)
    .map((indices) => ({
      set: charSet(indices.flatMap((index) => charRanges(classes[index] ?? []))),
      index: indices[0] ?? 0,
    }))
    .toSorted((a, b) => (a.set[0] ?? 0) - (b.set[0] ?? 0))
  const table = new Int32Array(labels.length * merged.length)
  merged.forEach(({ index }, column) => {
    for (let state = 0; state < labels.length; state++) {
      table[state * merged.length + column] = next[state * width + index] ?? -1
    }
  })
  return renumberPlainly({ classes: merged.map(({ set }) => set), next: table, labels })
}

/** The classes in groups that no state tells apart, without those that lead nowhere. */
function likeColumns({ classes, next, labels }: Automaton): number[][] {
  const width = classes.length
  const group = new Int32Array(width)
  const leads = new Uint8Array(width)
  let count = 1
  for (let state = 0; state < labels.length; state++) {
    const split = new Map<number, number>()
    const groups = count
    for (let index = 0; index < width; index++) {
      const to = next[state * width + index] ?? -1
      if (to >= 0) leads[index] = 1
      if (groups === width) continue
      const key = (group[index] ?? 0) * (labels.length + 1) + to + 1
      let found = split.get(key)
      if (found === undefined) split.set(key, (found = split.size))
      group[index] = found
    }
    if (groups < width) count = split.size
  }
  const lists = new Map<number, number[]>()
  for (let index = 0; index < width; index++) {
    if (leads[index] === 0) continue
    const list = lists.get(group[index] ?? 0)
    if (list === undefined) lists.set(group[index] ?? 0, [index])
    else list.push(index)
  }
  return [...lists.values()]
}

/** Breadth-first numbers once more: the order of the classes has changed. */
function renumberPlainly(automaton: Automaton): Automaton {
  const { classes, next, labels } = automaton
  const width = classes.length
  const numbers = new Int32Array(labels.length).fill(-1)
  const states = [0]
  numbers[0] = 0
  for (let i = 0; i < states.length; i++) {
    for (let index = 0; index < width; index++) {
      const to = next[(states[i] ?? 0) * width + index] ?? -1
      if (to < 0 || (numbers[to] ?? 0) >= 0) continue
      numbers[to] = states.length
      states.push(to)
    }
  }
  const table = new Int32Array(next.length)
  states.forEach((state, i) => {
    for (let index = 0; index < width; index++) {
      const to = next[state * width + index] ?? -1
      table[i * width + index] = to < 0 ? -1 : (numbers[to] ?? -1)
    }
  })
  return { classes, next: table, labels: Int32Array.from(states, (state) => labels[state] ?? 0) }
}
