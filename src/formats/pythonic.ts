import { defineFormat, type Format } from './format.ts'
import { pythonCalls } from './python-calls.ts'

/**
 * A bare Python list of calls, as Llama 3.2 and ToolACE write it when they are asked to.
 *
 * Source: vLLM's parser `pythonic`.
 *
 * @throws {TypeError} when `toolChoice` names no tool
 * @example
 * ```ts
 * const chat = pythonic({ tools: [{ function: { name: 'look' } }] })
 * chat.parse('[look(at="me")]').message.toolCalls[0]?.arguments // '{"at":"me"}'
 * ```
 */
export const pythonic: Format = defineFormat({
  name: 'pythonic',
  summary: 'a bare Python list of calls: Llama 3.2 with Python calls, ToolACE',
  aliases: ['llama3.2_pythonic', 'llama-3.2-pythonic', 'toolace', 'llama3_pythonic'],
  header: '<|start_header_id|>assistant<|end_header_id|>\n\n',
  ends: ['<|eot_id|>', '<|eom_id|>'],
  ...pythonCalls({ before: '[', between: ', ', after: ']' }),
})
