import { chatMl, type Format } from './format.ts'
import { taggedFormat } from './tagged-family.ts'

/**
 * MiMo V2: as Qwen3-Coder, with values on the line of their tags; white space in them is theirs.
 *
 * Source: the parsers `mimo` of vLLM and LMDeploy, for XiaomiMiMo/MiMo-V2-Flash.
 *
 * @throws {TypeError} when `toolChoice` names no tool
 * @example
 * ```ts
 * const chat = mimo({ tools: [{ type: 'function', function: { name: 'look' } }] })
 * const text = '<tool_call>\n<function=look>\n<parameter=at> me </parameter>\n</function>\n</tool_call>'
 * chat.parse(text).message.toolCalls[0]?.arguments // '{"at":" me "}'
 * ```
 */
export const mimo: Format = taggedFormat({
  ...chatMl,
  name: 'mimo',
  summary: '<function=name> and <parameter=key>value in <tool_call>: MiMo V2',
  aliases: ['mimo-v2', 'mimo-v2-flash', 'mimov2', 'mimo_v2', 'mimov2_flash'],
  reasoning: { open: '<think>', close: '</think>', layout: { open: '', close: '' } },
  syntax: {
    outer: { open: '<tool_call>\n', close: '</tool_call>', around: 'each' },
    nameOpen: '<function=',
    nameClose: '>\n',
    end: '</function>\n',
    argumentOpen: '<parameter=',
    argumentNameClose: '>',
    argumentClose: '</parameter>\n',
  },
})
