import { chatMl, type Format } from './format.ts'
import { qwenTags, qwenVerbatim } from './qwen3-coder.ts'
import { taggedFormat } from './tagged-family.ts'

/**
 * Nemotron 3: as Qwen3.5 writes, apart from its name: engines give what it thought as its answer where
 * thinking was off.
 *
 * Source: the chat template of nvidia/NVIDIA-Nemotron-3-Nano-30B-A3B-BF16.
 *
 * @throws {TypeError} when `toolChoice` names no tool
 * @example
 * ```ts
 * nemotron3({ reasoning: 'open' }).parse('Hm.</think>Yes.').message.content // 'Yes.'
 * ```
 */
export const nemotron3: Format = taggedFormat({
  ...chatMl,
  name: 'nemotron-3',
  summary: 'as Qwen3-Coder, with <think>: Nemotron 3',
  aliases: ['nemotron3', 'nemotron-3-nano', 'nemotron_v3', 'nemotron_3', 'nano_v3'],
  writesAs: 'qwen3-coder',
  syntax: qwenTags,
  verbatim: qwenVerbatim,
})
