import { defineFormat, type Format } from './format.ts'
import { jsonTools } from './json-tools.ts'

/**
 * EXAONE 4: Hermes' calls between EXAONE's turn markers.
 *
 * Source: the chat template of LGAI-EXAONE/EXAONE-4.0-32B, as Ollama's renderer `exaone4` writes it.
 *
 * @throws {TypeError} when `toolChoice` names no tool
 * @example
 * ```ts
 * const chat = exaone({ tools: [{ function: { name: 'now' } }] })
 * const { message } = chat.parse('<tool_call>{"name": "now", "arguments": {}}</tool_call>')
 * message.toolCalls[0]?.name // 'now'
 * ```
 */
export const exaone: Format = defineFormat({
  name: 'exaone',
  summary: "JSON in <tool_call>, EXAONE's turn markers: EXAONE 4",
  aliases: ['exaone4', 'exaone-4', 'exaone-4.0', 'exaone_moe', 'exaone-moe', 'k-exaone'],
  header: '[|assistant|]\n',
  ends: ['[|endofturn|]'],
  reasoning: { open: '<think>', close: '</think>' },
  ...jsonTools({ open: '<tool_call>', close: '</tool_call>' }),
})
