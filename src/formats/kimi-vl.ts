import { chatMl, defineFormat, type Format } from './format.ts'

/**
 * Kimi VL, which thinks in `◁think▷` … `◁/think▷` and calls nothing.
 *
 * Source: the chat template of moonshotai/Kimi-VL-A3B-Thinking and SGLang's reasoning parser `kimi`.
 *
 * @throws {TypeError} when tools are given: its template writes no calls
 * @example
 * ```ts
 * kimiVl().parse('◁think▷Hm.◁/think▷Yes.').message.reasoning // 'Hm.'
 * ```
 */
export const kimiVl: Format = defineFormat({
  ...chatMl,
  name: 'kimi-vl',
  summary: 'text alone, ◁think▷ for reasoning: Kimi VL',
  aliases: ['kimi-vl-thinking', 'kimi-vl-a3b-thinking'],
  header: '<|im_assistant|>assistant<|im_middle|>',
  reasoning: { open: '◁think▷', close: '◁/think▷', layout: { open: '', close: '' } },
})
