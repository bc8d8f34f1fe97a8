import { defineFormat, type Format } from './format.ts'
import { jsonTools } from './json-tools.ts'

/**
 * Apertus: a JSON list between `<|tools_prefix|>` and `<|tools_suffix|>`, in which the name of each call is
 * the key of its arguments.
 *
 * Source: the chat template of swiss-ai/Apertus-8B-Instruct-2509.
 *
 * @throws {TypeError} when `toolChoice` names no tool
 * @example
 * ```ts
 * const chat = apertus({ tools: [{ function: { name: 'now' } }] })
 * const { message } = chat.parse('<|tools_prefix|>[{"now": {}}]<|tools_suffix|>')
 * message.toolCalls[0]?.name // 'now'
 * ```
 */
export const apertus: Format = defineFormat({
  name: 'apertus',
  summary: 'a JSON list of {name: arguments} in <|tools_prefix|>: Apertus',
  aliases: ['apertus2509', 'apertus-8b'],
  header: '<|assistant_start|>',
  ends: ['<|assistant_end|>'],
  reasoning: {
    open: '<|inner_prefix|>',
    close: '<|inner_suffix|>',
    layout: { open: '', close: '' },
  },
  ...jsonTools({
    list: {
      open: '<|tools_prefix|>',
      before: '[',
      between: ', ',
      after: ']',
      close: '<|tools_suffix|>',
    },
    nameIsKey: true,
  }),
})
