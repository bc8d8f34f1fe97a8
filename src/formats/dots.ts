import type { Format } from './format.ts'
import { taggedFormat } from './tagged-family.ts'

/**
 * dots, of rednote: all calls in one `<dots_function_call>`, each `<invoke name="NAME">` with
 * `<parameter name="KEY">`.
 *
 * Source: the parsers `dots` of vLLM and SGLang; the markers of its turns are those of dots.llm1.
 *
 * @throws {TypeError} when `toolChoice` names no tool
 * @example
 * ```ts
 * const chat = dots({ tools: [{ function: { name: 'now' } }] })
 * const text = '<dots_function_call>\n<invoke name="now">\n</invoke>\n</dots_function_call>'
 * chat.parse(text).message.toolCalls[0]?.name // 'now'
 * ```
 */
export const dots: Format = taggedFormat({
  name: 'dots',
  summary: '<invoke> and <parameter> in <dots_function_call>: dots',
  aliases: ['dots.llm1', 'dots1', 'dots-3', 'rednote'],
  reasoning: { open: '<think>', close: '</think>' },
  header: '<|response|>',
  ends: ['<|endofresponse|>'],
  syntax: {
    outer: { open: '<dots_function_call>\n', close: '</dots_function_call>', around: 'all' },
    nameOpen: '<invoke name="',
    nameClose: '">\n',
    end: '</invoke>\n',
    argumentOpen: '<parameter name="',
    argumentNameClose: '">',
    argumentClose: '</parameter>\n',
  },
})
