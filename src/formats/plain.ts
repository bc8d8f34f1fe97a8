import { chatMl, defineFormat, type Format } from './format.ts'

/**
 * Text alone, with `<think>` for models that reason: for models without tools, and for answers that
 * follow a response schema.
 *
 * @throws {TypeError} when tools are given: this format has no way to write a call
 * @example
 * ```ts
 * plain().parse('<think>\nhm\n</think>\n\nAhoy').message.content // 'Ahoy'
 * ```
 */
export const plain: Format = defineFormat({
  ...chatMl,
  name: 'plain',
  summary: 'text alone, <think> for reasoning, or an answer that follows a schema',
  aliases: ['translategemma', 'gemma-2', 'phi-3.5', 'content-only', 'text'],
  verbatim: { gap: false },
})
