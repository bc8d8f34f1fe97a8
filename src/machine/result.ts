import type { Code } from '../diagnostics/codes.ts'

/** One thing that would have let the parse go on. */
export type Expected =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'class'; readonly label: string }
  | { readonly kind: 'rule'; readonly name: string }
  | { readonly kind: 'end' }

/** Why a text was not read, or which limit stopped it. */
export type FailureCode = Extract<
  Code,
  | 'no-match'
  | 'trailing-input'
  | 'depth-limit'
  | 'text-limit'
  | 'tape-limit'
  | 'held-limit'
  | 'work-limit'
>

/** The text was read from its beginning to `end`. */
export interface ParseSuccess {
  readonly kind: 'success'
  /** UTF-16 code units, exclusive. */
  readonly end: number
}

/** Every decision so far rests on text that is there; more text is needed for the next. */
export interface ParseNeedMore {
  readonly kind: 'needMoreInput'
  /** What is read so far ends here. */
  readonly end: number
  /** What would let the parse go on. */
  readonly expected: readonly Expected[]
}

/** The text cannot be read. A value: nothing is thrown. */
export interface ParseFailure {
  readonly kind: 'failure'
  readonly code: FailureCode
  /** The furthest offset that the parse looked at in vain. */
  readonly offset: number
  /** What was expected there, without duplicates, in a stable order. */
  readonly expected: readonly Expected[]
  /** The rules open there, outermost first. */
  readonly rules: readonly string[]
  /** The text found there, at most 40 characters; empty at the end of the text. */
  readonly found: string
  readonly hint?: string
}

/** What a parse comes to. */
export type ParseResult = ParseSuccess | ParseNeedMore | ParseFailure
