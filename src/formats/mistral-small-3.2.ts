import { defineFormat, type Format } from './format.ts'
import { namedTools } from './named-tools.ts'

/**
 * Mistral Small 3.2: `[TOOL_CALLS]` NAME `[CALL_ID]` ID `[ARGS]` JSON for each call.
 *
 * Source: the chat template of mistralai/Mistral-Small-3.2-24B-Instruct-2506.
 *
 * @throws {TypeError} when `toolChoice` names no tool
 * @example
 * ```ts
 * const chat = mistralSmall32({ tools: [{ function: { name: 'now' } }] })
 * const { message } = chat.parse('[TOOL_CALLS]now[CALL_ID]abc123XYZ[ARGS]{}')
 * message.toolCalls[0]?.id // 'abc123XYZ'
 * ```
 */
export const mistralSmall32: Format = defineFormat({
  name: 'mistral-small-3.2',
  summary: '[TOOL_CALLS]name[CALL_ID]id[ARGS]{…} for each call: Mistral Small 3.2',
  aliases: ['mistral-small-3.2-24b', 'mistral-v13'],
  header: '',
  ends: ['</s>'],
  idStyle: 'mistral',
  writesIds: true,
  ...namedTools({
    open: '[TOOL_CALLS]',
    nameClose: '[ARGS]',
    bareArguments: true,
    id: { open: '[CALL_ID]', chars: '[a-zA-Z0-9]', length: 9 },
  }),
})
