import { chatMl, defineFormat, type Format } from './format.ts'
import { jsonTools } from './json-tools.ts'

/**
 * QwQ: as Hermes, with reasoning that the prompt opens.
 *
 * Source: the chat template of Qwen/QwQ-32B.
 *
 * @throws {TypeError} when `toolChoice` names no tool
 * @example
 * ```ts
 * const chat = qwq({ tools: [{ function: { name: 'now' } }] })
 * const { message } = chat.parse('</think>\n\n<tool_call>\n{"name": "now", "arguments": {}}\n</tool_call>')
 * message.toolCalls[0]?.name // 'now'
 * ```
 */
export const qwq: Format = defineFormat({
  ...chatMl,
  name: 'qwq',
  summary: 'JSON in <tool_call>, <think> opened by the prompt: QwQ, Qwen3 Thinking',
  aliases: ['qwq-32b', 'qwen3-thinking', 'qwen-qwq', 'holo2'],
  reasoning: { open: '<think>', close: '</think>', opened: true },
  verbatim: { layout: { open: '', close: '' } },
  ...jsonTools({ open: '<tool_call>', close: '</tool_call>', layout: '\n' }),
})
