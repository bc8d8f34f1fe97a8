import type { Diagnostic } from '../diagnostics/diagnostic.ts'

/**
 * How far a call is. `streaming`: its end has not been seen. `complete`: its arguments are whole,
 * valid JSON. `incomplete`: the text ended inside it. `invalid`: it ended, but its arguments are not
 * valid JSON.
 */
export type CallState = 'streaming' | 'complete' | 'incomplete' | 'invalid'

interface CallFields {
  /** Position among the message's calls, from 0 without gaps. */
  readonly index: number
  /** Stable for an index; generated where the model gives none. */
  readonly id: string
  readonly type: 'function'
  readonly name: string
  /** JSON text. Only a complete call's is known to be whole and valid. */
  readonly arguments: string
}

/** JSON text whose value has a type that the compiler knows. */
export type JsonText<Value = unknown> = string & {
  /** Never there: it carries the type. */
  readonly '~value'?: Value
}

/** A call that may be executed: whole, declared, with valid JSON arguments. */
export interface CompleteToolCall<
  Name extends string = string,
  Arguments = unknown,
> extends CallFields {
  readonly state: 'complete'
  readonly name: Name
  readonly arguments: JsonText<Arguments>
}

/** A call that must not be executed: still growing, cut off, or broken. */
export interface UnfinishedToolCall extends CallFields {
  readonly state: Exclude<CallState, 'complete'>
}

/** One tool call of a message; narrow by `state` before executing it. */
export type ToolCall = CompleteToolCall | UnfinishedToolCall

/**
 * Why the model stopped, in OpenAI's words and LMDeploy's `parse_error`: a call was required, and is
 * not there as it should be.
 */
export type FinishReason = 'stop' | 'length' | 'tool_calls' | 'abort' | 'error' | 'parse_error'

/** Why the upstream says that the text ended. */
export type StopReason = 'stop' | 'length' | 'abort' | 'error'

/** A stretch of the message in its true order. */
export type Segment =
  | { readonly kind: 'reasoning'; readonly text: string }
  | { readonly kind: 'content'; readonly text: string }
  | { readonly kind: 'call'; readonly index: number }

/** What a character of the model's text became. */
export type CoverageKind = 'content' | 'reasoning' | 'call' | 'marker' | 'skipped' | 'pending'

/** A stretch of the text, half-open, in UTF-16 code units; the spans of a message leave no gap. */
export interface CoverageSpan {
  readonly kind: CoverageKind
  readonly start: number
  readonly end: number
}

/** What was read of a response so far, or all of it. */
export interface Message<Call extends ToolCall = ToolCall> {
  readonly role: 'assistant'
  /** All content, joined; empty when there is none. */
  readonly content: string
  /** All reasoning, joined; empty when there is none. */
  readonly reasoning: string
  readonly toolCalls: readonly Call[]
  /** `null` until the session is finished. */
  readonly finishReason: FinishReason | null
  readonly segments: readonly Segment[]
  readonly diagnostics: readonly Diagnostic[]
  readonly coverage: readonly CoverageSpan[]
}
