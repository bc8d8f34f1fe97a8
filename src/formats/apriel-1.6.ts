import { defineFormat, type Format } from './format.ts'
import { jsonTools } from './json-tools.ts'

/**
 * Apriel 1.6: reasoning up to `[BEGIN FINAL RESPONSE]`, then text, or a JSON list in `<tool_calls>`.
 *
 * Source: the chat template of ServiceNow-AI/Apriel-1.6-15b-Thinker.
 *
 * @throws {TypeError} when `toolChoice` names no tool
 * @example
 * ```ts
 * const chat = apriel16({ tools: [{ function: { name: 'now' } }] })
 * const { message } = chat.parse('Hm.\n[BEGIN FINAL RESPONSE]\n<tool_calls>[{"name": "now", "arguments": {}}]</tool_calls>')
 * message.reasoning // 'Hm.\n'
 * ```
 */
export const apriel16: Format = defineFormat({
  name: 'apriel-1.6',
  summary: 'reasoning up to [BEGIN FINAL RESPONSE], a JSON list in <tool_calls>: Apriel 1.6',
  aliases: ['apriel1.6'],
  header: '\n<|begin_assistant|>\n',
  ends: ['<|end|>'],
  reasoning: { open: '', close: '[BEGIN FINAL RESPONSE]', layout: { open: '', close: '\n' } },
  verbatim: {
    header: '\n',
    open: '<|begin_assistant|>',
    layout: { open: '\n', close: '\n' },
  },
  ...jsonTools({
    list: { open: '<tool_calls>', before: '[', between: ', ', after: ']', close: '</tool_calls>' },
  }),
})
