import { defineFormat, type Format } from './format.ts'
import { pythonCalls } from './python-calls.ts'

/**
 * Llama 4 with Python calls: a list, in `<|python_start|>` or without it.
 *
 * Source: vLLM's parser `llama4_pythonic`, for meta-llama/Llama-4-Scout-17B-16E-Instruct.
 *
 * @throws {TypeError} when `toolChoice` names no tool
 * @example
 * ```ts
 * const chat = llama4({ tools: [{ function: { name: 'look' } }] })
 * const text = '<|python_start|>[look(at="me")]<|python_end|>'
 * chat.parse(text).message.toolCalls[0]?.arguments // '{"at":"me"}'
 * ```
 */
export const llama4: Format = defineFormat({
  name: 'llama-4',
  summary: 'a Python list of calls, <|python_start|> or nothing around it: Llama 4',
  aliases: ['llama4', 'llama4_pythonic', 'llama-4-pythonic', 'llama4-pythonic'],
  header: '<|header_start|>assistant<|header_end|>\n\n',
  ends: ['<|eot|>', '<|eom|>', '<|end_of_text|>'],
  ...pythonCalls({
    open: '<|python_start|>',
    before: '[',
    between: ', ',
    after: ']',
    close: '<|python_end|>',
    optional: true,
  }),
})
