import type { Delta } from '../chat/delta.ts'
import { createAiSdkEncoder, type AiSdkOptions } from './ai-sdk/encode.ts'
import type { AiSdkPart } from './ai-sdk/parts.ts'
import { createUiEncoder, type UiOptions } from './ai-sdk/ui-encode.ts'
import { createAnthropicEncoder, type AnthropicOptions } from './anthropic/encode.ts'
import type { Encoder } from './encoder.ts'
import {
  createOllamaChatEncoder,
  createOllamaGenerateEncoder,
  type OllamaOptions,
} from './ollama/encode.ts'
import type { OpenaiErrorBody } from './fault.ts'
import type { OpenaiChunk } from './openai/chunk.ts'
import { createOpenaiChatEncoder, type OpenaiChatOptions } from './openai/encode.ts'
import { createResponsesEncoder } from './responses/encode.ts'
import type { ResponsesOptions } from './responses/response.ts'
import {
  anthropicFraming,
  ollamaFraming,
  openaiChatFraming,
  responsesFraming,
  toWire,
  uiFraming,
  type WireEncoder,
} from './wire.ts'

/** A delta of one of several choices. */
export interface ChoiceDelta {
  readonly choice: number
  readonly delta: Delta
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
  const wire = toWire<OpenaiChunk | OpenaiErrorBody>(encoder, openaiChatFraming)
  return byteStream(wire, (input: Delta | ChoiceDelta) =>
    'choice' in input
      ? encoder.push(input.delta, input.choice).map(openaiChatFraming.frame).join('')
      : wire.push(input),
  )
}

/**
 * Deltas in, the bytes of a Responses stream out.
 *
 * @example
 * ```ts
 * const deltas = new Response('Ahoy').body?.pipeThrough(formats.plain().deltas())
 * await new Response(deltas?.pipeThrough(responsesSse())).text()
 * // 'event: response.created\ndata: {…"delta":"Ahoy"…event: response.completed…'
 * ```
 */
export function responsesSse(options: ResponsesOptions = {}): TransformStream<Delta, Uint8Array> {
  const wire = toWire(createResponsesEncoder(options), responsesFraming)
  return byteStream(wire, (delta: Delta) => wire.push(delta))
}

/**
 * Deltas in, the bytes of a Messages stream out.
 *
 * @example
 * ```ts
 * const deltas = new Response('Ahoy').body?.pipeThrough(formats.plain().deltas())
 * await new Response(deltas?.pipeThrough(anthropicSse())).text()
 * // 'event: message_start\ndata: {…"text":"Ahoy"…event: message_stop…'
 * ```
 */
export function anthropicSse(options: AnthropicOptions = {}): TransformStream<Delta, Uint8Array> {
  const wire = toWire(createAnthropicEncoder(options), anthropicFraming)
  return byteStream(wire, (delta: Delta) => wire.push(delta))
}

/**
 * Deltas in, the lines of an `/api/chat` stream out.
 *
 * @example
 * ```ts
 * const deltas = new Response('Ahoy').body?.pipeThrough(formats.plain().deltas())
 * await new Response(deltas?.pipeThrough(ollamaChatNdjson())).text()
 * // '{"model":…"content":"Ahoy"…"done":true…'
 * ```
 */
export function ollamaChatNdjson(options: OllamaOptions = {}): TransformStream<Delta, Uint8Array> {
  const wire = toWire(createOllamaChatEncoder(options), ollamaFraming)
  return byteStream(wire, (delta: Delta) => wire.push(delta))
}

/**
 * Deltas in, the lines of an `/api/generate` stream out.
 *
 * @example
 * ```ts
 * const deltas = new Response('Ahoy').body?.pipeThrough(formats.plain().deltas())
 * await new Response(deltas?.pipeThrough(ollamaGenerateNdjson())).text()
 * // '{"model":…"response":"Ahoy"…"done":true…'
 * ```
 */
export function ollamaGenerateNdjson(
  options: OllamaOptions = {},
): TransformStream<Delta, Uint8Array> {
  const wire = toWire(createOllamaGenerateEncoder(options), ollamaFraming)
  return byteStream(wire, (delta: Delta) => wire.push(delta))
}

/**
 * Deltas in, the bytes of a UI message stream out, for `useChat`.
 *
 * @example
 * ```ts
 * const deltas = new Response('Ahoy').body?.pipeThrough(formats.plain().deltas())
 * await new Response(deltas?.pipeThrough(uiMessageSse())).text()
 * // 'data: {"type":"start"…"delta":"Ahoy"…data: [DONE]\n\n'
 * ```
 */
export function uiMessageSse(options: UiOptions = {}): TransformStream<Delta, Uint8Array> {
  const wire = toWire(createUiEncoder(options), uiFraming)
  return byteStream(wire, (delta: Delta) => wire.push(delta))
}

/**
 * Deltas in, parts of the AI SDK out: the stream that a language model's `doStream` gives.
 *
 * @example
 * ```ts
 * const deltas = new Response('Ahoy').body?.pipeThrough(formats.plain().deltas())
 * const types: string[] = []
 * for await (const part of deltas?.pipeThrough(aiSdkParts()) ?? []) types.push(part.type)
 * types.at(-1) // 'finish'
 * ```
 */
export function aiSdkParts(options: AiSdkOptions = {}): TransformStream<Delta, AiSdkPart> {
  const encoder: Encoder<AiSdkPart> = createAiSdkEncoder(options)
  type Out = TransformStreamDefaultController<AiSdkPart>
  const send = (out: Out, parts: readonly AiSdkPart[]): void => {
    for (const part of parts) out.enqueue(part)
  }
  return new TransformStream<Delta, AiSdkPart>({
    start: (out) => send(out, encoder.start()),
    transform: (delta, out) => send(out, encoder.push(delta)),
    flush: (out) => send(out, encoder.end()),
  })
}

function byteStream<Input>(
  wire: WireEncoder,
  push: (input: Input) => string,
): TransformStream<Input, Uint8Array> {
  const utf8 = new TextEncoder()
  type Out = TransformStreamDefaultController<Uint8Array>
  function send(out: Out, text: string): void {
    if (text !== '') out.enqueue(utf8.encode(text))
  }
  return new TransformStream<Input, Uint8Array>({
    start: (out) => send(out, wire.start()),
    transform: (input, out) => send(out, push(input)),
    flush: (out) => send(out, wire.end()),
  })
}
