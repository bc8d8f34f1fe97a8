import { defineFormat, type Format } from './format.ts'
import { jsonTools } from './json-tools.ts'

/** Markers of other families, which some of the models write around the list. */
const within = [
  { open: '[TOOL_CALLS]', close: '' },
  { open: '<tool_call>', close: '</tool_call>' },
]

/**
 * xLAM: a bare JSON list of calls.
 *
 * Source: the tool parser of vLLM for Salesforce/Llama-xLAM-2-8b-fc-r.
 *
 * @throws {TypeError} when `toolChoice` names no tool
 * @example
 * ```ts
 * const chat = xlam({ tools: [{ function: { name: 'now' } }] })
 * const { message } = chat.parse('[{"name": "now", "arguments": {}}]')
 * message.toolCalls[0]?.name // 'now'
 * ```
 */
export const xlam: Format = defineFormat({
  name: 'xlam',
  summary: 'a bare JSON list of calls: xLAM 2',
  aliases: ['xlam-2', 'xlam2'],
  header: '<|start_header_id|>assistant<|end_header_id|>\n\n',
  ends: ['<|eot_id|>', '<|eom_id|>'],
  ...jsonTools({ list: { before: '[', between: ', ', after: ']', within } }),
  triggers: [{ type: 'word', value: '[{"name": "' }],
})
