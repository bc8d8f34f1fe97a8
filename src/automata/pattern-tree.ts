import type { CharSet } from '../peg/charset.ts'

/** A regular expression as a tree; captures and the greed of repetitions mean nothing to a set. */
export type PatternTree =
  | { readonly kind: 'set'; readonly set: CharSet }
  | { readonly kind: 'sequence'; readonly items: readonly PatternTree[] }
  | { readonly kind: 'choice'; readonly items: readonly PatternTree[] }
  | {
      readonly kind: 'repeat'
      readonly item: PatternTree
      readonly min: number
      readonly max: number | null
    }
  | Look

/** An assertion: what follows, or what came before, begins or ends with the item, or does not. */
export interface Look {
  readonly kind: 'look'
  readonly behind: boolean
  readonly negative: boolean
  readonly item: PatternTree
}

/** Why a pattern has no automaton. */
export interface PatternFault {
  /** Not a pattern of ECMA-262; one that no automaton can follow; one that is too large. */
  readonly kind: 'syntax' | 'unsupported' | 'limit'
  /** Where, in UTF-16 code units. */
  readonly offset: number
  /** Without a subject: `has a group that is not closed`. */
  readonly reason: string
}

/** The empty text. */
export const emptyText: PatternTree = { kind: 'sequence', items: [] }

/** How many characters a tree stands for with its repetitions written out. */
export function treeSize(tree: PatternTree): number {
  switch (tree.kind) {
    case 'set':
      return 1
    case 'look':
      return 1 + treeSize(tree.item)
    case 'repeat':
      return (1 + treeSize(tree.item)) * Math.max(1, tree.max ?? tree.min)
    default:
      return tree.items.reduce((sum, item) => sum + treeSize(item), 1)
  }
}
