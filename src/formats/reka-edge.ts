import { defineFormat, type Format } from './format.ts'
import { jsonTools } from './json-tools.ts'

/**
 * Reka Edge: Hermes' calls; the prompt opens the reasoning.
 *
 * Source: the chat template of RekaAI/reka-edge as llama.cpp ships it.
 *
 * @throws {TypeError} when `toolChoice` names no tool
 * @example
 * ```ts
 * const chat = rekaEdge({ tools: [{ function: { name: 'now' } }] })
 * const { message } = chat.parse('</think>\n\n<tool_call>\n{"name": "now", "arguments": {}}\n</tool_call>')
 * message.toolCalls[0]?.name // 'now'
 * ```
 */
export const rekaEdge: Format = defineFormat({
  name: 'reka-edge',
  summary: 'JSON in <tool_call>, <think> opened by the prompt: Reka Edge',
  aliases: ['reka'],
  header: 'assistant: ',
  ends: ['<sep>'],
  reasoning: { open: '<think>', close: '</think>', opened: true },
  ...jsonTools({ open: '<tool_call>', close: '</tool_call>', layout: '\n' }),
})
