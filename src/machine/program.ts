import type { CharSet } from '../peg/charset.ts'
import type { NodeId } from '../peg/node.ts'

/**
 * The instructions of the machine. Each takes four integers: the operation and `a`, `b`, `c`.
 * "Fails" means: go back to the newest live entry. Before the end of the text is known, every
 * instruction that would read past it suspends the machine on itself.
 */
export const Op = {
  /** One code unit `a`. */
  char: 0,
  /** Literal `a` of the pool. */
  literal: 1,
  /** One code point of class `a`. */
  one: 2,
  /** `b` to `c` code points of class `a`; `c` -1: without bound. */
  span: 3,
  /** One code point. */
  any: 4,
  /** Up to a delimiter of list `a`. */
  until: 5,
  /** Up to and with a delimiter of list `a`. */
  through: 6,
  /** String content: quote `a`, Python escapes if `b` is 1, the quote consumed if `c` is 1. */
  string: 7,
  /** All text, to its end. */
  rest: 8,
  start: 9,
  end: 10,
  /** The marker that is literal `a`: by its token where ids came with the text. */
  token: 11,
  /** Opens an entry that resumes at `a`. */
  choice: 12,
  /** Closes the newest frame and goes to `a`. */
  commit: 13,
  /** A frame that is no entry: for alternatives reached without a choice. */
  dummy: 14,
  /** Opens a loop's entry that resumes at `a`. */
  loop: 15,
  /** Ends an iteration: back to `a`, or on to two instructions further; minimum `b`, maximum `c`. */
  again: 16,
  /** Where a failed iteration lands: goes on if `a` iterations were read, else fails. */
  leave: 17,
  /** Goes on if the character is in set `a`, else to `b`: a loop or option without entry. */
  test: 18,
  /** Goes to what table `a` gives for the character: an address, or the complement of one behind it. */
  dispatch: 19,
  jump: 20,
  fail: 21,
  peek: 22,
  /** Ends a peek: goes on two instructions further. */
  peekEnd: 23,
  not: 24,
  notEnd: 25,
  atom: 26,
  atomEnd: 27,
  cut: 28,
  /** Calls the rule at `a`; its node is `b`. */
  call: 29,
  ret: 30,
  /** Opens a record of node `a`. */
  open: 31,
  /** Closes a record of node `a`. */
  close: 32,
  succeed: 33,
  /** `skip` of class `a`, then the code unit `b`: what gaps before marks come to. */
  skipChar: 34,
  /** As `test` of a single code unit `a`, which is consumed: goes on two instructions further. */
  testChar: 35,
  /** The end of a loop without entry: back to `b` if the character is in set `a`, else to `c`. */
  repeat: 36,
  /** As `repeat` of a single code unit `a`, which is consumed. */
  repeatChar: 37,
  /** Code points of class `a`, any number of them. */
  skip: 38,
} as const

/** Integers an instruction takes. */
export const InstructionSize = 4

/** A class of code points beyond ASCII; the ASCII half is in `classBits`. */
export interface ClassTable {
  /** 0: nothing beyond ASCII, 1: everything, 2: ask the set. */
  readonly beyond: 0 | 1 | 2
  readonly set: CharSet
}

/** The delimiters of one `until` or `through`. */
export interface DelimiterList {
  readonly delimiters: readonly { readonly units: Uint16Array; readonly token: boolean }[]
  /** One byte a class (128: beyond ASCII): whether a delimiter may begin there. */
  readonly begins: Uint8Array
}

/** The size of one set, and of one table. */
export const SetSize = 129
export const TableSize = 130

/** An arena made ready to run: flat code and the tables that it names. */
export interface Program {
  readonly code: Int32Array
  readonly literals: readonly Uint16Array[]
  readonly classes: readonly ClassTable[]
  /** 128 bytes a class: which ASCII characters it has. */
  readonly classBits: Uint8Array
  readonly delimiters: readonly DelimiterList[]
  /** 129 bytes a set: which characters it has; the last stands for all beyond ASCII. */
  readonly sets: Uint8Array
  /** 130 addresses a table: one an ASCII character, one beyond ASCII, one at the end of the text. */
  readonly tables: Int32Array
  /** The most stack integers that one rule's own frames take. */
  readonly frameNeed: number
  /** The rule that a return address belongs to. */
  readonly ruleAt: ReadonlyMap<number, NodeId>
  /** Addresses where the entries of `not` resume: how an entry is known to be one. */
  readonly notResumes: ReadonlySet<number>
}
