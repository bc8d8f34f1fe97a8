import { defineFormat, type Format } from './format.ts'
import { jsonTools } from './json-tools.ts'

/**
 * Mistral up to v7: `[TOOL_CALLS]` and a JSON list of calls, each with an id of nine characters behind
 * its arguments.
 *
 * Source: the chat template of mistralai/Mistral-Nemo-Instruct-2407.
 *
 * @throws {TypeError} when `toolChoice` names no tool
 * @example
 * ```ts
 * const chat = mistral({ tools: [{ function: { name: 'now' } }] })
 * const { message } = chat.parse('[TOOL_CALLS][{"name": "now", "arguments": {}, "id": "abc123XYZ"}]')
 * message.toolCalls[0]?.id // 'abc123XYZ'
 * ```
 */
export const mistral: Format = defineFormat({
  name: 'mistral',
  summary: 'a JSON list behind [TOOL_CALLS], with ids: Mistral 7B v0.3, Nemo, Small 3.1, Mixtral',
  aliases: ['mistral-nemo', 'mistral-v3', 'mistral-v7', 'mistral-small-3.1', 'mixtral'],
  header: '',
  ends: ['</s>'],
  idStyle: 'mistral',
  writesIds: true,
  lateIds: true,
  ...jsonTools({
    list: { open: '[TOOL_CALLS]', before: '[', between: ', ', after: ']' },
    id: { key: 'id', place: 'last', chars: '[a-zA-Z0-9]', length: 9 },
  }),
})
