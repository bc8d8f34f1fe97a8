import { nothing, type GbnfExpr } from './expr.ts'
import { never } from './simplify.ts'

/**
 * Text up to the first of some delimiters, and what follows it. The first delimiter is the one that
 * starts leftmost, and there the shortest: the same as in the parser.
 */
export interface Until {
  /** Sorted, without duplicates and without the empty text. */
  readonly delimiters: readonly string[]
  /** For each delimiter, what may follow when it came, the delimiter being part of the text. */
  readonly exits: readonly GbnfExpr[]
  /** What may follow the text when no delimiter came. */
  readonly end: GbnfExpr
}

/** Text without a delimiter in it: it may end anywhere. */
export function untilOf(delimiters: readonly string[]): Until {
  const sorted = sortDelimiters(delimiters)
  return { delimiters: sorted, exits: sorted.map(() => never), end: nothing }
}

/** Text up to and with the first delimiter. */
export function throughOf(delimiters: readonly string[]): Until {
  const sorted = sortDelimiters(delimiters)
  return { delimiters: sorted, exits: sorted.map(() => nothing), end: never }
}

function sortDelimiters(delimiters: readonly string[]): string[] {
  // By code unit, not by locale, so that the output is the same everywhere; prefixes come first.
  return [...new Set(delimiters)].toSorted((a, b) => (a < b ? -1 : 1))
}

