import type { Format } from './format.ts'
import { messageFormat } from './message-family.ts'
import { namedTools } from './named-tools.ts'

/**
 * Solar Open: blocks of thinking, content and calls, each behind a token and `<|begin|>assistant`; calls
 * with an id before their name.
 *
 * Source: llama.cpp's reader of upstage/Solar-Open-100B and vLLM's parser `solar_open`.
 *
 * @throws {TypeError} when `toolChoice` names no tool
 * @example
 * ```ts
 * const chat = solarOpen({ tools: [{ function: { name: 'now' } }] })
 * const text = '<|tool_calls|><|tool_call:begin|>a1<|tool_call:name|>now<|tool_call:args|>{}<|tool_call:end|>'
 * chat.parse(text).message.toolCalls[0]?.id // 'a1'
 * ```
 */
export const solarOpen: Format = messageFormat({
  name: 'solar-open',
  summary: '<|tool_call:name|>name<|tool_call:args|>{…} in <|tool_calls|>: Solar Open',
  aliases: ['solar_open', 'solar', 'solar-open-100b'],
  ends: ['<|flush|>', '<|calls|>'],
  writesIds: true,
  markers: {
    openers: ['<|tool_calls|>'],
    closers: ['<|tool_call:end|>'],
    tokens: [
      '<|begin|>',
      '<|end|>',
      '<|think|>',
      '<|content|>',
      '<|tool_call:begin|>',
      '<|tool_call:name|>',
      '<|tool_call:args|>',
    ],
  },
  syntax: {
    start: '<|begin|>assistant',
    reasoning: '<|think|>',
    content: '<|content|>',
    end: '<|end|>',
  },
  calls: namedTools({
    open: '<|tool_call:begin|>',
    id: { open: '', chars: '[a-z0-9]', length: 10, place: 'first' },
    nameOpen: '<|tool_call:name|>',
    nameClose: '<|tool_call:args|>',
    close: '<|tool_call:end|>',
    list: { open: '<|tool_calls|>', optional: true },
  }),
})
