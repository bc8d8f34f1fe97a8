import { defineFormat, type Format } from './format.ts'
import { jsonTools } from './json-tools.ts'

/**
 * Apriel 1.5: a JSON list in `<tool_calls>`.
 *
 * Source: the chat template of unsloth/Apriel-1.5-15b-Thinker.
 *
 * @throws {TypeError} when `toolChoice` names no tool
 * @example
 * ```ts
 * const chat = apriel15({ tools: [{ function: { name: 'now' } }] })
 * const { message } = chat.parse('<tool_calls>[{"name": "now", "arguments": {}}]</tool_calls>')
 * message.toolCalls[0]?.name // 'now'
 * ```
 */
export const apriel15: Format = defineFormat({
  name: 'apriel-1.5',
  summary: 'a JSON list in <tool_calls>: Apriel 1.5',
  aliases: ['apriel', 'apriel1.5'],
  header: '<|assistant|>\n',
  ends: ['<|end|>'],
  ...jsonTools({
    list: { open: '<tool_calls>', before: '[', between: ', ', after: ']', close: '</tool_calls>' },
  }),
})
