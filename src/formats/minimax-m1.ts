import { defineFormat, type Format } from './format.ts'
import { jsonTools } from './json-tools.ts'

/**
 * MiniMax M1: the JSON of each call on a line of its own in `<tool_calls>`.
 *
 * Source: vLLM's parser `minimax` and its template `tool_chat_template_minimax_m1.jinja`.
 *
 * @throws {TypeError} when `toolChoice` names no tool
 * @example
 * ```ts
 * const chat = minimaxM1({ tools: [{ function: { name: 'now' } }] })
 * const { message } = chat.parse('<tool_calls>\n{"name": "now", "arguments": {}}\n</tool_calls>')
 * message.toolCalls[0]?.name // 'now'
 * ```
 */
export const minimaxM1: Format = defineFormat({
  name: 'minimax-m1',
  summary: 'JSON on lines in <tool_calls>: MiniMax M1',
  aliases: ['minimax_m1', 'minimax-text-01'],
  header: '<beginning_of_sentence>ai name=MiniMax AI\n',
  ends: ['<end_of_sentence>'],
  reasoning: { open: '<think>', close: '</think>' },
  ...jsonTools({
    list: { open: '<tool_calls>\n', between: '\n', after: '\n', close: '</tool_calls>' },
  }),
})
