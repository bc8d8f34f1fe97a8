import { defineFormat, type Format } from './format.ts'
import { jsonTools } from './json-tools.ts'

/**
 * LongCat Flash: Hermes' calls in `<longcat_tool_call>`, reasoning in `<longcat_think>`.
 *
 * Source: the tool parser of vLLM for meituan-longcat/LongCat-Flash-Chat.
 *
 * @throws {TypeError} when `toolChoice` names no tool
 * @example
 * ```ts
 * const chat = longcat({ tools: [{ function: { name: 'now' } }] })
 * const { message } = chat.parse('<longcat_tool_call>\n{"name": "now", "arguments": {}}\n</longcat_tool_call>')
 * message.toolCalls[0]?.name // 'now'
 * ```
 */
export const longcat: Format = defineFormat({
  name: 'longcat',
  summary: 'JSON in <longcat_tool_call>: LongCat Flash',
  aliases: ['longcat-flash'],
  header: ' ASSISTANT:',
  ends: ['</longcat_s>'],
  reasoning: { open: '<longcat_think>', close: '</longcat_think>' },
  ...jsonTools({ open: '<longcat_tool_call>', close: '</longcat_tool_call>', layout: '\n' }),
})
