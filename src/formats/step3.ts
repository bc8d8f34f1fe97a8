import type { Format } from './format.ts'
import { taggedFormat } from './tagged-family.ts'

/**
 * Step 3: a block of special tokens around `<steptml:invoke name="NAME">` with
 * `<steptml:parameter name="KEY">`.
 *
 * Source: SGLang's parser `step3`.
 *
 * @throws {TypeError} when `toolChoice` names no tool
 * @example
 * ```ts
 * step3().parse('<think>Hm.</think>Yes.').message.content // 'Yes.'
 * ```
 */
export const step3: Format = taggedFormat({
  name: 'step-3',
  summary: '<steptml:invoke> in a block of special tokens: Step 3',
  aliases: ['step3'],
  reasoning: { open: '<think>', close: '</think>' },
  header: '<|BOT|>assistant\n',
  ends: ['<|EOT|>'],
  syntax: {
    outer: { open: '<｜tool_calls_begin｜>', close: '<｜tool_calls_end｜>', around: 'all' },
    nameOpen: '<｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="',
    nameClose: '">\n',
    end: '</steptml:invoke><｜tool_call_end｜>',
    argumentOpen: '<steptml:parameter name="',
    argumentNameClose: '">',
    argumentClose: '</steptml:parameter>\n',
  },
  tokens: ['<｜tool_call_begin｜>', '<｜tool_sep｜>', '<｜tool_call_end｜>'],
})
