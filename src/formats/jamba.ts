import { defineFormat, type Format } from './format.ts'
import { jsonTools } from './json-tools.ts'

/**
 * Jamba: a JSON list in `<tool_calls>`.
 *
 * Source: the tool parser of vLLM for ai21labs/AI21-Jamba-1.5-Mini.
 *
 * @throws {TypeError} when `toolChoice` names no tool
 * @example
 * ```ts
 * const chat = jamba({ tools: [{ function: { name: 'now' } }] })
 * const { message } = chat.parse('<tool_calls>[\n    {"name": "now", "arguments": {}}\n]</tool_calls>')
 * message.toolCalls[0]?.name // 'now'
 * ```
 */
export const jamba: Format = defineFormat({
  name: 'jamba',
  summary: 'a JSON list in <tool_calls>: Jamba 1.5 and 1.6',
  aliases: ['jamba-1.5', 'jamba-1.6'],
  header: '<|bom|><|assistant|>',
  ends: ['<|eom|>'],
  ...jsonTools({
    list: {
      open: '<tool_calls>',
      before: '[\n    ',
      between: ',\n    ',
      after: '\n]',
      close: '</tool_calls>',
    },
  }),
})
