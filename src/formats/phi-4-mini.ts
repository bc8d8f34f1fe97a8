import { defineFormat, type Format } from './format.ts'
import { jsonTools } from './json-tools.ts'

/**
 * Phi-4-mini: `functools` and a JSON list of calls.
 *
 * Source: the tool parser of vLLM for microsoft/Phi-4-mini-instruct.
 *
 * @throws {TypeError} when `toolChoice` names no tool
 * @example
 * ```ts
 * const chat = phi4Mini({ tools: [{ function: { name: 'now' } }] })
 * const { message } = chat.parse('functools[{"name": "now", "arguments": {}}]')
 * message.toolCalls[0]?.name // 'now'
 * ```
 */
export const phi4Mini: Format = defineFormat({
  name: 'phi-4-mini',
  summary: 'a JSON list behind functools: Phi-4-mini',
  aliases: ['phi4-mini', 'phi4_mini_json', 'phi-4-mini-instruct'],
  header: '<|assistant|>',
  ends: ['<|end|>'],
  ...jsonTools({ list: { open: 'functools', before: '[', between: ', ', after: ']' } }),
})

/**
 * Phi-4-mini with the template that llama.cpp has for it: each call is JSON in `<|tool_call|>`.
 *
 * Source: llama.cpp's template for microsoft/Phi-4-mini-instruct.
 *
 * @throws {TypeError} when `toolChoice` names no tool
 * @example
 * ```ts
 * const chat = phi4MiniTags({ tools: [{ function: { name: 'now' } }] })
 * const { message } = chat.parse('<|tool_call|>{"name": "now", "arguments": {}}<|/tool_call|>')
 * message.toolCalls[0]?.name // 'now'
 * ```
 */
export const phi4MiniTags: Format = defineFormat({
  name: 'phi-4-mini-tags',
  summary: 'JSON in <|tool_call|>: Phi-4-mini with the template of llama.cpp',
  aliases: ['llama-cpp-microsoft-phi-4-mini-instruct'],
  header: '<|assistant|>',
  ends: ['<|end|>'],
  ...jsonTools({ open: '<|tool_call|>', close: '<|/tool_call|>' }),
})
