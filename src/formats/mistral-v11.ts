import { defineFormat, type Format } from './format.ts'
import { namedTools } from './named-tools.ts'

/**
 * Mistral from v11 on: `[TOOL_CALLS]` NAME `[ARGS]` JSON for each call, reasoning in `[THINK]`.
 *
 * Source: the chat templates of mistralai/Ministral-3-14B-Reasoning-2512 and unsloth/Devstral-Small-2507.
 *
 * @throws {TypeError} when `toolChoice` names no tool
 * @example
 * ```ts
 * const chat = mistralV11({ tools: [{ function: { name: 'now' } }] })
 * const { message } = chat.parse('[TOOL_CALLS]now[ARGS]{}')
 * message.toolCalls[0]?.name // 'now'
 * ```
 */
export const mistralV11: Format = defineFormat({
  name: 'mistral-v11',
  summary:
    '[TOOL_CALLS]name[ARGS]{…} for each call, [THINK]: Ministral 3, Magistral, Devstral, Mistral Large 3',
  aliases: [
    'ministral-3',
    'magistral',
    'devstral',
    'devstral-small-2507',
    'mistral-large-3',
    'ministral',
  ],
  header: '',
  ends: ['</s>'],
  reasoning: { open: '[THINK]', close: '[/THINK]', layout: { open: '', close: '' } },
  verbatim: { gap: false, around: 'both', dropsTail: true, calls: { tight: true } },
  idStyle: 'mistral',
  ...namedTools({ open: '[TOOL_CALLS]', nameClose: '[ARGS]', bareArguments: true }),
})
