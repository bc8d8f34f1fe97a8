import type { Format } from './format.ts'
import { keyValueTags, keyValueTokens } from './glm.ts'
import { taggedFormat } from './tagged-family.ts'

/**
 * Hunyuan 4: keys and values as GLM 4.7 writes them, without white space, all calls in one `<tool_calls>`.
 * Checkpoints may add a suffix of their own to every tag: those are other formats.
 *
 * Source: vLLM's parsers `hy_v4` and its structural tag of that name; the markers of a turn are those of
 * Hunyuan 3.
 *
 * @throws {TypeError} when `toolChoice` names no tool
 * @example
 * ```ts
 * const chat = hy4({ tools: [{ function: { name: 'now' } }] })
 * const text = '<tool_calls><tool_call>now</tool_call></tool_calls>'
 * chat.parse(text).message.toolCalls[0]?.name // 'now'
 * ```
 */
export const hy4: Format = taggedFormat({
  name: 'hy-4',
  summary: '<arg_key> and <arg_value> in <tool_calls>: Hunyuan 4',
  aliases: ['hy4', 'hy_v4', 'hunyuan-4', 'hunyuan-v4'],
  header: '<｜hy_Assistant｜>',
  ends: ['<｜hy_eos｜>'],
  reasoning: {
    open: '<think>',
    close: '</think>',
    bare: 'prompt',
    layout: { open: '', close: '' },
  },
  tokens: keyValueTokens,
  syntax: {
    ...keyValueTags,
    outer: { open: '<tool_calls>', close: '</tool_calls>', around: 'all' },
  },
})
