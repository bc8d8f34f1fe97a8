import type { Delta } from '../../chat/delta.ts'
import { fieldOf, innerOf, isFields, listOf, numberOf, textOf, type Fields } from '../fields.ts'
import { createMessageBuilder, type DecodeOptions } from './builder.ts'
import type { UpstreamCall } from './calls.ts'
import {
  argumentText,
  createDecoderOver,
  createEnding,
  errorText,
  stopReasonOf,
  type Decoder,
} from './decoder.ts'

/**
 * Reads Anthropic messages, streamed or whole; blocks may lack their start, stop or index.
 *
 * @example
 * ```ts
 * const decoder = createAnthropicDecoder()
 * decoder.push({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hi' } })
 * // [{ kind: 'content', text: 'Hi' }]
 * ```
 */
export function createAnthropicDecoder(options: DecodeOptions = {}): Decoder {
  const builder = createMessageBuilder(options)
  const calls = new Map<number | undefined, UpstreamCall>()
  /** What the start of a block gave as input, used if nothing else comes. */
  const inputs = new Map<UpstreamCall, string>()
  const ending = createEnding()

  function read(event: Fields): Delta[] {
    const index = numberOf(event, 'index')
    switch (textOf(event, 'type')) {
      case 'message_start':
        return readMessage(innerOf(event, 'message') ?? {})
      case 'message':
        return readMessage(event)
      case 'content_block_start':
        return readBlock(innerOf(event, 'content_block') ?? {}, index)
      case 'content_block_delta':
        return readDelta(innerOf(event, 'delta') ?? {}, index)
      case 'content_block_stop':
        return closeBlock(index)
      case 'message_delta':
        readEnd(innerOf(event, 'delta'), innerOf(event, 'usage'))
        return []
      case 'error':
        return builder.fail(errorText(fieldOf(event, 'error')))
      default:
        return []
    }
  }

  function readMessage(message: Fields): Delta[] {
    readEnd(message, innerOf(message, 'usage'))
    return listOf(message, 'content').flatMap((block, index) => [
      ...readBlock(isFields(block) ? block : {}, index),
      ...closeBlock(index),
    ])
  }

  function readEnd(delta: Fields | undefined, usage: Fields | undefined): void {
    const reason = textOf(delta, 'stop_reason')
    if (reason !== undefined && reason !== '') {
      ending.stop = stopReasonOf(reason) ?? ending.stop ?? 'stop'
    }
    if (usage === undefined) return
    const fresh = numberOf(usage, 'input_tokens')
    const cached = numberOf(usage, 'cache_read_input_tokens')
    const thinking = numberOf(innerOf(usage, 'output_tokens_details'), 'thinking_tokens')
    ending.usage = {
      ...ending.usage,
      // Anthropic counts cached tokens apart.
      inputTokens: fresh === undefined ? (ending.usage?.inputTokens ?? 0) : fresh + (cached ?? 0),
      outputTokens: numberOf(usage, 'output_tokens') ?? ending.usage?.outputTokens ?? 0,
      ...(cached === undefined ? {} : { cachedTokens: cached }),
      ...(thinking === undefined ? {} : { reasoningTokens: thinking }),
    }
  }

  function readBlock(block: Fields, index: number | undefined): Delta[] {
    switch (textOf(block, 'type')) {
      case 'thinking':
        return builder.text('reasoning', textOf(block, 'thinking') ?? '')
      case 'text':
        return builder.text('content', textOf(block, 'text') ?? '')
      case 'tool_use': {
        const { call, deltas } = builder.openCall(textOf(block, 'id') ?? '')
        calls.set(index, call)
        const input = fieldOf(block, 'input')
        if (!isFields(input) || Object.keys(input).length > 0) inputs.set(call, argumentText(input))
        return [...deltas, ...builder.calls.rename(call, textOf(block, 'name') ?? '')]
      }
      default:
        return []
    }
  }

  function readDelta(delta: Fields, index: number | undefined): Delta[] {
    const call = calls.get(index)
    const json = textOf(delta, 'partial_json')
    if (call !== undefined && json !== undefined && json !== '') {
      inputs.delete(call)
      return builder.calls.grow(call, json)
    }
    return [
      ...builder.text('reasoning', textOf(delta, 'thinking') ?? ''),
      ...builder.text('content', textOf(delta, 'text') ?? ''),
    ]
  }

  function closeBlock(index: number | undefined): Delta[] {
    const call = calls.get(index)
    if (call === undefined) return []
    calls.delete(index)
    const input = inputs.get(call) ?? ''
    inputs.delete(call)
    const deltas = builder.calls.grow(call, input)
    builder.calls.close(call)
    return deltas
  }

  return createDecoderOver(builder, {
    read,
    rest: () => [...calls.keys()].flatMap(closeBlock),
    ending,
  })
}
