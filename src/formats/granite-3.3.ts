import { defineFormat, type Format } from './format.ts'
import { jsonTools } from './json-tools.ts'

/**
 * Granite 3: `<|tool_call|>` and a JSON list; reasoning in `<think>`, content in `<response>` where it
 * thinks.
 *
 * Source: the chat template of ibm-granite/granite-3.3-2b-instruct and the tool parser of vLLM.
 *
 * @throws {TypeError} when `toolChoice` names no tool
 * @example
 * ```ts
 * const chat = granite33({ tools: [{ function: { name: 'now' } }] })
 * const { message } = chat.parse('<|tool_call|>[{"name": "now", "arguments": {}}]')
 * message.toolCalls[0]?.name // 'now'
 * ```
 */
export const granite33: Format = defineFormat({
  name: 'granite-3.3',
  summary: 'a JSON list behind <|tool_call|>, <think> and <response>: Granite 3.0 to 3.3',
  aliases: ['granite', 'granite-3', 'granite-3.0', 'granite-3.1', 'granite-3.2'],
  header: '<|start_of_role|>assistant<|end_of_role|>',
  ends: ['<|end_of_text|>'],
  reasoning: { open: '<think>', close: '</think>', layout: { open: '', close: '' } },
  content: { open: '<response>', close: '</response>', optional: true },
  ...jsonTools({
    list: { open: '<|tool_call|>', before: '[', between: ', ', after: ']', also: ['<tool_call>'] },
  }),
})
