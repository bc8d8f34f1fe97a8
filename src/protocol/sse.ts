import type { Delta } from '../chat/delta.ts'
import { createOpenaiChatEncoder, type OpenaiChatOptions } from './openai-chat.ts'
import type { OpenaiChunk } from './openai-chunk.ts'

/** The event that ends a stream of chat-completion chunks. */
export const SseDone = 'data: [DONE]\n\n'

/** The header of a response that is a stream of events. */
export const SseContentType = 'text/event-stream; charset=utf-8'

/** A delta of one of several choices. */
export interface ChoiceDelta {
  readonly choice: number
  readonly delta: Delta
}

/**
 * Writes a value as one server-sent event.
 *
 * @example
 * ```ts
 * toSse({ ok: true }) // 'data: {"ok":true}\n\n'
 * ```
 */
export function toSse(event: unknown): string {
  // JSON escapes line breaks, so one `data:` line always holds the whole value.
  return `data: ${JSON.stringify(event)}\n\n`
}

/**
 * Deltas in, the bytes of a chat-completion stream out, `[DONE]` at the end. Each delta leaves as
 * soon as it comes. For several choices, pass `{ choice, delta }`.
 *
 * @throws {TypeError} when usage is asked for and not given
 * @example
 * ```ts
 * const chunks = new Response('Ahoy').body?.pipeThrough(new TextDecoderStream())
 * const body = chunks?.pipeThrough(formats.plain().deltas()).pipeThrough(openaiChatSse())
 * const response = new Response(body, { headers: { 'content-type': SseContentType } })
 * await response.text() // 'data: {…"content":"Ahoy"…data: [DONE]\n\n'
 * ```
 */
export function openaiChatSse(
  options: OpenaiChatOptions = {},
): TransformStream<Delta | ChoiceDelta, Uint8Array> {
  const encoder = createOpenaiChatEncoder(options)
  const utf8 = new TextEncoder()

  type Out = TransformStreamDefaultController<Uint8Array>
  function send(out: Out, chunks: readonly OpenaiChunk[], last = ''): void {
    const text = chunks.map(toSse).join('') + last
    if (text !== '') out.enqueue(utf8.encode(text))
  }

  return new TransformStream<Delta | ChoiceDelta, Uint8Array>({
    start(out) {
      send(out, encoder.start())
    },
    transform(input, out) {
      send(out, 'choice' in input ? encoder.push(input.delta, input.choice) : encoder.push(input))
    },
    flush(out) {
      send(out, encoder.end(), SseDone)
    },
  })
}
