import { chatMl, type Format } from './format.ts'
import { taggedFormat } from './tagged-family.ts'

/**
 * MiniCPM5: `<function name="NAME">` with `<param name="KEY">`; a value may stand in
 * `<![CDATA[` … `]]>`.
 *
 * Source: llama.cpp's reading of openbmb/MiniCPM5-1B.
 *
 * @throws {TypeError} when `toolChoice` names no tool
 * @example
 * ```ts
 * const chat = minicpm5({ tools: [{ type: 'function', function: { name: 'now' } }] })
 * chat.parse('<function name="now"></function>').message.toolCalls[0]?.name // 'now'
 * ```
 */
export const minicpm5: Format = taggedFormat({
  ...chatMl,
  name: 'minicpm5',
  summary: '<function name> and <param name>: MiniCPM5',
  aliases: ['minicpm-5'],
  syntax: {
    nameOpen: '<function name="',
    nameClose: '">',
    end: '</function>',
    argumentOpen: '<param name="',
    argumentNameClose: '">',
    argumentClose: '</param>',
    cdata: true,
  },
})
