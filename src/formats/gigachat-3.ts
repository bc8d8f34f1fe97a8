import { defineFormat, type Format } from './format.ts'
import { jsonTools } from './json-tools.ts'

/**
 * GigaChat 3: a call is a message of its own, in the role `function call`.
 *
 * Source: the chat template of ai-sage/GigaChat3-10B-A1.8B.
 *
 * @throws {TypeError} when `toolChoice` names no tool
 * @example
 * ```ts
 * const chat = gigachat3({ tools: [{ function: { name: 'now' } }] })
 * const { message } = chat.parse('<|message_sep|>\n\nfunction call<|role_sep|>\n{"name": "now", "arguments": {}}')
 * message.toolCalls[0]?.name // 'now'
 * ```
 */
export const gigachat3: Format = defineFormat({
  name: 'gigachat-3',
  summary: 'JSON in a message of the role function call: GigaChat 3',
  aliases: ['gigachat', 'gigachat3', 'gigachat-v3'],
  header: 'assistant<|role_sep|>\n',
  ends: ['<|message_sep|>\n\n', '</s>'],
  verbatim: {
    gap: false,
    around: 'behind',
    dropsTail: true,
    calls: { single: true, stops: ['<|message_sep|>\n\n'] },
  },
  ...jsonTools({
    open: '<|message_sep|>\n\nfunction call<|role_sep|>\n',
    // Engines read the calls of 3.1 by the same parser.
    also: ['<|function_call|>'],
  }),
})
