import { defineFormat, type Format } from './format.ts'
import { pythonCalls } from './python-calls.ts'

/**
 * Gemma 3, which has no syntax of its own for calls: a bare Python list, as the prompt of vLLM's template
 * asks for it, with JSON's literals for values.
 *
 * Source: vLLM's `tool_chat_template_gemma3_pythonic.jinja`.
 *
 * @throws {TypeError} when `toolChoice` names no tool
 * @example
 * ```ts
 * const chat = gemma3({ tools: [{ function: { name: 'look' } }] })
 * chat.parse('[look(at="me")]<end_of_turn>').message.toolCalls[0]?.arguments // '{"at":"me"}'
 * ```
 */
export const gemma3: Format = defineFormat({
  name: 'gemma-3',
  summary: "a bare Python list of calls, Gemma's turn markers: Gemma 3",
  aliases: ['gemma3', 'gemma-3-it', 'gemma3-pythonic', 'gemma3_pythonic'],
  header: '<start_of_turn>model\n',
  ends: ['<end_of_turn>'],
  ...pythonCalls({ before: '[', between: ', ', after: ']', words: 'json' }),
})
