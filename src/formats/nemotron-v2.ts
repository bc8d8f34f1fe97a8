import { defineFormat, type Format } from './format.ts'
import { jsonTools } from './json-tools.ts'

/**
 * Nemotron Nano v2: a JSON list in `<TOOLCALL>`; the prompt opens the reasoning.
 *
 * Source: the chat template of nvidia/NVIDIA-Nemotron-Nano-9B-v2.
 *
 * @throws {TypeError} when `toolChoice` names no tool
 * @example
 * ```ts
 * const chat = nemotronV2({ tools: [{ function: { name: 'now' } }] })
 * const { message } = chat.parse('</think>\n\n<TOOLCALL>[{"name": "now", "arguments": {}}]</TOOLCALL>')
 * message.toolCalls[0]?.name // 'now'
 * ```
 */
export const nemotronV2: Format = defineFormat({
  name: 'nemotron-v2',
  summary: 'a JSON list in <TOOLCALL>, <think> opened by the prompt: Nemotron Nano v2',
  aliases: ['nemotron-nano-v2', 'nemotron_json', 'nemotron_nano_v2'],
  header: '<SPECIAL_11>Assistant\n',
  ends: ['<SPECIAL_12>'],
  reasoning: { open: '<think>', close: '</think>', opened: true },
  verbatim: { layout: { open: '\n', close: '' }, calls: { repeated: true } },
  ...jsonTools({
    list: { open: '<TOOLCALL>', before: '[', between: ', ', after: ']', close: '</TOOLCALL>' },
  }),
})
