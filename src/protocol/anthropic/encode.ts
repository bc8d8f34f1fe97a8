import type { FinishReason } from '../../chat/message.ts'
import type { Diagnostic } from '../../diagnostics/diagnostic.ts'
import { createBlockEncoder } from '../block-encoder.ts'
import type { BlockStep } from '../blocks.ts'
import type { Encoder } from '../encoder.ts'
import { anthropicError } from '../fault.ts'
import { createHeldArguments } from '../held-brace.ts'
import { randomHex } from '../response-ids.ts'
import { warnUnfinished } from '../unfinished.ts'
import { createValidPrefix } from '../valid-prefix.ts'
import { countsOf, type TokenUsage, type UsageSource } from '../token-usage.ts'
import type {
  AnthropicBlock,
  AnthropicBlockDelta,
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
  /** Told of each call whose arguments are not valid JSON, and so were sent only in part. */
  readonly onWarning?: (warning: Diagnostic) => void
}

/**
 * Makes the encoder of one message. Blocks come in the true order of the text, each closed before
 * the next; there is none without text. A call that is not whole ends its block and makes the stop
 * reason `max_tokens`, so that no client runs it, and its input is never whole JSON; arguments that
 * break JSON are sent up to there, as Anthropic's own clients throw the whole message away otherwise.
 *
 * @example
 * ```ts
 * const encoder = createAnthropicEncoder({ model: 'qwen3' })
 * const events = formats.plain().open().feed('Ahoy').flatMap((delta) => encoder.push(delta))
 * events.map(({ type }) => type) // ['message_start', 'content_block_start', 'content_block_delta']
 * ```
 */
export function createAnthropicEncoder(options: AnthropicOptions = {}): Encoder<AnthropicEvent> {
  const { id = `msg_${randomHex()}`, model = '', usage, stopSequence } = options
  let input = createInput()

  function encodeStep(step: BlockStep): AnthropicEvent[] {
    switch (step.kind) {
      case 'open':
      case 'open-call':
        input = createInput()
        return [{ type: 'content_block_start', index: step.block, content_block: blockOf(step) }]
      case 'text':
        return [blockDelta(step.block, textDelta(step))]
      case 'arguments':
        return inputDeltas(step.block, input.push(step.text))
      case 'close-call':
        if (step.state === 'invalid') options.onWarning?.(warnUnfinished(step.call, step.state))
        return [
          ...inputDeltas(step.block, input.end(step.state === 'complete')),
          { type: 'content_block_stop', index: step.block },
        ]
      default:
        return closeText(step, options)
    }
  }

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
    step: encodeStep,
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
    parse_error: 'max_tokens',
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

function blockOf(step: Extract<BlockStep, { kind: 'open' | 'open-call' }>): AnthropicBlock {
  if (step.kind === 'open-call') {
    return { type: 'tool_use', id: step.call.id, name: step.call.name, input: {} }
  }
  return step.text === 'reasoning'
    ? { type: 'thinking', thinking: '', signature: '' }
    : { type: 'text', text: '', citations: null }
}

function blockDelta(index: number, delta: AnthropicBlockDelta): AnthropicEvent {
  return { type: 'content_block_delta', index, delta }
}

function textDelta({ of, text }: Extract<BlockStep, { kind: 'text' }>): AnthropicBlockDelta {
  return of === 'reasoning'
    ? { type: 'thinking_delta', thinking: text }
    : { type: 'text_delta', text }
}

function inputDeltas(index: number, partial_json: string): AnthropicEvent[] {
  return partial_json === '' ? [] : [blockDelta(index, { type: 'input_json_delta', partial_json })]
}

/**
 * The input of one call: the beginning of its arguments that is the beginning of an object, and never the whole of
 * one unless the call is complete. No input at all would be an empty one, so that `{` stands for what is none.
 */
function createInput(): { push(text: string): string; end(complete: boolean): string } {
  const validPrefix = createValidPrefix()
  const held = createHeldArguments()
  let bare = true

  function pass(text: string): string {
    if (text.trim() !== '') bare = false
    return text
  }

  return {
    push: (text) => pass(held.push(validPrefix(text))),
    end(complete) {
      const rest = pass(held.end(complete))
      return bare && !complete ? rest + '{' : rest
    },
  }
}

function closeText(
  { block: index, of, text }: Extract<BlockStep, { kind: 'close' }>,
  { signature }: AnthropicOptions,
): AnthropicEvent[] {
  const stop = { type: 'content_block_stop', index } as const
  if (of !== 'reasoning' || signature === undefined) return [stop]
  const signed = typeof signature === 'string' ? signature : signature(text)
  return [blockDelta(index, { type: 'signature_delta', signature: signed }), stop]
}
