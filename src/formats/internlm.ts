import { chatMl, defineFormat, type Format } from './format.ts'
import { jsonTools } from './json-tools.ts'

/**
 * InternLM 2 and Intern-S1: `<|action_start|><|plugin|>` JSON with `parameters` `<|action_end|>`.
 *
 * Source: the tool parsers of vLLM and LMDeploy for internlm/internlm2_5-7b-chat.
 *
 * @throws {TypeError} when `toolChoice` names no tool
 * @example
 * ```ts
 * const chat = internlm({ tools: [{ function: { name: 'now' } }] })
 * const { message } = chat.parse('<|action_start|><|plugin|>\n{"name": "now", "parameters": {}}\n<|action_end|>')
 * message.toolCalls[0]?.name // 'now'
 * ```
 */
export const internlm: Format = defineFormat({
  ...chatMl,
  name: 'internlm',
  summary: 'JSON in <|action_start|><|plugin|>: InternLM 2 and 3, Intern-S1',
  aliases: ['internlm2', 'internlm2.5', 'internlm3', 'intern-s1', 'interns1', 'intern_s1'],
  ...jsonTools({
    open: '<|action_start|><|plugin|>',
    close: '<|action_end|>',
    layout: '\n',
    arguments: 'parameters',
  }),
})
