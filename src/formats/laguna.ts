import type { Format } from './format.ts'
import { keyValueTags, keyValueTokens } from './glm.ts'
import { taggedFormat } from './tagged-family.ts'

/**
 * Poolside's Laguna: calls as GLM 4.7 writes them, in turns between `<assistant>` and `</assistant>`.
 *
 * Source: the chat template of poolside/Laguna-S-2.1.
 *
 * @throws {TypeError} when `toolChoice` names no tool
 * @example
 * ```ts
 * laguna().parse('<think>Hm.</think>Yes.</assistant>').message.content // 'Yes.'
 * ```
 */
export const laguna: Format = taggedFormat({
  name: 'laguna',
  summary: 'as GLM 4.7, in <assistant>: Laguna',
  aliases: ['laguna-s-2.1', 'poolside', 'poolside_v1'],
  reasoning: { open: '<think>', close: '</think>', bare: 'prompt' },
  verbatim: { layout: { open: '', close: '' }, spaceBehind: true, calls: { looseEnd: true } },
  header: '<assistant>',
  ends: ['</assistant>'],
  syntax: keyValueTags,
  tokens: keyValueTokens,
})
