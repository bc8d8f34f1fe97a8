import type { Format } from './format.ts'
import { taggedFormat } from './tagged-family.ts'

/** What stands before each tag of a call. */
const mark = ']<]minimax[>['

/**
 * MiniMax M3: each argument is an element of its own name, objects and arrays are elements in elements;
 * every tag of a call has a mark before it.
 *
 * Source: the chat template of MiniMaxAI/MiniMax-M3.
 *
 * @throws {TypeError} when `toolChoice` names no tool
 * @example
 * ```ts
 * minimaxM3().parse('<mm:think>Hm.</mm:think>Yes.').message.content // 'Yes.'
 * ```
 */
export const minimaxM3: Format = taggedFormat({
  name: 'minimax-m3',
  summary: 'an element for each argument in <invoke>, a mark before every tag: MiniMax M3',
  aliases: ['minimax_m3', 'minimax3'],
  reasoning: {
    open: '<mm:think>',
    close: '</mm:think>',
    bare: 'model',
    layout: { open: '', close: '' },
  },
  header: ']~b]ai\n',
  ends: ['[e~['],
  verbatim: { gap: false, spaceInReasoning: true, calls: { looseTags: true } },
  preserved: [mark, '<tool_call>', '</tool_call>', '<mm:think>', '</mm:think>'],
  syntax: {
    outer: { open: `${mark}<tool_call>\n`, close: `${mark}</tool_call>`, around: 'all' },
    nameOpen: `${mark}<invoke name="`,
    nameClose: '">',
    end: `${mark}</invoke>\n`,
    argumentOpen: `${mark}<`,
    argumentNameClose: '>',
    argumentClose: `${mark}</`,
    elements: true,
  },
})
