import { defineFormat, type Format } from './format.ts'
import { jsonTools } from './json-tools.ts'

/**
 * Llama Nemotron: a JSON list in `<TOOLCALL>`, as Nemotron Nano v2, in a turn of Llama 3.
 *
 * Source: the chat template of nvidia/Llama-3_3-Nemotron-Super-49B-v1_5 as llama.cpp ships it.
 *
 * @throws {TypeError} when `toolChoice` names no tool
 * @example
 * ```ts
 * const chat = llamaNemotron({ tools: [{ function: { name: 'now' } }] })
 * const { message } = chat.parse('<TOOLCALL>[{"name": "now", "arguments": {}}]</TOOLCALL>')
 * message.toolCalls[0]?.name // 'now'
 * ```
 */
export const llamaNemotron: Format = defineFormat({
  name: 'llama-nemotron',
  summary: "a JSON list in <TOOLCALL>, <think>, Llama's turn markers: Llama Nemotron",
  aliases: ['llama_nemotron', 'llama_nemotron_json', 'llama-3.3-nemotron', 'nemotron-super'],
  header: '<|start_header_id|>assistant<|end_header_id|>\n\n',
  ends: ['<|eot_id|>'],
  reasoning: { open: '<think>', close: '</think>' },
  ...jsonTools({
    list: { open: '<TOOLCALL>', before: '[', between: ', ', after: ']', close: '</TOOLCALL>' },
  }),
})
