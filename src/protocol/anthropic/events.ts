import type { AnthropicErrorBody } from '../fault.ts'

/**
 * The wire of Anthropic's Messages API.
 * Source: https://docs.anthropic.com/en/api/messages and …/messages-streaming
 */
export type AnthropicStopReason =
  | 'end_turn'
  | 'max_tokens'
  | 'stop_sequence'
  | 'tool_use'
  | 'pause_turn'
  | 'refusal'
  | 'model_context_window_exceeded'

/** Token counts; those of `message_delta` are of the whole message. */
export interface AnthropicUsage {
  readonly input_tokens: number
  readonly output_tokens: number
  readonly cache_creation_input_tokens: number | null
  readonly cache_read_input_tokens: number | null
  readonly output_tokens_details?: { readonly thinking_tokens: number }
}

/** A block of a message. */
export type AnthropicBlock =
  | { readonly type: 'thinking'; readonly thinking: string; readonly signature: string }
  | { readonly type: 'text'; readonly text: string; readonly citations: null }
  | {
      readonly type: 'tool_use'
      readonly id: string
      readonly name: string
      readonly input: Readonly<Record<string, unknown>>
    }

/** A whole message, or its frame at the beginning of a stream. */
export interface AnthropicMessage {
  readonly id: string
  readonly type: 'message'
  readonly role: 'assistant'
  readonly model: string
  readonly content: readonly AnthropicBlock[]
  readonly stop_reason: AnthropicStopReason | null
  readonly stop_sequence: string | null
  readonly usage: AnthropicUsage
}

/** What a block grows by. */
export type AnthropicBlockDelta =
  | { readonly type: 'thinking_delta'; readonly thinking: string }
  | { readonly type: 'signature_delta'; readonly signature: string }
  | { readonly type: 'text_delta'; readonly text: string }
  | { readonly type: 'input_json_delta'; readonly partial_json: string }

/** One event of a stream. */
export type AnthropicEvent =
  | { readonly type: 'message_start'; readonly message: AnthropicMessage }
  | { readonly type: 'ping' }
  | {
      readonly type: 'content_block_start'
      readonly index: number
      readonly content_block: AnthropicBlock
    }
  | {
      readonly type: 'content_block_delta'
      readonly index: number
      readonly delta: AnthropicBlockDelta
    }
  | { readonly type: 'content_block_stop'; readonly index: number }
  | {
      readonly type: 'message_delta'
      readonly delta: {
        readonly stop_reason: AnthropicStopReason
        readonly stop_sequence: string | null
      }
      readonly usage: AnthropicUsage
    }
  | { readonly type: 'message_stop' }
  | AnthropicErrorBody
