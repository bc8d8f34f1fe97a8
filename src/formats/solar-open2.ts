import type { Format } from './format.ts'
import { taggedFormat } from './tagged-family.ts'

/**
 * Solar Open 2: keys and values between tokens, in `<|tool_call:start|>`.
 *
 * Source: vLLM's parsers `solar_open2` and their tests.
 *
 * @throws {TypeError} when `toolChoice` names no tool
 * @example
 * ```ts
 * solarOpen2().parse('<|think:start|>Hm.<|think:end|>Yes.').message.content // 'Yes.'
 * ```
 */
export const solarOpen2: Format = taggedFormat({
  name: 'solar-open2',
  summary: '<|tool_arg:start|>key<|tool_arg:value|>value in <|tool_call:start|>: Solar Open 2',
  aliases: ['solar_open2', 'solar-open-2'],
  header: '<|im:start|>assistant<|im:content|>',
  ends: ['<|im:end|>'],
  reasoning: {
    open: '<|think:start|>',
    close: '<|think:end|>',
    layout: { open: '', close: '' },
    bare: 'prompt',
  },
  tokens: ['<|tool_arg:start|>', '<|tool_arg:value|>', '<|tool_arg:end|>'],
  syntax: {
    nameOpen: '<|tool_call:start|>',
    nameClose: '\n',
    end: '<|tool_call:end|>',
    argumentOpen: '<|tool_arg:start|>',
    argumentNameClose: '<|tool_arg:value|>',
    argumentClose: '<|tool_arg:end|>\n',
  },
})
