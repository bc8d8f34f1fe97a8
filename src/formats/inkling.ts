import type { Format } from './format.ts'
import { jsonTools } from './json-tools.ts'
import { messageFormat } from './message-family.ts'
import { anyText } from './one-of.ts'

/**
 * Inkling: blocks of thinking, text and calls, each behind the token of its kind. The name of a call
 * stands before that token too, and means nothing there.
 *
 * Source: vLLM's parser `inkling`, and llama.cpp's reading.
 *
 * @throws {TypeError} when `toolChoice` names no tool
 * @example
 * ```ts
 * const chat = inkling({ tools: [{ function: { name: 'now' } }] })
 * const text = 'now<|content_invoke_tool_json|>{"name": "now", "args": {}}<|end_message|>'
 * chat.parse(text).message.toolCalls[0]?.name // 'now'
 * ```
 */
export const inkling: Format = messageFormat({
  name: 'inkling',
  summary: 'JSON with args in <|content_invoke_tool_json|>, a block for all else: Inkling',
  aliases: ['tml-inkling'],
  ends: ['<|content_model_end_sampling|>'],
  markers: {
    openers: ['<|content_invoke_tool_json|>'],
    closers: ['<|end_message|>'],
    tokens: ['<|message_model|>', '<|content_text|>', '<|content_thinking|>'],
  },
  syntax: {
    start: '<|message_model|>',
    reasoning: '<|content_thinking|>',
    content: '<|content_text|>',
    end: '<|end_message|>',
    echo: true,
    lead: {
      read: (p) => p.chars('[^<]', 0, 200),
      print: (p, names) => anyText(p, names),
      write: ({ name }) => name,
    },
    between: '<|message_model|>',
  },
  calls: jsonTools({
    open: '<|content_invoke_tool_json|>',
    arguments: 'args',
    close: '<|end_message|>',
  }),
})
