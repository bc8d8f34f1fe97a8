import type { WireProtocol } from '../wire.ts'
import { anthropicFields, readAnthropic } from './anthropic.ts'
import { bodyOf, Refusal, type Body } from './body.ts'
import type { ChatRequest, RequestReading } from './chat-request.ts'
import type { FieldTable } from './field-table.ts'
import {
  ollamaChatFields,
  ollamaGenerateFields,
  readOllamaChat,
  readOllamaGenerate,
} from './ollama.ts'
import { openaiChatFields, readOpenaiChat } from './openai-chat.ts'
import { readResponses, responsesFields } from './responses.ts'

/** A protocol whose requests are read. */
export type RequestProtocol = Exclude<WireProtocol, 'ai-sdk-ui'>

/**
 * Reads the body of a protocol's request into one form. What cannot be served is refused with the
 * place and the reason, never left out in silence; unknown fields are given back in `extra`.
 *
 * @example
 * ```ts
 * const reading = readRequest('anthropic', {
 *   max_tokens: 9,
 *   messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }],
 * })
 * reading.ok && reading.request.messages // [{ role: 'user', content: 'Hi' }]
 * ```
 */
export function readRequest(protocol: RequestProtocol, body: unknown): RequestReading {
  try {
    return { ok: true, request: readers[protocol](bodyOf(body)) }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { kind, message, param } = error
    return { ok: false, fault: { kind, message, ...(param === '' ? {} : { param }) } }
  }
}

/** What becomes of each field of a protocol's request. */
export const requestFields: { readonly [K in RequestProtocol]: FieldTable } = {
  'openai-chat': openaiChatFields,
  'openai-responses': responsesFields,
  anthropic: anthropicFields,
  'ollama-chat': ollamaChatFields,
  'ollama-generate': ollamaGenerateFields,
}

const readers: { readonly [K in RequestProtocol]: (body: Body) => ChatRequest } = {
  'openai-chat': readOpenaiChat,
  'openai-responses': readResponses,
  anthropic: readAnthropic,
  'ollama-chat': readOllamaChat,
  'ollama-generate': readOllamaGenerate,
}
