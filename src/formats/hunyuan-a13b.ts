import { defineFormat, type Format } from './format.ts'
import { jsonTools } from './json-tools.ts'

/**
 * Hunyuan A13B: reasoning in `<think>`, content in `<answer>`, a JSON list in `<tool_calls>`.
 *
 * Source: the reasoning and tool parsers of vLLM for tencent/Hunyuan-A13B-Instruct.
 *
 * @throws {TypeError} when `toolChoice` names no tool
 * @example
 * ```ts
 * const chat = hunyuanA13b({ tools: [{ function: { name: 'now' } }] })
 * const { message } = chat.parse('<tool_calls>[{"name": "now", "arguments": {}}]</tool_calls>')
 * message.toolCalls[0]?.name // 'now'
 * ```
 */
export const hunyuanA13b: Format = defineFormat({
  name: 'hunyuan-a13b',
  summary: 'a JSON list in <tool_calls>, <think> and <answer>: Hunyuan A13B',
  aliases: ['hunyuan', 'hunyuan_a13b'],
  header: '<|extra_0|>',
  ends: ['<|eos|>'],
  reasoning: { open: '<think>', close: '</think>', layout: { open: '\n', close: '\n' } },
  content: { open: '<answer>', close: '</answer>', optional: true, lines: true },
  ...jsonTools({
    list: { open: '<tool_calls>', before: '[', between: ', ', after: ']', close: '</tool_calls>' },
  }),
})
