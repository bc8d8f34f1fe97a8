import type { Format } from './format.ts'
import { taggedFormat } from './tagged-family.ts'
import { plainTypeWords } from './tagged-types.ts'

/**
 * K2 Horizon: all calls in one `<ifm|tool_calls>`, with keys, types and values in tags of their own.
 *
 * Source: its chat template, as llama.cpp has it.
 *
 * @throws {TypeError} when `toolChoice` names no tool
 * @example
 * ```ts
 * k2Horizon().parse('<ifm|think>Hm.</ifm|think>Yes.').message.content // 'Yes.'
 * ```
 */
export const k2Horizon: Format = taggedFormat({
  name: 'k2-horizon',
  summary: 'keys, types and values in <ifm|…> tags: K2 Horizon',
  aliases: ['k2_horizon', 'k2_v3'],
  reasoning: {
    open: '<ifm|think>',
    close: '</ifm|think>',
    layout: { open: '\n', close: '\n' },
  },
  header: '<|ifm|im_start|>assistant\n',
  ends: ['<|ifm|im_end|>'],
  syntax: {
    outer: { open: '<ifm|tool_calls>\n', close: '</ifm|tool_calls>', around: 'all' },
    nameOpen: '<ifm|tool_call>',
    nameClose: '\n',
    end: '</ifm|tool_call>\n',
    argumentOpen: '<ifm|arg_key>',
    argumentNameClose: '</ifm|arg_key>\n<ifm|arg_value>',
    argumentClose: '</ifm|arg_value>\n',
    attribute: {
      before: '</ifm|arg_key>\n<ifm|arg_type>',
      after: '</ifm|arg_type>\n<ifm|arg_value>',
      optional: true,
      words: plainTypeWords,
    },
  },
})
