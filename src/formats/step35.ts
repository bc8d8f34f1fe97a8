import { chatMl, type Format } from './format.ts'
import { qwenTags, qwenVerbatim } from './qwen3-coder.ts'
import { taggedFormat } from './tagged-family.ts'

/**
 * Step 3.5 and 3.7: as Qwen3.5 writes; its prompt always opens the reasoning.
 *
 * Source: the chat template of stepfun-ai/Step-3.5-Flash.
 *
 * @throws {TypeError} when `toolChoice` names no tool
 * @example
 * ```ts
 * step35({ reasoning: 'open' }).parse('Hm.\n</think>\nYes.').message.content // 'Yes.'
 * ```
 */
export const step35: Format = taggedFormat({
  ...chatMl,
  name: 'step-3.5',
  summary: 'as Qwen3-Coder, with <think>: Step 3.5 and 3.7',
  aliases: ['step3p5', 'step3.5', 'step-3.7', 'step3p7', 'stepfun-3.5', 'stepfun-3.7'],
  writesAs: 'qwen3-coder',
  syntax: qwenTags,
  verbatim: qwenVerbatim,
})
