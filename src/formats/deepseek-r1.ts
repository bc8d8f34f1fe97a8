import { defineFormat, type Format } from './format.ts'
import { namedTools } from './named-tools.ts'

/**
 * DeepSeek R1 and V3: a section of calls with fenced JSON; the prompt opens the reasoning.
 *
 * Source: the template that llama.cpp ships for deepseek-ai/DeepSeek-R1.
 *
 * @throws {TypeError} when `toolChoice` names no tool
 * @example
 * ```ts
 * const chat = deepseekR1({ tools: [{ function: { name: 'now' } }] })
 * const { message } = chat.parse('Hm.\n</think>\n\nAhoy')
 * message.reasoning // 'Hm.\n'
 * ```
 */
export const deepseekR1: Format = defineFormat({
  name: 'deepseek-r1',
  summary:
    'fenced JSON in <｜tool▁calls▁begin｜>, <think> opened by the prompt: DeepSeek R1 and its distillates',
  aliases: ['deepseek_r1', 'deepseek-r1-0528', 'deepseek-r1-distill'],
  header: '<｜Assistant｜>',
  ends: ['<｜end▁of▁sentence｜>'],
  reasoning: { open: '<think>', close: '</think>', opened: true },
  verbatim: { layout: { open: '', close: '' } },
  ...namedTools({
    open: '<｜tool▁call▁begin｜>',
    nameOpen: 'function<｜tool▁sep｜>',
    nameClose: '\n```json\n',
    argumentsClose: '\n```',
    close: '<｜tool▁call▁end｜>',
    list: { open: '<｜tool▁calls▁begin｜>', between: '\n', close: '<｜tool▁calls▁end｜>' },
  }),
})
