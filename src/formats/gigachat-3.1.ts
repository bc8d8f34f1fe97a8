import { defineFormat, type Format } from './format.ts'
import { jsonTools } from './json-tools.ts'

/**
 * GigaChat 3.1: `<|function_call|>` and the JSON of one call.
 *
 * Source: the chat template of ai-sage/GigaChat3.1-10B-A1.8B as llama.cpp ships it.
 *
 * @throws {TypeError} when `toolChoice` names no tool
 * @example
 * ```ts
 * const chat = gigachat31({ tools: [{ function: { name: 'now' } }] })
 * const { message } = chat.parse('<|function_call|>{"name": "now", "arguments": {}}')
 * message.toolCalls[0]?.name // 'now'
 * ```
 */
export const gigachat31: Format = defineFormat({
  name: 'gigachat-3.1',
  summary: 'JSON behind <|function_call|>: GigaChat 3.1',
  aliases: ['gigachat31', 'gigachat-v3.1'],
  header: 'assistant<|role_sep|>\n',
  ends: ['<|message_sep|>\n\n', '</s>'],
  ...jsonTools({ open: '<|function_call|>' }),
})
