import { defineFormat, type Format } from './format.ts'
import { namedTools } from './named-tools.ts'

/**
 * DeepSeek V3.1: a section of calls, NAME `<｜tool▁sep｜>` JSON each; the prompt opens the reasoning, or closes it.
 *
 * Source: the chat template of deepseek-ai/DeepSeek-V3.1.
 *
 * @throws {TypeError} when `toolChoice` names no tool
 * @example
 * ```ts
 * const chat = deepseekV31({ tools: [{ function: { name: 'now' } }] })
 * const { message } = chat.parse('<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>now<｜tool▁sep｜>{}<｜tool▁call▁end｜><｜tool▁calls▁end｜>')
 * message.toolCalls[0]?.name // 'now'
 * ```
 */
export const deepseekV31: Format = defineFormat({
  name: 'deepseek-v3.1',
  summary: 'name<｜tool▁sep｜>{…} in <｜tool▁calls▁begin｜>: DeepSeek V3.1',
  aliases: ['deepseekv31', 'deepseek-v31', 'deepseek_v31', 'deepseek3.1', 'deepseek3'],
  header: '<｜Assistant｜>',
  ends: ['<｜end▁of▁sentence｜>'],
  reasoning: { open: '<think>', close: '</think>', layout: { open: '', close: '' } },
  ...namedTools({
    open: '<｜tool▁call▁begin｜>',
    nameClose: '<｜tool▁sep｜>',
    close: '<｜tool▁call▁end｜>',
    list: { open: '<｜tool▁calls▁begin｜>', close: '<｜tool▁calls▁end｜>' },
  }),
})
