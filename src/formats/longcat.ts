import { defineFormat, type Family, type Format } from './format.ts'
import { jsonTools } from './json-tools.ts'
import { taggedFormat } from './tagged-family.ts'

const longcatTurn: Pick<Family, 'header' | 'ends' | 'reasoning'> = {
  header: ' ASSISTANT:',
  ends: ['</longcat_s>'],
  reasoning: { open: '<longcat_think>', close: '</longcat_think>' },
}

/**
 * LongCat Flash: Hermes' calls in `<longcat_tool_call>`, reasoning in `<longcat_think>`.
 *
 * Source: the tool parser of vLLM for meituan-longcat/LongCat-Flash-Chat.
 *
 * @throws {TypeError} when `toolChoice` names no tool
 * @example
 * ```ts
 * const chat = longcat({ tools: [{ function: { name: 'now' } }] })
 * const { message } = chat.parse('<longcat_tool_call>\n{"name": "now", "arguments": {}}\n</longcat_tool_call>')
 * message.toolCalls[0]?.name // 'now'
 * ```
 */
export const longcat: Format = defineFormat({
  name: 'longcat',
  summary: 'JSON in <longcat_tool_call>: LongCat Flash',
  aliases: ['longcat-flash', 'longcatflash'],
  ...longcatTurn,
  ...jsonTools({ open: '<longcat_tool_call>', close: '</longcat_tool_call>', layout: '\n' }),
})

/**
 * LongCat 2: `<longcat_arg_key>` and `<longcat_arg_value>` on lines in `<longcat_tool_call>`.
 *
 * Source: what users recorded of LongCat's models, and tests of vLLM's parser `longcat`.
 *
 * @throws {TypeError} when `toolChoice` names no tool
 * @example
 * ```ts
 * const chat = longcat2({ tools: [{ type: 'function', function: { name: 'now' } }] })
 * chat.parse('<longcat_tool_call>now\n</longcat_tool_call>').message.toolCalls[0]?.name // 'now'
 * ```
 */
export const longcat2: Format = taggedFormat({
  ...longcatTurn,
  header: '<longcat_assistant>',
  name: 'longcat-2',
  summary: '<longcat_arg_key> and <longcat_arg_value> in <longcat_tool_call>: LongCat 2',
  aliases: ['longcat2', 'longcat-2.0', 'longcat-flash-thinking'],
  syntax: {
    nameOpen: '<longcat_tool_call>',
    nameClose: '\n',
    end: '</longcat_tool_call>',
    argumentOpen: '<longcat_arg_key>',
    argumentNameClose: '</longcat_arg_key>\n<longcat_arg_value>',
    argumentClose: '</longcat_arg_value>\n',
  },
  tokens: [
    '<longcat_arg_key>',
    '</longcat_arg_key>',
    '<longcat_arg_value>',
    '</longcat_arg_value>',
  ],
})
