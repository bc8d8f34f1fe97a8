import type { CharSet } from '../peg/charset.ts'

/**
 * What stands in a program, as two slots of `code`: the kind and its argument. A place is the index
 * of a kind; the next place of the same alternative is two further.
 */
export const Op = {
  /** An alternative ends. Argument: 1 when another one of the same rule follows, 0 at the last. */
  End: 0,
  /** One code point. Argument: the code point, or -1 for one that no text holds. */
  Point: 1,
  /** One code point of a class. Argument: its index in `classes`. */
  Class: 2,
  /** Any code point. */
  Any: 3,
  /** Another rule. Argument: its index in `starts`. */
  Rule: 4,
  /** One token. Argument: its index in `tokens`. */
  Token: 5,
} as const

/** A class of code points: `has[i]` tells it for ASCII, `set` (or all but `set`) for the others. */
export interface ProgramClass {
  readonly set: CharSet
  readonly negated: boolean
  readonly ascii: Uint8Array
  /** As GBNF writes it, for messages. */
  readonly label: string
}

/** A token of the vocabulary: by id or by text. */
export interface ProgramToken {
  readonly token: number | string
  readonly negated: boolean
  readonly label: string
}

/**
 * A grammar as llama.cpp holds it: parentheses and repetitions have become rules of their own, in
 * llama.cpp's numbering. Immutable; any number of acceptors and samplers may share it.
 */
export interface GbnfProgram {
  readonly code: Int32Array
  /** Where each rule's first alternative begins in `code`. */
  readonly starts: Int32Array
  /** The rule of the grammar that each rule was written in. */
  readonly names: readonly string[]
  readonly root: number
  readonly classes: readonly ProgramClass[]
  readonly tokens: readonly ProgramToken[]
  /** What the rule at a place expands to; null when that is too much. */
  readonly expansionAt: (place: number) => Expansion | null
}

/**
 * What a rule on top of a stack expands to, until a character or a token is on top of every stack.
 * It is the same whatever lies below, so it is found once a place and then only copied.
 */
export interface Expansion {
  /** Nodes to make, each on top of an earlier one; node 0 is what lies below the place. */
  readonly places: Int32Array
  readonly belows: Int32Array
  /** The nodes that are stacks of the expansion, first alternatives first. */
  readonly tops: Int32Array
  /** Whether everything at the place may be empty, so that what lies below expands in turn. */
  readonly isEmpty: boolean
}

/** The places where a rule's alternatives begin, in order. */
export function alternativesAt(
  { code, starts }: Pick<GbnfProgram, 'code' | 'starts'>,
  rule: number,
): number[] {
  const found: number[] = []
  for (let at = starts[rule] ?? 0; ; at += 2) {
    found.push(at)
    while (code[at] !== Op.End) at += 2
    if (code[at + 1] === 0) return found
  }
}
