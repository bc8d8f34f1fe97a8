import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { isFields } from '../protocol/fields.ts'
import type { ChatRequest } from '../protocol/request/chat-request.ts'
import type { RequestProtocol } from '../protocol/request/read.ts'
import type { WireOptions } from '../protocol/wire.ts'
import type { AnswerContext } from './context.ts'
import type { Choices } from './choices.ts'
import type { RequestRecord } from './record.ts'

/** What the encoders need to know of a request and its answer. */
export function wireOptions(
  { reasoningField }: AnswerContext,
  request: ChatRequest,
  model: string,
  protocol: RequestProtocol,
  body: unknown,
  choices: Choices,
  record: RequestRecord,
): WireOptions {
  const begun = performance.now()
  return {
    model: request.model === '' ? model : request.model,
    usage: () => choices.usage ?? { inputTokens: 0, outputTokens: 0 },
    stopSequence: () => choices.stopSequence,
    duration: () => Math.round((performance.now() - begun) * 1e6),
    onWarning: (warning: Diagnostic) => record.note(warning.code),
    ...(protocol === 'openai-chat' ? { includeUsage: request.includeUsage } : {}),
    ...(protocol === 'openai-responses' ? { request: repeated(body) } : {}),
    ...(reasoningField === undefined ? {} : { reasoningField }),
  }
}

/** The fields of a request that a response repeats. */
function repeated(body: unknown): Readonly<Record<string, unknown>> {
  if (!isFields(body)) return {}
  const names = ['instructions', 'max_output_tokens', 'metadata', 'parallel_tool_calls', 'temperature', 'text', 'tool_choice', 'tools', 'top_p'] // prettier-ignore
  const found = names.filter((name) => (body[name] ?? null) !== null)
  return Object.fromEntries(found.map((name) => [name, body[name]]))
}
