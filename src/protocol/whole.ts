import type { Message } from '../chat/message.ts'
import { wholeAnthropic } from './anthropic/whole.ts'
import { anthropicError, faultText, openaiError, statusOf, type Fault } from './fault.ts'
import { wholeOllamaChat, wholeOllamaGenerate } from './ollama/whole.ts'
import { openaiCompletion } from './openai/whole.ts'
import type { RequestProtocol } from './request/read.ts'
import { wholeResponse } from './responses/whole.ts'
import type { WholeTokens } from './whole-tokens.ts'
import type { WireOptions } from './wire.ts'

/** A body that is not streamed, and the status that goes with it. */
export interface WholeBody {
  readonly status: number
  readonly body: object
}

/**
 * A message as the body of a response that is not streamed.
 *
 * @example
 * ```ts
 * wholeBody('openai-responses', formats.plain().parse('Ahoy').message).status // 200
 * ```
 */
export function wholeBody(
  protocol: RequestProtocol,
  message: Message,
  options: WireOptions & WholeTokens = {},
): WholeBody {
  const body = bodyOf(protocol, message, options)
  // Two of the protocols have no word for a response that failed.
  const failed = message.finishReason === 'error' && 'error' in body && body.error !== null
  return { status: failed && protocol !== 'openai-responses' ? statusOf.server : 200, body }
}

/**
 * A fault as a protocol's own error: the answer to a request that is refused or cannot be served.
 *
 * @example
 * ```ts
 * faultBody('ollama-chat', { kind: 'not-found', message: 'no such model' })
 * // { status: 404, body: { error: 'no such model' } }
 * ```
 */
export function faultBody(protocol: RequestProtocol, fault: Fault): WholeBody {
  const status = statusOf[fault.kind]
  if (protocol === 'anthropic') return { status, body: anthropicError(fault) }
  if (protocol === 'openai-chat' || protocol === 'openai-responses') {
    return { status, body: openaiError(fault) }
  }
  return { status, body: { error: faultText(fault) } }
}

function bodyOf(
  protocol: RequestProtocol,
  message: Message,
  options: WireOptions & WholeTokens,
): object {
  const { created, ...rest } = options
  const time = created === undefined ? {} : { created: new Date(created * 1000).toISOString() }
  switch (protocol) {
    case 'openai-chat':
      return openaiCompletion([message], options)
    case 'openai-responses':
      return wholeResponse(message, options)
    case 'anthropic':
      return wholeAnthropic(message, options)
    case 'ollama-chat':
      return wholeOllamaChat(message, { ...rest, ...time })
    default:
      return wholeOllamaGenerate(message, { ...rest, ...time })
  }
}
