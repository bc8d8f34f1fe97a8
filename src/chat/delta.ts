import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import type { CallState, FinishReason } from './message.ts'

/** Reasoning was added at the end. */
export interface ReasoningDelta {
  readonly kind: 'reasoning'
  readonly text: string
}

/** A text that one token may stand for, and how likely it was. */
export interface LikelyToken {
  readonly text: string
  /** The natural logarithm of its probability. */
  readonly logprob: number
  /** Its UTF-8, where its text alone does not tell: a character may take several tokens. */
  readonly bytes?: readonly number[]
}

/** A token that was written, and what might have stood in its place. */
export interface TokenLogprob extends LikelyToken {
  /** The most likely ones, best first; as many as were asked for. */
  readonly top: readonly LikelyToken[]
}

/** Content was added at the end. */
export interface ContentDelta {
  readonly kind: 'content'
  readonly text: string
  /** Of the tokens that begin in this text; added by whoever knows the tokens, a session does not. */
  readonly logprobs?: readonly TokenLogprob[]
}

/**
 * A call appeared, or its arguments grew. The first delta of a call has `id`, `type` and the whole
 * `name`; later ones only `arguments`, the text to add.
 */
export interface CallDelta {
  readonly kind: 'call'
  readonly index: number
  readonly id?: string
  readonly type?: 'function'
  readonly name?: string
  readonly arguments: string
}

/** A call ended: nothing is added to it any more. */
export interface CallEndDelta {
  readonly kind: 'call-end'
  readonly index: number
  readonly state: Exclude<CallState, 'streaming'>
}

/** Something was noted. */
export interface NoteDelta {
  readonly kind: 'note'
  readonly diagnostic: Diagnostic
}

/** The message is whole; always the last delta. */
export interface FinishDelta {
  readonly kind: 'finish'
  readonly reason: FinishReason
}

/** One difference between a message and the next. A delta adds; it never removes. */
export type Delta =
  ReasoningDelta | ContentDelta | CallDelta | CallEndDelta | NoteDelta | FinishDelta
