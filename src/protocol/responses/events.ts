import type { WireTokenLogprob } from '../logprobs.ts'

/**
 * The wire of OpenAI's Responses API: the part of it that a language model's text needs.
 * Source: https://platform.openai.com/docs/api-reference/responses and …/responses-streaming
 */
export interface ResponsesUsage {
  readonly input_tokens: number
  readonly input_tokens_details: { readonly cached_tokens: number }
  readonly output_tokens: number
  readonly output_tokens_details: { readonly reasoning_tokens: number }
  readonly total_tokens: number
}

/** How far an item is. */
export type ResponsesItemStatus = 'in_progress' | 'completed' | 'incomplete'

/** Text of a message. */
export interface ResponsesText {
  readonly type: 'output_text'
  readonly text: string
  readonly annotations: readonly never[]
  readonly logprobs: readonly WireTokenLogprob[]
}

/** Text of a reasoning item. */
export interface ResponsesReasoningText {
  readonly type: 'reasoning_text'
  readonly text: string
}

/** Text of a reasoning item's summary. */
export interface ResponsesSummaryText {
  readonly type: 'summary_text'
  readonly text: string
}

/** One item of a response's output. */
export type ResponsesItem =
  | {
      readonly type: 'reasoning'
      readonly id: string
      readonly summary: readonly ResponsesSummaryText[]
      readonly content: readonly ResponsesReasoningText[]
      readonly status: ResponsesItemStatus
    }
  | {
      readonly type: 'message'
      readonly id: string
      readonly role: 'assistant'
      readonly content: readonly ResponsesText[]
      readonly status: ResponsesItemStatus
    }
  | {
      readonly type: 'function_call'
      readonly id: string
      readonly call_id: string
      readonly name: string
      readonly arguments: string
      readonly status: ResponsesItemStatus
    }

/** A response. Fields of the request are given back in it; see the option `request`. */
export interface ResponsesResponse {
  readonly id: string
  readonly object: 'response'
  /** Seconds since 1970. */
  readonly created_at: number
  readonly status: 'in_progress' | 'completed' | 'incomplete' | 'failed'
  readonly error: {
    readonly code: 'server_error' | 'rate_limit_exceeded' | 'invalid_prompt'
    readonly message: string
  } | null
  readonly incomplete_details: { readonly reason: 'max_output_tokens' | 'content_filter' } | null
  readonly model: string
  readonly output: readonly ResponsesItem[]
  readonly usage: ResponsesUsage | null
  readonly [field: string]: unknown
}

interface InItem {
  readonly item_id: string
  readonly output_index: number
}

interface InContent extends InItem {
  readonly content_index: number
}

interface InSummary extends InItem {
  readonly summary_index: number
}

/** An event without its number in the stream. */
export type ResponsesEventBody =
  | {
      readonly type:
        | 'response.created'
        | 'response.in_progress'
        | 'response.completed'
        | 'response.incomplete'
        | 'response.failed'
      readonly response: ResponsesResponse
    }
  | {
      readonly type: 'response.output_item.added' | 'response.output_item.done'
      readonly output_index: number
      readonly item: ResponsesItem
    }
  | ({
      readonly type: 'response.content_part.added' | 'response.content_part.done'
      readonly part: ResponsesText | ResponsesReasoningText
    } & InContent)
  | ({
      readonly type: 'response.output_text.delta'
      readonly delta: string
      readonly logprobs: readonly WireTokenLogprob[]
    } & InContent)
  | ({
      readonly type: 'response.output_text.done'
      readonly text: string
      readonly logprobs: readonly WireTokenLogprob[]
    } & InContent)
  | ({ readonly type: 'response.reasoning_text.delta'; readonly delta: string } & InContent)
  | ({ readonly type: 'response.reasoning_text.done'; readonly text: string } & InContent)
  | ({
      readonly type:
        'response.reasoning_summary_part.added' | 'response.reasoning_summary_part.done'
      readonly part: ResponsesSummaryText
    } & InSummary)
  | ({ readonly type: 'response.reasoning_summary_text.delta'; readonly delta: string } & InSummary)
  | ({ readonly type: 'response.reasoning_summary_text.done'; readonly text: string } & InSummary)
  | ({ readonly type: 'response.function_call_arguments.delta'; readonly delta: string } & InItem)
  | ({
      readonly type: 'response.function_call_arguments.done'
      readonly name: string
      readonly arguments: string
    } & InItem)

/** One event of a stream; `sequence_number` counts from 0. */
export type ResponsesEvent = ResponsesEventBody & { readonly sequence_number: number }
