import { hasChar, type CharSet } from '../peg/charset.ts'

/**
 * A deterministic finite automaton over code points: a set of texts. Lone surrogates are code
 * points of their own. Every automaton outside of this folder is minimal and has no state from
 * which no text is accepted, but for a first state that accepts nothing at all; its states are
 * numbered in the order in which a breadth-first walk meets them, so that equal sets of texts have
 * equal automata.
 */
export interface Automaton {
  /** Disjoint, sorted by their first code points; all other code points lead nowhere. */
  readonly classes: readonly CharSet[]
  /** `next[state * classes.length + index]`, or -1 for nowhere. The first state is 0. */
  readonly next: Int32Array
  /** For each state 0, or what a text that ends there is labelled with: 1 unless told otherwise. */
  readonly labels: Int32Array
}

/** The label of a text, 0 if it is not accepted. Cost: linear in the text. */
export function labelOf(automaton: Automaton, text: string): number {
  const { classes, next, labels } = automaton
  let state = 0
  for (const char of text) {
    const point = char.codePointAt(0) ?? 0
    const index = classes.findIndex((set) => hasChar(set, point))
    if (index < 0) return 0
    state = next[state * classes.length + index] ?? -1
    if (state < 0) return 0
  }
  return labels[state] ?? 0
}

/** Whether a text is in the set. */
export function accepts(automaton: Automaton, text: string): boolean {
  return labelOf(automaton, text) !== 0
}

/** Whether no text is in the set. */
export function isEmpty({ labels, next }: Automaton): boolean {
  return (labels[0] ?? 0) === 0 && next.every((state) => state < 0)
}

/** Whether two minimal automata accept the same texts with the same labels. */
export function areEqual(a: Automaton, b: Automaton): boolean {
  return (
    sameNumbers(a.labels, b.labels) &&
    a.classes.length === b.classes.length &&
    a.classes.every((set, i) => sameNumbers(set, b.classes[i] ?? [])) &&
    sameNumbers(a.next, b.next)
  )
}

function sameNumbers(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  if (a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false
  return true
}
