import { defineFormat, type Format } from './format.ts'
import { jsonTools } from './json-tools.ts'

/**
 * Granite 20B for function calling: `<function_call>` before the JSON of each call, and nothing behind it.
 *
 * Source: vLLM's parser `granite-20b-fc` and its template `tool_chat_template_granite_20b_fc.jinja`.
 *
 * @throws {TypeError} when `toolChoice` names no tool
 * @example
 * ```ts
 * const chat = granite20bFc({ tools: [{ function: { name: 'now' } }] })
 * const { message } = chat.parse('<function_call> {"name": "now", "arguments": {}}<|endoftext|>')
 * message.toolCalls[0]?.name // 'now'
 * ```
 */
export const granite20bFc: Format = defineFormat({
  name: 'granite-20b-fc',
  summary: 'JSON behind <function_call>: Granite 20B for function calling',
  aliases: ['granite_20b_fc', 'granite-20b-functioncalling'],
  header: '\nASSISTANT: ',
  ends: ['<|endoftext|>'],
  ...jsonTools({ open: '<function_call>', layout: ' ' }),
})
