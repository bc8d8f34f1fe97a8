import type { FinishReason } from '../../chat/message.ts'
import { createBlockEncoder } from '../block-encoder.ts'
import type { BlockStep } from '../blocks.ts'
import type { Encoder } from '../encoder.ts'
import { anthropicError } from '../fault.ts'
import { randomHex } from '../response-ids.ts'
import { countsOf, type TokenUsage, type UsageSource } from '../token-usage.ts'
import type {
  AnthropicBlock,
  AnthropicEvent,
  AnthropicStopReason,
  AnthropicUsage,
} from './events.ts'

/** What Anthropic's events need to know beside the deltas. */
export interface AnthropicOptions {
  /** Random by default. */
  readonly id?: string
  readonly model?: string
  /** Counts that are at hand stand in the first event too; zeros where there are none. */
  readonly usage?: UsageSource
  /** The signature of each thinking block; clients send it back, and Anthropic's servers check it. */
  readonly signature?: string | ((thinking: string) => string)
  /** The stop string that ended the text, asked for at the end; `null` if none did. */
  readonly stopSequence?: () => string | null
}

/**
 * Makes the encoder of one message. Blocks come in the true order of the text, each closed before
 * the next; there is none without text. A call that is not whole ends its block and makes the stop
 * reason `max_tokens`, so that no client runs it.
 *
 * @example
 * ```ts
 * const encoder = createAnthropicEncoder({ model: 'qwen3' })
 * const events = formats.plain().open().feed('Ahoy').flatMap((delta) => encoder.push(delta))
 * events.map(({ type }) => type) // ['message_start', 'content_block_start', 'content_block_delta']
 * ```
 */
export function createAnthropicEncoder(options: AnthropicOptions = {}): Encoder<AnthropicEvent> {
  const { id = `msg_${randomHex()}`, model = '', usage, signature, stopSequence } = options

  return createBlockEncoder<AnthropicEvent>({
    begin() {
      // The counts of a function are not known yet.
      const counts = typeof usage === 'function' ? undefined : usage
      const message = {
        id,
        type: 'message',
        role: 'assistant',
        model,
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { ...anthropicUsage(counts), output_tokens: 0 },
      } as const
      return [{ type: 'message_start', message }]
    },
    step: (step) => encodeStep(step, signature),
    finish(reason) {
      const matched = reason === 'stop' ? (stopSequence?.() ?? null) : null
      const delta = {
        stop_reason: matched === null ? stopReasons[reason] : 'stop_sequence',
        stop_sequence: matched,
      } as const
      return [
        { type: 'message_delta', delta, usage: anthropicUsage(countsOf(usage)) },
        { type: 'message_stop' },
      ]
    },
    fail: (fault) => [anthropicError(fault)],
  })
}

/** Why a message ended, in Anthropic's words. It has none for an abort: the message is not whole. */
export const stopReasons: { readonly [K in Exclude<FinishReason, 'error'>]: AnthropicStopReason } =
  {
    stop: 'end_turn',
    length: 'max_tokens',
    tool_calls: 'tool_use',
    abort: 'max_tokens',
  }

/** Counts in Anthropic's form; zeros where there are none, as its clients add them up. */
export function anthropicUsage(usage: TokenUsage | undefined): AnthropicUsage {
  const { inputTokens = 0, outputTokens = 0, reasoningTokens, cachedTokens } = usage ?? {}
  return {
    // Anthropic counts cached tokens apart from the others.
    input_tokens: Math.max(0, inputTokens - (cachedTokens ?? 0)),
    output_tokens: outputTokens,
    cache_creation_input_tokens: null,
    cache_read_input_tokens: cachedTokens ?? null,
    ...(reasoningTokens === undefined
      ? {}
      : { output_tokens_details: { thinking_tokens: reasoningTokens } }),
  }
}

function encodeStep(step: BlockStep, signature: AnthropicOptions['signature']): AnthropicEvent[] {
  const index = step.block
  switch (step.kind) {
    case 'open': {
      const content_block: AnthropicBlock =
        step.text === 'reasoning'
          ? { type: 'thinking', thinking: '', signature: '' }
          : { type: 'text', text: '', citations: null }
      return [{ type: 'content_block_start', index, content_block }]
    }
    case 'open-call': {
      const { id, name } = step.call
      const content_block = { type: 'tool_use', id, name, input: {} } as const
      return [{ type: 'content_block_start', index, content_block }]
    }
    case 'text': {
      const { of, text } = step
      const delta =
        of === 'reasoning'
          ? ({ type: 'thinking_delta', thinking: text } as const)
          : ({ type: 'text_delta', text } as const)
      return [{ type: 'content_block_delta', index, delta }]
    }
    case 'arguments': {
      const delta = { type: 'input_json_delta', partial_json: step.text } as const
      return [{ type: 'content_block_delta', index, delta }]
    }
    case 'close': {
      const stop = { type: 'content_block_stop', index } as const
      if (step.of !== 'reasoning' || signature === undefined) return [stop]
      const signed = typeof signature === 'string' ? signature : signature(step.text)
      const delta = { type: 'signature_delta', signature: signed } as const
      return [{ type: 'content_block_delta', index, delta }, stop]
    }
    default:
      return [{ type: 'content_block_stop', index }]
  }
}
