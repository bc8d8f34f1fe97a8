import type { Format } from './format.ts'
import { taggedFormat } from './tagged-family.ts'

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
  name: 'minimax-m2',
  summary: '<invoke> and <parameter> in <minimax:tool_call>: MiniMax M2',
  aliases: ['minimax_m2', 'minimax'],
  reasoning: { open: '<think>', close: '</think>' },
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
})
