import type { Format } from './format.ts'
import { taggedFormat, type TaggedFamily } from './tagged-family.ts'

const turn: Omit<TaggedFamily, 'name'> = {
  header: ']~b]ai\n',
  ends: ['[e~['],
  verbatim: { calls: { between: ', ', openNames: true } },
  syntax: {
    outer: { open: '<minimax:tool_call>\n', close: '</minimax:tool_call>', around: 'all' },
    nameOpen: '<invoke name="',
    nameClose: '">\n',
    end: '</invoke>\n',
    argumentOpen: '<parameter name="',
    argumentNameClose: '">',
    argumentClose: '</parameter>\n',
  },
}

/**
 * MiniMax M2: all calls in one `<minimax:tool_call>`, each `<invoke name="NAME">` with
 * `<parameter name="KEY">`.
 *
 * Source: the chat template of MiniMaxAI/MiniMax-M2.
 *
 * @throws {TypeError} when `toolChoice` names no tool
 * @example
 * ```ts
 * const chat = minimaxM2({ tools: [{ type: 'function', function: { name: 'now' } }] })
 * const text = '<minimax:tool_call>\n<invoke name="now">\n</invoke>\n</minimax:tool_call>'
 * chat.parse(text).message.toolCalls[0]?.name // 'now'
 * ```
 */
export const minimaxM2: Format = taggedFormat({
  ...turn,
  name: 'minimax-m2',
  summary: '<invoke> and <parameter> in <minimax:tool_call>: MiniMax M2',
  aliases: ['minimax_m2', 'minimaxm2', 'minimax-m2.5', 'minimax_m2_sanitized', 'minimax'],
  reasoning: { open: '<think>', close: '</think>' },
})

/**
 * MiniMax M2, its reasoning left in the content as it is written, for clients that send it back so. Of the
 * prompt nothing is content: a client that wants the opener, which the prompt wrote, puts it before.
 *
 * Source: the reasoning parsers `minimax_m2_append_think` of vLLM and `minimax-append-think` of SGLang.
 *
 * @throws {TypeError} when `toolChoice` names no tool
 * @example
 * ```ts
 * minimaxM2AppendThink().parse('Hm.\n</think>\n\nYes.').message.content // 'Hm.\n</think>\n\nYes.'
 * ```
 */
export const minimaxM2AppendThink: Format = taggedFormat({
  ...turn,
  name: 'minimax-m2-append-think',
  summary: 'as MiniMax M2, its <think> left in the content',
  aliases: ['minimax_m2_append_think', 'minimax-append-think'],
})
