import { defineFormat, type Format } from './format.ts'
import { namedTools } from './named-tools.ts'

/**
 * DeepSeek V3: as R1, without reasoning unless it is asked for.
 *
 * Source: the tool parser of vLLM for deepseek-ai/DeepSeek-V3-0324.
 *
 * @throws {TypeError} when `toolChoice` names no tool
 * @example
 * ```ts
 * const chat = deepseekV3({ tools: [{ function: { name: 'now' } }] })
 * const { message } = chat.parse('Ahoy')
 * message.content // 'Ahoy'
 * ```
 */
export const deepseekV3: Format = defineFormat({
  name: 'deepseek-v3',
  summary: 'fenced JSON in <｜tool▁calls▁begin｜>: DeepSeek V3',
  aliases: ['deepseekv3', 'deepseek_v3', 'deepseek-v3-0324', 'cogito'],
  header: '<｜Assistant｜>',
  ends: ['<｜end▁of▁sentence｜>'],
  reasoning: { open: '<think>', close: '</think>' },
  ...namedTools({
    open: '<｜tool▁call▁begin｜>',
    nameOpen: 'function<｜tool▁sep｜>',
    nameClose: '\n```json\n',
    argumentsClose: '\n```',
    close: '<｜tool▁call▁end｜>',
    list: { open: '<｜tool▁calls▁begin｜>', between: '\n', close: '<｜tool▁calls▁end｜>' },
  }),
})
