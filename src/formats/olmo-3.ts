import { chatMl, defineFormat, type Format } from './format.ts'
import { pythonCalls } from './python-calls.ts'

/**
 * Olmo 3: Python calls on lines of their own in `<function_calls>`.
 *
 * Source: vLLM's parser `olmo3`, for allenai/Olmo-3-7B-Instruct.
 *
 * @throws {TypeError} when `toolChoice` names no tool
 * @example
 * ```ts
 * const chat = olmo3({ tools: [{ function: { name: 'look' } }] })
 * const text = '<function_calls>look(at="me")</function_calls>'
 * chat.parse(text).message.toolCalls[0]?.arguments // '{"at":"me"}'
 * ```
 */
export const olmo3: Format = defineFormat({
  ...chatMl,
  name: 'olmo-3',
  summary: 'Python calls on lines in <function_calls>: Olmo 3',
  aliases: ['olmo3', 'olmo-3-instruct', 'olmo-3-think', 'olmo3-think'],
  ...pythonCalls({ open: '<function_calls>', between: '\n', close: '</function_calls>' }),
})
