import { chatMl, type Format } from './format.ts'
import { qwenTags, qwenVerbatim } from './qwen3-coder.ts'
import { taggedFormat } from './tagged-family.ts'

/**
 * Qwen3.5: `<think>` for reasoning, then calls as Qwen3-Coder writes them. A call ends the reasoning.
 *
 * Source: the chat template of Qwen/Qwen3.5-4B.
 *
 * @throws {TypeError} when `toolChoice` names no tool
 * @example
 * ```ts
 * const chat = qwen35({ tools: [{ type: 'function', function: { name: 'now' } }], reasoning: 'open' })
 * const text = 'The time, then.\n</think>\n\n<tool_call>\n<function=now>\n</function>\n</tool_call>'
 * chat.parse(text).message.toolCalls[0]?.name // 'now'
 * ```
 */
export const qwen35: Format = taggedFormat({
  ...chatMl,
  name: 'qwen3.5',
  summary: 'as Qwen3-Coder, with <think>: Qwen3.5',
  aliases: [
    'qwen35',
    'qwen3.6',
    'qwen3_5',
    'qwen3.5-xml',
    'interns2-preview',
    'berrylm',
    'granite-4.2',
    'granite_thinking',
  ],
  writesAs: 'qwen3-coder',
  syntax: qwenTags,
  verbatim: qwenVerbatim,
})
