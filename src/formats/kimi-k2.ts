import { defineFormat, type Format } from './format.ts'
import { namedTools } from './named-tools.ts'

/**
 * Kimi K2: a section of calls, each with an id that holds its name and its number.
 *
 * Source: the chat template of moonshotai/Kimi-K2-Instruct.
 *
 * @throws {TypeError} when `toolChoice` names no tool
 * @example
 * ```ts
 * const chat = kimiK2({ tools: [{ function: { name: 'now' } }] })
 * const { message } = chat.parse('<|tool_calls_section_begin|><|tool_call_begin|>functions.now:0<|tool_call_argument_begin|>{}<|tool_call_end|><|tool_calls_section_end|>')
 * message.toolCalls[0]?.id // 'functions.now:0'
 * ```
 */
export const kimiK2: Format = defineFormat({
  name: 'kimi-k2',
  summary:
    'functions.name:0 and {…} in <|tool_calls_section_begin|>, <think>: Kimi K2, Kimi K2 Thinking',
  aliases: ['kimi_k2', 'kimi-k2-instruct', 'kimi-k2-thinking', 'kimi-k2.5', 'kimi_k25', 'kimi'],
  header: '<|im_assistant|>assistant<|im_middle|>',
  ends: ['<|im_end|>'],
  reasoning: { open: '<think>', close: '</think>', layout: { open: '', close: '' } },
  verbatim: {
    gap: false,
    reasoningStops: ['<|tool_calls_section_begin|>', '<|tool_call_begin|>'],
    calls: { tight: true },
  },
  idStyle: 'kimi',
  writesIds: true,
  ...namedTools({
    open: '<|tool_call_begin|>',
    nameOpen: 'functions.',
    counted: true,
    nameClose: '<|tool_call_argument_begin|>',
    close: '<|tool_call_end|>',
    list: {
      open: '<|tool_calls_section_begin|>',
      close: '<|tool_calls_section_end|>',
      optional: true,
    },
  }),
})
