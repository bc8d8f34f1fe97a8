import type { Message } from '../../chat/message.ts'
import { encodeAll } from '../encoder.ts'
import { messageDeltas } from '../message-deltas.ts'
import { createResponsesEncoder } from './encode.ts'
import type { ResponsesResponse } from './events.ts'
import type { WholeTokens } from '../whole-tokens.ts'
import type { ResponsesOptions } from './response.ts'

/**
 * A message as a whole response: what the last event of its stream says.
 *
 * @example
 * ```ts
 * wholeResponse(formats.plain().parse('Ahoy').message).status // 'completed'
 * ```
 */
export function wholeResponse(
  message: Message,
  options: ResponsesOptions & WholeTokens = {},
): ResponsesResponse {
  const events = encodeAll(
    createResponsesEncoder(options),
    messageDeltas(message, options.logprobs?.(0)),
  )
  const last = events.findLast((event) => 'response' in event)
  if (last === undefined || !('response' in last)) throw new TypeError('a response without an end')
  return last.response
}
