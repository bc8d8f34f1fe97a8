import type { ParseResult } from './result.ts'
import type { Tape } from './tape.ts'

/** A marker that the tokenizer made one token: where its text begins, and how long it is. */
export interface TokenMark {
  /** UTF-16 code units, relative to the text it is fed with. */
  readonly start: number
  readonly text: string
}

/** The limits of a parse. What was read before a limit is kept. */
export interface MachineLimits {
  /** Open rule calls; 512 by default. */
  readonly maxDepth: number
  /** UTF-16 code units of text; 64 Mi by default. */
  readonly maxTextLength: number
  /** Tape records; 8 Mi by default. */
  readonly maxTapeRecords: number
  /** UTF-16 code units between what is committed and what is read; 1 Mi by default. */
  readonly maxHeld: number
  /** Steps a character; 64 by default. 10,000 steps are always free. */
  readonly maxSteps: number
}

/**
 * A parse in progress: a machine that suspends itself at its first look past the end of the text
 * so far, and goes on there when more text comes. After every `feed` its state equals that of a
 * fresh machine fed the whole text at once.
 */
export interface Machine {
  /** Adds text and runs on. A trailing high surrogate waits for its other half. */
  feed(text: string, marks?: readonly TokenMark[]): void
  /** Says that the text ends here, and runs to the end. */
  finish(): void
  readonly status: ParseResult['kind']
  /** The result with its expectations; for a failure these are found by a second, plain run. */
  result(): ParseResult
  /** What the parse would come to if the text ended here; on a copy. */
  trial(): ParseResult
  readonly tape: Tape
  /** Tape integers that may be shown: those outside an open atomic or lookahead. */
  readonly shownLength: number
  /** What is shown ends here, in UTF-16 code units. */
  readonly shownEnd: number
  /** Tape integers that no open choice can undo; at most `shownLength`. */
  readonly committedLength: number
  readonly committedEnd: number
  /** Where the machine stands: the whole text when nothing is held back. */
  readonly position: number
  /** UTF-16 code units fed so far, a waiting half pair not counted. */
  readonly length: number
  /** Where lone surrogates stood, each now U+FFFD; the first 1,000. */
  readonly loneSurrogates: readonly number[]
  /** Whether token marks came with the text. */
  readonly hasTokens: boolean
  /** Text of a stretch, lone surrogates already U+FFFD. */
  slice(start: number, end: number): string
  /** Steps taken so far, units scanned and instructions resumed included. */
  readonly steps: number
}
