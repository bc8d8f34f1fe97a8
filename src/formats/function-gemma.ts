import { defineFormat, type Format } from './format.ts'
import { gemmaCalls } from './gemma-calls.ts'

/**
 * FunctionGemma: `call:NAME{key:value}` in `<start_function_call>`, strings between `<escape>`.
 *
 * Source: Google's description of FunctionGemma's format, and vLLM's parser `functiongemma`.
 *
 * @throws {TypeError} when `toolChoice` names no tool
 * @example
 * ```ts
 * const chat = functionGemma({ tools: [{ function: { name: 'look' } }] })
 * const text = '<start_function_call>call:look{at:<escape>me<escape>}<end_function_call>'
 * chat.parse(text).message.toolCalls[0]?.arguments // '{"at":"me"}'
 * ```
 */
export const functionGemma: Format = defineFormat({
  name: 'function-gemma',
  summary: 'call:name{key:value} in <start_function_call>: FunctionGemma',
  aliases: ['functiongemma', 'function_gemma', 'functiongemma-270m-it'],
  header: '<start_of_turn>model\n',
  ends: ['<end_of_turn>', '<start_function_response>'],
  ...gemmaCalls({
    open: '<start_function_call>',
    close: '<end_function_call>',
    quote: '<escape>',
  }),
})
