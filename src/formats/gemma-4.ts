import { defineFormat, type Format } from './format.ts'
import { gemmaCalls } from './gemma-calls.ts'
import { verbatimGemma } from './verbatim/verbatim-gemma.ts'

const header = '<|turn>model\n'
const call = { open: '<|tool_call>', close: '<tool_call|>' } as const
const quote = '<|"|>'

/**
 * Gemma 4: `call:NAME{key:value}` with strings between `<|"|>`, reasoning on the channel `thought`.
 *
 * Source: the chat template of google/gemma-4-31B-it, and vLLM's parser `gemma4`.
 *
 * @throws {TypeError} when `toolChoice` names no tool
 * @example
 * ```ts
 * const chat = gemma4({ tools: [{ function: { name: 'look' } }] })
 * const { message } = chat.parse('<|tool_call>call:look{at:<|"|>me<|"|>,far:true}<tool_call|>')
 * message.toolCalls[0]?.arguments // '{"at":"me","far":true}'
 * ```
 */
export const gemma4: Format = defineFormat({
  name: 'gemma-4',
  summary: 'call:name{key:value} in <|tool_call>, reasoning in <|channel>thought: Gemma 4',
  aliases: ['gemma4', 'gemma-4-it', 'gemma-4-31b-it'],
  header,
  ends: ['<turn|>', '<|tool_response>'],
  reasoning: {
    open: '<|channel>thought\n',
    close: '<channel|>',
    layout: { open: '', close: '' },
    bare: 'prompt',
  },
  ...gemmaCalls({ ...call, quote }),
  verbatimTurn: (p, request, policies) =>
    verbatimGemma(
      p,
      {
        header,
        channel: { open: '<|channel>', name: 'thought', close: '<channel|>' },
        call: { ...call, word: 'call:' },
        quote,
      },
      request,
      policies,
    ),
})
