import type { Format } from './format.ts'
import { keyValueTags, keyValueTokens } from './glm.ts'
import { taggedFormat } from './tagged-family.ts'

/**
 * Spark 2.5: calls as GLM 4.7 writes them, in turn markers of its own.
 *
 * Source: llama.cpp's reading of Spark2.5.
 *
 * @throws {TypeError} when `toolChoice` names no tool
 * @example
 * ```ts
 * spark25({ reasoning: 'open' }).parse('Hm.</think>Yes.').message.content // 'Yes.'
 * ```
 */
export const spark25: Format = taggedFormat({
  name: 'spark-2.5',
  summary: 'as GLM 4.7, in turn markers of its own: Spark 2.5',
  aliases: ['spark25', 'spark2.5'],
  reasoning: {
    open: '<think>',
    close: '</think>',
    bare: 'prompt',
    layout: { open: '', close: '' },
  },
  verbatim: { layout: { open: '', close: '' }, calls: { looseEnd: true } },
  header: '<｜start▁of▁sentence｜><|Bot|>',
  ends: ['<｜end▁of▁sentence｜>'],
  syntax: keyValueTags,
  tokens: keyValueTokens,
})
