import type { Format } from './format.ts'
import { qwenTags } from './qwen3-coder.ts'
import { taggedFormat } from './tagged-family.ts'

/**
 * Seed-OSS: `<seed:tool_call>` around tags like those of Qwen3-Coder, with values in line, and
 * `<seed:think>` for reasoning.
 *
 * Source: the chat template of ByteDance-Seed/Seed-OSS-36B-Instruct.
 *
 * @throws {TypeError} when `toolChoice` names no tool
 * @example
 * ```ts
 * seedOss().parse('<seed:think>Hm.</seed:think>Yes.').message.reasoning // 'Hm.'
 * ```
 */
export const seedOss: Format = taggedFormat({
  name: 'seed-oss',
  summary: 'tagged arguments in <seed:tool_call>, <seed:think>: Seed-OSS',
  aliases: ['seed_oss', 'seed'],
  reasoning: { open: '<seed:think>', close: '</seed:think>' },
  verbatim: { layout: { open: '', close: '\n' } },
  header: '<seed:bos>assistant\n',
  ends: ['<seed:eos>'],
  syntax: {
    ...qwenTags,
    outer: { open: '<seed:tool_call>\n', close: '</seed:tool_call>', around: 'each' },
    argumentNameClose: '>',
    argumentClose: '</parameter>\n',
  },
})
