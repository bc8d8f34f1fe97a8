import { defineFormat, type Format } from './format.ts'
import { jsonTools } from './json-tools.ts'

/**
 * Granite 4: Hermes' calls between Granite's turn markers.
 *
 * Source: the chat template of ibm-granite/granite-4.0-h-small.
 *
 * @throws {TypeError} when `toolChoice` names no tool
 * @example
 * ```ts
 * const chat = granite4({ tools: [{ function: { name: 'now' } }] })
 * const { message } = chat.parse('<tool_call>\n{"name": "now", "arguments": {}}\n</tool_call>')
 * message.toolCalls[0]?.name // 'now'
 * ```
 */
export const granite4: Format = defineFormat({
  name: 'granite-4',
  summary: "JSON in <tool_call>, Granite's turn markers: Granite 4.0 and 4.1",
  aliases: ['granite4', 'granite-4.0', 'granite-4.1'],
  header: '<|start_of_role|>assistant<|end_of_role|>',
  ends: ['<|end_of_text|>'],
  ...jsonTools({ open: '<tool_call>', close: '</tool_call>', layout: '\n' }),
})
