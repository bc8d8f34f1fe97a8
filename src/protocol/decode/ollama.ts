import type { Delta } from '../../chat/delta.ts'
import { fieldOf, innerOf, listOf, numberOf, textOf, type Fields } from '../fields.ts'
import { createMessageBuilder, type DecodeOptions } from './builder.ts'
import {
  argumentText,
  createDecoderOver,
  createEnding,
  errorText,
  stopReasonOf,
  type Decoder,
} from './decoder.ts'

/**
 * Reads frames of Ollama's `/api/chat` and `/api/generate`, streamed or whole. Calls come whole, with
 * an object of arguments and often without an id.
 *
 * @example
 * ```ts
 * const decoder = createOllamaDecoder()
 * decoder.push({ message: { role: 'assistant', content: 'Hi' }, done: false })
 * // [{ kind: 'content', text: 'Hi' }]
 * ```
 */
export function createOllamaDecoder(options: DecodeOptions = {}): Decoder {
  const builder = createMessageBuilder(options)
  const ending = createEnding()

  function read(frame: Fields): Delta[] {
    const error = fieldOf(frame, 'error')
    if (error !== undefined && error !== null) return builder.fail(errorText(error))
    if (fieldOf(frame, 'done') === true) readEnd(frame)
    const message = innerOf(frame, 'message') ?? frame
    return [
      ...builder.text('reasoning', textOf(message, 'thinking') ?? ''),
      ...builder.text('content', textOf(message, 'content') ?? textOf(frame, 'response') ?? ''),
      ...listOf(message, 'tool_calls').flatMap(readCall),
    ]
  }

  function readCall(value: unknown): Delta[] {
    const inner = innerOf(value, 'function') ?? value
    const { call, deltas } = builder.openCall(textOf(value, 'id') ?? '')
    deltas.push(...builder.calls.rename(call, textOf(inner, 'name') ?? ''))
    deltas.push(...builder.calls.grow(call, argumentText(fieldOf(inner, 'arguments'))))
    builder.calls.close(call)
    return [...deltas, ...builder.calls.settle()]
  }

  function readEnd(frame: Fields): void {
    // Older versions gave no reason.
    ending.stop = stopReasonOf(textOf(frame, 'done_reason') ?? '') ?? 'stop'
    const inputTokens = numberOf(frame, 'prompt_eval_count')
    const outputTokens = numberOf(frame, 'eval_count')
    if (inputTokens === undefined && outputTokens === undefined) return
    ending.usage = { inputTokens: inputTokens ?? 0, outputTokens: outputTokens ?? 0 }
  }

  return createDecoderOver(builder, {
    read,
    ending,
  })
}
