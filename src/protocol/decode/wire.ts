import type { Delta } from '../../chat/delta.ts'
import { jsonOf } from '../fields.ts'
import { createNdjsonReader } from '../frames/read-ndjson.ts'
import { createSseReader, type Frame } from '../frames/read-sse.ts'
import { createUtf8Text } from '../frames/utf8-text.ts'
import type { TokenUsage } from '../token-usage.ts'
import type { WireProtocol } from '../wire.ts'
import { createAiSdkDecoder } from './ai-sdk.ts'
import { createAnthropicDecoder } from './anthropic.ts'
import type { Decoder } from './decoder.ts'
import { createOllamaDecoder } from './ollama.ts'
import { createOpenaiChatDecoder, type OpenaiChatDecodeOptions } from './openai-chat.ts'
import { createResponsesDecoder } from './responses.ts'

/** Options of reading a stream of bytes. */
export interface WireDecodeOptions extends OpenaiChatDecodeOptions {
  /** The longest frame that is read, in characters; 16 Mi by default. A longer one ends the stream. */
  readonly maxFrameLength?: number
}

/** Reads an upstream's stream as it stands on the wire. */
export interface WireDecoder {
  push(chunk: string | Uint8Array): Delta[]
  end(): Delta[]
  fail(message: string): Delta[]
  readonly usage: TokenUsage | null
}

/**
 * The decoder of a protocol that is known by its name.
 *
 * @example
 * ```ts
 * createDecoder('anthropic').push({ type: 'ping' }) // []
 * ```
 */
export function createDecoder(
  protocol: WireProtocol,
  options: OpenaiChatDecodeOptions = {},
): Decoder {
  switch (protocol) {
    case 'openai-chat':
      return createOpenaiChatDecoder(options)
    case 'openai-responses':
      return createResponsesDecoder(options)
    case 'anthropic':
      return createAnthropicDecoder(options)
    case 'ai-sdk-ui':
      return createAiSdkDecoder(options)
    default:
      return createOllamaDecoder(options)
  }
}

/**
 * Makes the reader of an upstream's bytes or text, cut anywhere. Frames that are no JSON are noted
 * and left out.
 *
 * @example
 * ```ts
 * const wire = createWireDecoder('openai-chat')
 * wire.push('data: {"choices":[{"delta":{"content":"Hi"}}]}\n')
 * wire.push('\n') // [{ kind: 'content', text: 'Hi' }]
 * ```
 */
export function createWireDecoder(
  protocol: WireProtocol,
  options: WireDecodeOptions = {},
): WireDecoder {
  const decoder = createDecoder(protocol, options)
  const ndjson = protocol === 'ollama-chat' || protocol === 'ollama-generate'
  const reader = (ndjson ? createNdjsonReader : createSseReader)(options.maxFrameLength)
  const utf8 = createUtf8Text()

  function read(frame: Frame): Delta[] {
    if (frame.tooLong) return decoder.fail('a frame is longer than allowed')
    if (frame.data.trim() === '[DONE]') return decoder.done()
    return decoder.push(jsonOf(frame.data))
  }

  return {
    push: (chunk) => reader.push(utf8.push(chunk)).flatMap(read),
    end: () => [
      ...reader.push(utf8.end()).flatMap(read),
      ...reader.end().flatMap(read),
      ...decoder.end(),
    ],
    fail: (message) => decoder.fail(message),
    get usage() {
      return decoder.usage
    },
  }
}

/**
 * An upstream's bytes in, clean deltas out.
 *
 * @example
 * ```ts
 * const upstream = new Response('{"response":"Hi","done":true}\n')
 * const kinds: string[] = []
 * const deltas = upstream.body?.pipeThrough(decodeStream('ollama-generate')) ?? []
 * for await (const { kind } of deltas) kinds.push(kind)
 * kinds // ['content', 'finish']
 * ```
 */
export function decodeStream(
  protocol: WireProtocol,
  options: WireDecodeOptions = {},
): TransformStream<string | Uint8Array, Delta> {
  const wire = createWireDecoder(protocol, options)
  type Out = TransformStreamDefaultController<Delta>
  const send = (out: Out, deltas: readonly Delta[]): void => {
    for (const delta of deltas) out.enqueue(delta)
  }
  return new TransformStream<string | Uint8Array, Delta>({
    transform: (chunk, out) => send(out, wire.push(chunk)),
    flush: (out) => send(out, wire.end()),
  })
}
