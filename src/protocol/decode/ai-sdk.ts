import type { Delta } from '../../chat/delta.ts'
import { fieldOf, innerOf, numberOf, textOf, type Fields } from '../fields.ts'
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
 * Reads the AI SDK's streams: the parts of a language model, and the chunks of UI messages.
 *
 * @example
 * ```ts
 * const decoder = createAiSdkDecoder()
 * decoder.push({ type: 'text-delta', id: '0', delta: 'Hi' }) // [{ kind: 'content', text: 'Hi' }]
 * ```
 */
export function createAiSdkDecoder(options: DecodeOptions = {}): Decoder {
  const builder = createMessageBuilder(options)
  const calls = new Map<string, UpstreamCall>()
  const ending = createEnding()

  function read(part: Fields): Delta[] {
    switch (textOf(part, 'type')) {
      case 'text-delta':
        return builder.text('content', textOf(part, 'delta') ?? '')
      case 'reasoning-delta':
        return builder.text('reasoning', textOf(part, 'delta') ?? '')
      case 'tool-input-start':
        return callOf(part).deltas
      case 'tool-input-delta': {
        const { call, deltas } = callOf(part)
        const text = textOf(part, 'delta') ?? textOf(part, 'inputTextDelta') ?? ''
        return [...deltas, ...builder.calls.grow(call, text)]
      }
      case 'tool-input-error':
        return readInput(part).deltas
      case 'tool-call':
      case 'tool-input-available':
        return readWhole(part)
      case 'finish':
        readEnd(part)
        return []
      case 'abort':
        ending.stop = 'abort'
        return []
      case 'error':
        return builder.fail(errorText(fieldOf(part, 'error') ?? part))
      default:
        return []
    }
  }

  function callOf(part: Fields): { readonly call: UpstreamCall; readonly deltas: Delta[] } {
    const id = textOf(part, 'toolCallId') ?? textOf(part, 'id') ?? ''
    const name = textOf(part, 'toolName') ?? ''
    const known = calls.get(id)
    if (known !== undefined) return { call: known, deltas: builder.calls.rename(known, name) }
    const { call, deltas } = builder.openCall(id)
    calls.set(id, call)
    // Its input is shown while it comes: only another part says that it is a call to be run.
    call.cut = true
    return { call, deltas: [...deltas, ...builder.calls.rename(call, name)] }
  }

  /** The input as a whole, if it did not come in pieces. */
  function readInput(part: Fields): ReturnType<typeof callOf> {
    const { call, deltas } = callOf(part)
    const text = call.filled ? '' : argumentText(fieldOf(part, 'input'))
    return { call, deltas: [...deltas, ...builder.calls.grow(call, text)] }
  }

  function readWhole(part: Fields): Delta[] {
    const { call, deltas } = readInput(part)
    call.cut = false
    builder.calls.close(call)
    return [...deltas, ...builder.calls.settle()]
  }

  function readEnd(part: Fields): void {
    const reason = fieldOf(part, 'finishReason')
    const word = typeof reason === 'string' ? reason : textOf(reason, 'unified')
    ending.stop = stopReasonOf(word ?? '') ?? 'abort'
    const counts = innerOf(part, 'usage')
    const inputTokens = numberOf(innerOf(counts, 'inputTokens'), 'total')
    if (inputTokens === undefined) return
    const output = innerOf(counts, 'outputTokens')
    const reasoningTokens = numberOf(output, 'reasoning')
    const cachedTokens = numberOf(innerOf(counts, 'inputTokens'), 'cacheRead')
    ending.usage = {
      inputTokens,
      outputTokens: numberOf(output, 'total') ?? 0,
      ...(reasoningTokens === undefined ? {} : { reasoningTokens }),
      ...(cachedTokens === undefined ? {} : { cachedTokens }),
    }
  }

  return createDecoderOver(builder, {
    read,
    ending,
  })
}
