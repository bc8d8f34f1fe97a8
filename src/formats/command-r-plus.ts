import { defineFormat, type Format } from './format.ts'
import { jsonTools } from './json-tools.ts'

/**
 * Command R+: `Action:` and a JSON list in a code fence.
 *
 * Source: the tool template of CohereForAI/c4ai-command-r-plus.
 *
 * @throws {TypeError} when `toolChoice` names no tool
 * @example
 * ```ts
 * const chat = commandRPlus({ tools: [{ function: { name: 'now' } }] })
 * const { message } = chat.parse('Action:\n```json\n[{"tool_name": "now", "parameters": {}}]\n```')
 * message.toolCalls[0]?.name // 'now'
 * ```
 */
export const commandRPlus: Format = defineFormat({
  name: 'command-r-plus',
  summary: 'a fenced JSON list behind Action: Command R+',
  aliases: ['command-r+', 'command-r-plus-08-2024'],
  header: '<|START_OF_TURN_TOKEN|><|CHATBOT_TOKEN|>',
  ends: ['<|END_OF_TURN_TOKEN|>'],
  ...jsonTools({
    list: { open: 'Action:', before: '\n```json\n[', between: ', ', after: ']\n```' },
    name: 'tool_name',
    arguments: 'parameters',
  }),
})
