import { chatMl, defineFormat, type Format } from './format.ts'
import { jsonTools } from './json-tools.ts'

/**
 * Hermes: `<tool_call>` JSON with `name` and `arguments` `</tool_call>`, as Hermes 2 and 3, Qwen2.5
 * and Qwen3 write it, with `<think>` for those that reason.
 *
 * Source: the chat templates of NousResearch/Hermes-3-Llama-3.1-8B and Qwen/Qwen3-0.6B.
 *
 * @throws {TypeError} when `toolChoice` names no tool
 * @example
 * ```ts
 * const chat = hermes({ tools: [{ type: 'function', function: { name: 'now' } }] })
 * const { message } = chat.parse('<tool_call>\n{"name": "now", "arguments": {}}\n</tool_call>')
 * message.toolCalls[0]?.name // 'now'
 * ```
 */
export const hermes: Format = defineFormat({
  ...chatMl,
  name: 'hermes',
  summary: 'JSON in <tool_call>, <think> for reasoning: Hermes 2 and 3, Qwen2.5, Qwen3',
  aliases: [
    'hermes-json',
    'hermes-2-pro',
    'hermes-3',
    'afmoe',
    'qwen',
    'qwen25',
    'qwen2.5',
    'qwen2.5-json',
    'qwen2d5',
    'qwen3',
    'qwen3-json',
    'qwen3-reasoning',
    'qwen3-vl',
    'qwen3-vl-instruct',
    'qwen3-vl-thinking',
    'mimo-vl',
    'smollm3',
    'trinity',
    'kolibri1',
    'qwen3-next',
  ],
  verbatim: { maybeSilent: true },
  ...jsonTools({ open: '<tool_call>', close: '</tool_call>', layout: '\n' }),
})
