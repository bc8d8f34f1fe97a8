import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import type { CallState, FinishReason } from './message.ts'

/** Reasoning was added at the end. */
export interface ReasoningDelta {
  readonly kind: 'reasoning'
  readonly text: string
}

/** Content was added at the end. */
export interface ContentDelta {
  readonly kind: 'content'
  readonly text: string
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
