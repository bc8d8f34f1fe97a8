import type { Chunk, FormatOptions, SessionOptions } from '../../chat/chat-types.ts'
import type { StopReason } from '../../chat/message.ts'

/** A call as a case expects it; an absent id is not compared. */
export interface ExpectedCall {
  readonly name: string
  readonly arguments: string
  readonly id?: string
}

/** What a reading must give; what is absent is not compared. */
export interface Expectation {
  readonly content?: string
  readonly reasoning?: string
  readonly toolCalls?: readonly ExpectedCall[]
  readonly finishReason?: string
  /** The text must not pass without a warning or an error. */
  readonly error?: boolean
}

/** How strictly a reading is compared. */
export interface Comparison {
  /** White space around content and reasoning does not count. */
  readonly trim: boolean
  /** Arguments are compared as JSON values, not as text. */
  readonly jsonArguments: boolean
}

/** One place where a reading gave something else. */
export interface Difference {
  /** As `reasoning` or `toolCalls[0].arguments`. */
  readonly path: string
  readonly expected: string
  readonly got: string
}

/** One recorded output: how it is read, and what must come of it. */
export interface ReplayCase {
  readonly id: string
  readonly line: number
  readonly format: string
  /** The chat template that the output was written under, by the name of its file. */
  readonly template: string | undefined
  /** The engine that gave the expectation; its profile is used. */
  readonly engine: string | undefined
  /** The engine's older parsers gave it. */
  readonly legacy: boolean
  readonly request: FormatOptions
  readonly session: SessionOptions
  /** The text as it came: strings, bytes, or texts with token ids. */
  readonly pieces: readonly Chunk[]
  /** It was recorded in pieces that are worth a reading of their own. */
  readonly asGiven: boolean
  /** The response is not over. */
  readonly partial: boolean
  readonly stopReason: StopReason
  /** What streaming gives; absent when only whole reading counts. */
  readonly streamed: Expectation | undefined
  /** What whole reading gives; absent when only streaming counts. */
  readonly whole: Expectation | undefined
  readonly comparison: Comparison
  /** What a case about tokens, and not about a text, found: nothing when it passes. */
  readonly answers: readonly Difference[] | undefined
  /** Engines disagree with their own tests here: not counted. */
  readonly disputed: boolean
  readonly why: string | undefined
}
