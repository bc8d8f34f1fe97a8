import { defineFormat, type Format } from './format.ts'
import { namedTools } from './named-tools.ts'

/**
 * Functionary 3.1: `<function=` NAME `>` JSON `</function>`, as Llama 3.1 writes its own functions.
 *
 * Source: the chat template of meetkai/functionary-medium-v3.1.
 *
 * @throws {TypeError} when `toolChoice` names no tool
 * @example
 * ```ts
 * const chat = functionaryV31({ tools: [{ function: { name: 'now' } }] })
 * const { message } = chat.parse('<function=now>{}</function>')
 * message.toolCalls[0]?.name // 'now'
 * ```
 */
export const functionaryV31: Format = defineFormat({
  name: 'functionary-v3.1',
  summary: '<function=name>{…}</function>: Functionary 3.1',
  aliases: ['functionary-3.1', 'functionary'],
  header: '<|start_header_id|>assistant<|end_header_id|>\n\n',
  ends: ['<|eot_id|>', '<|eom_id|>'],
  ...namedTools({ open: '<function=', nameClose: '>', close: '</function>' }),
})
