import { charRanges, charSet, type CharSet } from '../peg/charset.ts'
import type { Automaton } from './automaton.ts'
import { equivalentStates } from './equivalent-states.ts'

/**
 * The minimal automaton of the same texts and labels, with the numbering that `Automaton` promises.
 * Classes that no state tells apart become one. Cost: states × classes × log states.
 */
export function minimise(automaton: Automaton): Automaton {
  return mergeClasses(renumber(automaton, equivalentStates(automaton)))
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
function mergeClasses({ classes, next, labels }: Automaton): Automaton {
  const width = classes.length
  const columns = new Map<string, { set: CharSet[]; index: number }>()
  for (let index = 0; index < width; index++) {
    const column: number[] = []
    for (let state = 0; state < labels.length; state++)
      column.push(next[state * width + index] ?? -1)
    if (column.every((to) => to < 0)) continue
    const key = column.join()
    const known = columns.get(key)
    const set = classes[index] ?? []
    if (known === undefined) columns.set(key, { set: [set], index })
    else known.set.push(set)
  }
  const merged = [...columns.values()]
    .map(({ set, index }) => ({ set: charSet(set.flatMap(charRanges)), index }))
    .toSorted((a, b) => (a.set[0] ?? 0) - (b.set[0] ?? 0))
  const table = new Int32Array(labels.length * merged.length)
  merged.forEach(({ index }, column) => {
    for (let state = 0; state < labels.length; state++) {
      table[state * merged.length + column] = next[state * width + index] ?? -1
    }
  })
  return renumberPlainly({ classes: merged.map(({ set }) => set), next: table, labels })
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
