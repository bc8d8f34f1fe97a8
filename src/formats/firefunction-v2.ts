import { defineFormat, type Format } from './format.ts'
import { jsonTools } from './json-tools.ts'

/**
 * FireFunction v2: ` functools` and a JSON list of calls.
 *
 * Source: the chat template of fireworks-ai/llama-3-firefunction-v2.
 *
 * @throws {TypeError} when `toolChoice` names no tool
 * @example
 * ```ts
 * const chat = firefunctionV2({ tools: [{ function: { name: 'now' } }] })
 * const { message } = chat.parse(' functools[{"name": "now", "arguments": {}}]')
 * message.toolCalls[0]?.name // 'now'
 * ```
 */
export const firefunctionV2: Format = defineFormat({
  name: 'firefunction-v2',
  summary: 'a JSON list behind functools: FireFunction v2',
  aliases: ['firefunction'],
  header: '<|start_header_id|>assistant<|end_header_id|>\n\n',
  ends: ['<|eot_id|>', '<|eom_id|>'],
  ...jsonTools({ list: { open: 'functools', before: '[', between: ', ', after: ']' } }),
})
