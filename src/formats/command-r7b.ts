import { defineFormat, type Format } from './format.ts'
import { cohereTurn } from './cohere-turn.ts'

/**
 * Command R7B: reasoning, content and actions each in markers of their own; an action is a JSON list whose
 * calls are numbered.
 *
 * Source: the chat template of CohereForAI/c4ai-command-r7b-12-2024.
 *
 * @throws {TypeError} when `toolChoice` names no tool
 * @example
 * ```ts
 * const chat = commandR7b({ tools: [{ function: { name: 'now' } }] })
 * const { message } = chat.parse('<|START_ACTION|>[\n    {"tool_call_id": "0", "tool_name": "now", "parameters": {}}\n]<|END_ACTION|>')
 * message.toolCalls[0]?.id // '0'
 * ```
 */
export const commandR7b: Format = defineFormat({
  name: 'command-r7b',
  summary:
    'numbered calls in a JSON list, everything in <|START_…|> markers: Command R7B, Command A',
  aliases: ['command-r-7b', 'command-a', 'cohere_command3', 'command-r'],
  ...cohereTurn,
  reasoning: {
    open: '<|START_THINKING|>',
    close: '<|END_THINKING|>',
    layout: { open: '', close: '' },
  },
  content: { open: '<|START_RESPONSE|>', close: '<|END_RESPONSE|>' },
})
