import type { Message } from '../../chat/message.ts'
import type { WholeTokens } from '../whole-tokens.ts'
import { encodeAll } from '../encoder.ts'
import { messageDeltas } from '../message-deltas.ts'
import {
  createOllamaChatEncoder,
  createOllamaGenerateEncoder,
  type OllamaOptions,
} from './encode.ts'
import type {
  OllamaChatFrame,
  OllamaError,
  OllamaGenerateFrame,
  OllamaMessage,
  OllamaToolCall,
} from './frames.ts'

/**
 * A message as a whole `/api/chat` response: the last frame, with all that the others say.
 *
 * @example
 * ```ts
 * const whole = wholeOllamaChat(formats.plain().parse('Ahoy').message)
 * 'message' in whole && whole.message.content // 'Ahoy'
 * ```
 */
export function wholeOllamaChat(
  message: Message,
  options: OllamaOptions & WholeTokens = {},
): OllamaChatFrame | OllamaError {
  const frames = encodeAll(
    createOllamaChatEncoder(options),
    messageDeltas(message, options.logprobs?.(0)),
  )
  const last = frames.at(-1)
  if (last === undefined || 'error' in last) return last ?? { error: 'there is no response' }
  const pieces = frames.flatMap((frame) => ('message' in frame ? [frame.message] : []))
  const { content, ...rest } = joined(pieces)
  return { ...last, message: { role: 'assistant', content, ...rest }, ...logprobsOf(frames) }
}

/**
 * A message as a whole `/api/generate` response.
 *
 * @example
 * ```ts
 * const whole = wholeOllamaGenerate(formats.plain().parse('Ahoy').message)
 * 'response' in whole && whole.response // 'Ahoy'
 * ```
 */
export function wholeOllamaGenerate(
  message: Message,
  options: OllamaOptions & WholeTokens = {},
): OllamaGenerateFrame | OllamaError {
  const frames = encodeAll(
    createOllamaGenerateEncoder(options),
    messageDeltas(message, options.logprobs?.(0)),
  )
  const last = frames.at(-1)
  if (last === undefined || 'error' in last) return last ?? { error: 'there is no response' }
  const pieces = frames.flatMap((frame) =>
    'response' in frame ? [{ ...frame, content: frame.response }] : [],
  )
  const { content, ...rest } = joined(pieces)
  return { ...last, response: content, ...rest, ...logprobsOf(frames) }
}

function logprobsOf(
  frames: readonly (OllamaChatFrame | OllamaGenerateFrame | OllamaError)[],
): Pick<OllamaChatFrame, 'logprobs'> {
  const all = frames.flatMap((frame) => ('logprobs' in frame ? (frame.logprobs ?? []) : []))
  return all.length === 0 ? {} : { logprobs: all }
}

type Joined = Omit<OllamaMessage, 'role'>

function joined(pieces: readonly Joined[]): Joined {
  const thinking = pieces.map((piece) => piece.thinking ?? '').join('')
  const calls = pieces.flatMap((piece): readonly OllamaToolCall[] => piece.tool_calls ?? [])
  return {
    content: pieces.map((piece) => piece.content).join(''),
    ...(thinking === '' ? {} : { thinking }),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  }
}
