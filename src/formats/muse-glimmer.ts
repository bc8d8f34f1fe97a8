import type { Format } from './format.ts'
import { messageFormat } from './message-family.ts'
import { anyText } from './one-of.ts'
import { taggedTools } from './tagged-family.ts'

/**
 * Muse Glimmer: messages with a recipient, `self` for reasoning, `user` for the answer, else a tool; a
 * call is tagged, and says its name again.
 *
 * Source: the chat template that llama.cpp has of it.
 *
 * @throws {TypeError} when `toolChoice` names no tool
 * @example
 * ```ts
 * const chat = museGlimmer({ tools: [{ type: 'function', function: { name: 'now' } }] })
 * const text = ' to=now<|message|><atem:function_calls>\n<atem:invoke name="now">\n</atem:invoke>\n</atem:function_calls>'
 * chat.parse(text).message.toolCalls[0]?.name // 'now'
 * ```
 */
export const museGlimmer: Format = messageFormat({
  name: 'muse-glimmer',
  summary: '<atem:invoke> in a message to its tool, to=self for reasoning: Muse Glimmer',
  aliases: ['muse', 'muse_glimmer', 'glimmer'],
  ends: ['<|eot|>'],
  markers: {
    openers: ['<atem:function_calls>'],
    closers: ['</atem:function_calls>'],
    tokens: ['<|start|>', '<|message|>', '<|eom|>', '<|eot|>'],
  },
  syntax: {
    start: '<|start|>assistant',
    reasoning: ' to=self<|message|>',
    content: ' to=user<|message|>',
    end: '<|eom|>',
    lead: {
      read: (p) => p.sequence(p.space(), 'to=', p.chars('[^<]', 1, 200), '<|message|>'),
      print: (p, names) => p.sequence(' to=', anyText(p, names), '<|message|>'),
      write: ({ name }) => ` to=${name}<|message|>`,
    },
    between: '<|eom|><|start|>assistant',
  },
  calls: taggedTools({
    outer: { open: '<atem:function_calls>\n', close: '</atem:function_calls>', around: 'each' },
    nameOpen: '<atem:invoke name="',
    nameClose: '">\n',
    end: '</atem:invoke>\n',
    argumentOpen: '<atem:parameter name="',
    argumentNameClose: '">',
    argumentClose: '</atem:parameter>\n',
  }),
})
