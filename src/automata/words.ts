import { charSet, complement } from '../peg/charset.ts'
import type { Automaton } from './automaton.ts'
import { MaxStates, MaxTransitions } from './limits.ts'
import { inOrder } from './minimise.ts'
import { anyText, lengthBetween, noText } from './sets.ts'

/** Just these texts; `null` if they are more than the limits allow. Cost: their characters. */
export function fromWords(words: Iterable<string>): Automaton | null {
  return automatonOf(createTree(words), false)
}

/** All texts but these; `null` if they are more than the limits allow. Cost: their characters. */
export function exceptWords(words: Iterable<string>): Automaton | null {
  return automatonOf(createTree(words), true)
}

/** A state of a tree of words: a character leads to the number of a later state. */
interface Branch {
  readonly next: Map<number, number>
  isEnd: boolean
}

function createTree(words: Iterable<string>): Branch[] | null {
  const tree: Branch[] = [{ next: new Map(), isEnd: false }]
  for (const word of words) {
    let state = 0
    for (const char of word) {
      const point = char.codePointAt(0) ?? 0
      let to = tree[state]?.next.get(point)
      if (to === undefined) {
        to = tree.push({ next: new Map(), isEnd: false }) - 1
        tree[state]?.next.set(point, to)
        if (tree.length > MaxStates) return null
      }
      state = to
    }
    const end = tree[state]
    if (end !== undefined) end.isEnd = true
  }
  return tree
}

/** Ends that are alike become one, from the last state to the first: then all states differ. */
function joinEnds(tree: readonly Branch[]): { branches: Branch[]; start: number } {
  const branches: Branch[] = []
  const known = new Map<string, number>()
  const joined = new Int32Array(tree.length)
  for (let state = tree.length - 1; state >= 0; state--) {
    const { next, isEnd } = tree[state] ?? { next: new Map<number, number>(), isEnd: false }
    const edges = [...next].map(([point, to]): [number, number] => [point, joined[to] ?? 0])
    const key = `${isEnd} ${edges.toSorted((a, b) => a[0] - b[0]).join(' ')}`
    let number = known.get(key)
    if (number === undefined) {
      number = branches.push({ next: new Map(edges), isEnd }) - 1
      known.set(key, number)
    }
    joined[state] = number
  }
  return { branches, start: joined[0] ?? 0 }
}

function automatonOf(tree: readonly Branch[] | null, isExcept: boolean): Automaton | null {
  if (tree === null) return null
  if (tree.length === 1 && tree[0]?.isEnd === false) return isExcept ? anyText : noText
  if (tree.length === 1) return emptyWord(isExcept)
  const { branches, start } = joinEnds(tree)
  const points = [...new Set(branches.flatMap(({ next }) => [...next.keys()]))].toSorted(
    (a, b) => a - b,
  )
  const rest = complement(charSet(points.map((point) => [point, point] as const)))
  const classes = [...points.map((point) => [point, point]), ...(isExcept ? [rest] : [])]
  const width = classes.length
  const sink = branches.length
  const count = sink + (isExcept ? 1 : 0)
  if (width * count > MaxTransitions) return null
  // The first state is 0: it changes places with the one that is.
  const place = (state: number): number => (state === start ? 0 : state === 0 ? start : state)
  const next = new Int32Array(width * count).fill(isExcept ? sink : -1)
  const labels = new Int32Array(count).fill(1)
  const columnOf = new Map(points.map((point, i) => [point, i]))
  branches.forEach((branch, state) => {
    labels[place(state)] = branch.isEnd === isExcept ? 0 : 1
    for (const [point, to] of branch.next) {
      next[place(state) * width + (columnOf.get(point) ?? 0)] = place(to)
    }
  })
  return inOrder({ classes, next, labels })
}

/** The empty text alone, or all others. */
function emptyWord(isExcept: boolean): Automaton | null {
  return isExcept ? lengthBetween(1, null) : lengthBetween(0, 0)
}
