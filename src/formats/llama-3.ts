import { defineFormat, type Format } from './format.ts'
import { jsonTools } from './json-tools.ts'

/**
 * Llama 3.1 to 3.3: a bare JSON object with `parameters`, also behind `<|python_tag|>`, also several with
 * semicolons between.
 *
 * Source: the chat templates of meta-llama/Llama-3.1-8B-Instruct and Llama-3.3-70B-Instruct.
 *
 * @throws {TypeError} when `toolChoice` names no tool
 * @example
 * ```ts
 * const chat = llama3({ tools: [{ function: { name: 'now' } }] })
 * const { message } = chat.parse('{"name": "now", "parameters": {}}')
 * message.toolCalls[0]?.name // 'now'
 * ```
 */
export const llama3: Format = defineFormat({
  name: 'llama-3',
  summary: 'a bare JSON object with parameters: Llama 3.1, 3.2, 3.3, Llama 4 with JSON',
  aliases: [
    'llama3',
    'llama-3.1',
    'llama-3.2',
    'llama-3.3',
    'llama-3.1-json',
    'llama3_json',
    'llama4_json',
    'llama-3.x',
  ],
  header: '<|start_header_id|>assistant<|end_header_id|>\n\n',
  ends: ['<|eot_id|>', '<|eom_id|>'],
  ...jsonTools({
    open: '<|python_tag|>',
    bare: true,
    list: { between: '; ', loose: true },
    arguments: 'parameters',
    typed: true,
    needsArguments: true,
  }),
  triggers: [{ type: 'word', value: '{"name": "' }],
})
