import { chatMl, defineFormat, type Format } from './format.ts'
import { pythonCalls } from './python-calls.ts'

/**
 * LFM2 and LFM2.5: a Python list of calls in `<|tool_call_start|>`.
 *
 * Source: the chat templates of LiquidAI/LFM2-8B-A1B and LFM2.5-8B-A1B.
 *
 * @throws {TypeError} when `toolChoice` names no tool
 * @example
 * ```ts
 * const chat = lfm2({ tools: [{ function: { name: 'look' } }] })
 * const text = '<|tool_call_start|>[look(at="me")]<|tool_call_end|>'
 * chat.parse(text).message.toolCalls[0]?.arguments // '{"at":"me"}'
 * ```
 */
export const lfm2: Format = defineFormat({
  ...chatMl,
  name: 'lfm2',
  summary: 'a Python list of calls in <|tool_call_start|>: LFM2, LFM2.5',
  aliases: ['lfm2.5', 'lfm-2', 'lfm2-8b-a1b', 'lfm2.5-thinking', 'lfm2-thinking', 'lfm2.5-8b-a1b'],
  reasoning: { open: '<think>', close: '</think>', layout: { open: '', close: '' } },
  verbatim: { gap: false },
  ...pythonCalls({
    open: '<|tool_call_start|>',
    before: '[',
    between: ', ',
    after: ']',
    close: '<|tool_call_end|>',
  }),
})
