import type { Automaton } from './automaton.ts'
import { product } from './product.ts'

/** What texts are told apart by. */
export interface Distinction {
  /** All texts must be in all of these. */
  readonly within: readonly Automaton[]
  /** No text may be in any of these. */
  readonly without: readonly Automaton[]
  readonly sets: readonly Automaton[]
  /** The label of the texts that are in just these of the sets, by their positions; 0 leaves them out. */
  label(members: readonly number[]): number
}

/**
 * Texts labelled by which of several sets they are in.
 *
 * @returns `null` if the automaton would be larger than the limits
 */
export function classify({ within, without, sets, label }: Distinction): Automaton | null {
  const known = new Map<string, number>()
  const labelOf = (members: readonly number[]): number => {
    const key = members.join()
    let found = known.get(key)
    if (found === undefined) known.set(key, (found = label(members)))
    return found
  }
  const start = within.length + without.length
  return product({
    automata: [...within, ...without, ...sets],
    needed: within.map(() => true),
    label: (labels) => {
      const isOut = labels.some((found, i) =>
        i < within.length ? found === 0 : i < start && found !== 0,
      )
      if (isOut) return 0
      return labelOf(sets.flatMap((_, i) => (labels[start + i] === 0 ? [] : [i])))
    },
  })
}
