import type { Delta } from '../chat/delta.ts'
import { createUiEncoder, type UiOptions } from './ai-sdk/ui-encode.ts'
import type { UiChunk } from './ai-sdk/ui-chunks.ts'
import { createAnthropicEncoder, type AnthropicOptions } from './anthropic/encode.ts'
import type { AnthropicEvent } from './anthropic/events.ts'
import type { Encoder } from './encoder.ts'
import type { Fault, OpenaiErrorBody } from './fault.ts'
import {
  NdjsonContentType,
  SseContentType,
  SseDone,
  toNamedSse,
  toNdjson,
  toSse,
} from './frames/write.ts'
import {
  createOllamaChatEncoder,
  createOllamaGenerateEncoder,
  type OllamaOptions,
} from './ollama/encode.ts'
import type { OllamaChatFrame, OllamaError, OllamaGenerateFrame } from './ollama/frames.ts'
import { createOpenaiChatEncoder, type OpenaiChatOptions } from './openai/encode.ts'
import type { OpenaiChunk } from './openai/chunk.ts'
import { createResponsesEncoder } from './responses/encode.ts'
import type { ResponsesEvent } from './responses/events.ts'
import type { ResponsesOptions } from './responses/response.ts'

/** How a protocol's events stand on the wire. */
export interface Framing<Event> {
  /** The headers of the HTTP response. */
  readonly headers: Readonly<Record<string, string>>
  frame(event: Event): string
  /** What ends the stream, whether it failed or not. */
  readonly last: string
}

const noCache = { 'cache-control': 'no-cache' }
const sse = { 'content-type': SseContentType, ...noCache }
const ndjson = { 'content-type': NdjsonContentType, ...noCache }

/** Chat completions: unnamed events, `[DONE]` at the end. */
export const openaiChatFraming: Framing<OpenaiChunk | OpenaiErrorBody> = {
  headers: sse,
  frame: toSse,
  last: SseDone,
}

/** Responses: each event is named by its type. */
export const responsesFraming: Framing<ResponsesEvent> = {
  headers: sse,
  frame: toNamedSse,
  last: '',
}

/** Messages: each event is named by its type. */
export const anthropicFraming: Framing<AnthropicEvent> = {
  headers: sse,
  frame: toNamedSse,
  last: '',
}

/** Ollama's: a JSON object a line. */
export const ollamaFraming: Framing<OllamaChatFrame | OllamaGenerateFrame | OllamaError> = {
  headers: ndjson,
  frame: toNdjson,
  last: '',
}

/** UI messages: unnamed events, `[DONE]` at the end, and a header that `useChat` looks for. */
export const uiFraming: Framing<UiChunk> = {
  headers: { ...sse, 'x-vercel-ai-ui-message-stream': 'v1' },
  frame: toSse,
  last: SseDone,
}

/** A response as the text of its wire. */
export interface WireEncoder {
  start(): string
  push(delta: Delta): string
  end(): string
  fail(fault: Fault): string
}

/** An encoder whose events are written as they stand on the wire. What ends the stream comes once. */
export function toWire<Event>(encoder: Encoder<Event>, framing: Framing<Event>): WireEncoder {
  let ended = false
  const write = (events: readonly Event[]): string => events.map(framing.frame).join('')

  function close(events: readonly Event[]): string {
    if (ended) return ''
    ended = true
    return write(events) + framing.last
  }

  return {
    start: () => write(encoder.start()),
    push: (delta) => write(encoder.push(delta)),
    end: () => close(encoder.end()),
    fail: (fault) => close(encoder.fail(fault)),
  }
}

/** A protocol whose stream is bytes, by its name. */
export type WireProtocol =
  'openai-chat' | 'openai-responses' | 'anthropic' | 'ollama-chat' | 'ollama-generate' | 'ai-sdk-ui'

/** The options that every protocol of {@link createWireEncoder} takes, each as far as it has a place. */
export type WireOptions = Pick<
  OpenaiChatOptions,
  'includeUsage' | 'reasoningField' | 'repeatCallId'
> &
  Pick<ResponsesOptions, 'id' | 'model' | 'usage' | 'request' | 'reasoningPart'> &
  Pick<AnthropicOptions, 'signature' | 'stopSequence'> &
  Pick<OllamaOptions, 'duration' | 'onWarning'> & {
    /** Seconds since 1970; now by default. */
    readonly created?: number
  }

/**
 * The encoder of a protocol that is known by its name, as the text of its wire.
 *
 * @example
 * ```ts
 * const wire = createWireEncoder('ollama-chat', { model: 'm', created: 0 })
 * wire.push({ kind: 'content', text: 'Ahoy' })
 * // '{"model":"m","created_at":"1970-01-01T00:00:00.000Z","message":{"role":"assistant","content":"Ahoy"},"done":false}\n'
 * ```
 */
export function createWireEncoder(protocol: WireProtocol, options: WireOptions = {}): WireEncoder {
  switch (protocol) {
    case 'openai-chat':
      return toWire<OpenaiChunk | OpenaiErrorBody>(
        createOpenaiChatEncoder(options),
        openaiChatFraming,
      )
    case 'openai-responses':
      return toWire(createResponsesEncoder(options), responsesFraming)
    case 'anthropic':
      return toWire(createAnthropicEncoder(options), anthropicFraming)
    case 'ollama-chat':
      return toWire(createOllamaChatEncoder(ollamaOptions(options)), ollamaFraming)
    case 'ollama-generate':
      return toWire(createOllamaGenerateEncoder(ollamaOptions(options)), ollamaFraming)
    default:
      return toWire(createUiEncoder(uiOptions(options)), uiFraming)
  }
}

/**
 * The headers of a streamed response of a protocol.
 *
 * @example
 * ```ts
 * streamHeaders("ollama-chat")["content-type"] // "application/x-ndjson"
 * ```
 */
export function streamHeaders(protocol: WireProtocol): Readonly<Record<string, string>> {
  return framings[protocol].headers
}

/** The protocols whose stream is bytes. */
export const wireProtocols: readonly WireProtocol[] = [
  'openai-chat',
  'openai-responses',
  'anthropic',
  'ollama-chat',
  'ollama-generate',
  'ai-sdk-ui',
]

const framings = {
  'openai-chat': openaiChatFraming,
  'openai-responses': responsesFraming,
  anthropic: anthropicFraming,
  'ollama-chat': ollamaFraming,
  'ollama-generate': ollamaFraming,
  'ai-sdk-ui': uiFraming,
} satisfies Record<WireProtocol, unknown>

function ollamaOptions({ created, ...options }: WireOptions): OllamaOptions {
  return created === undefined
    ? options
    : { ...options, created: new Date(created * 1000).toISOString() }
}

function uiOptions({ id, onWarning }: WireOptions): UiOptions {
  return {
    ...(id === undefined ? {} : { id }),
    ...(onWarning === undefined ? {} : { onWarning }),
  }
}
