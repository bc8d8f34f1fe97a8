import { chatMl, defineFormat, type Format } from './format.ts'
import { jsonTools } from './json-tools.ts'

/**
 * ERNIE 4.5: Hermes' calls, content on lines of its own in `<response>` where it thinks; the prompt opens
 * the reasoning.
 *
 * Source: the reasoning and tool parsers of vLLM for baidu/ERNIE-4.5-21B-A3B-Thinking, and the end of its
 * chat template as Unsloth's tests have it.
 *
 * @throws {TypeError} when `toolChoice` names no tool
 * @example
 * ```ts
 * const chat = ernie45({ tools: [{ function: { name: 'now' } }] })
 * const { message } = chat.parse('<tool_call>\n{"name": "now", "arguments": {}}\n</tool_call>')
 * message.toolCalls[0]?.name // 'now'
 * ```
 */
export const ernie45: Format = defineFormat({
  ...chatMl,
  name: 'ernie-4.5',
  summary: 'JSON in <tool_call>, <think> and <response>: ERNIE 4.5',
  aliases: ['ernie45', 'ernie4.5'],
  reasoning: {
    open: '<think>',
    close: '</think>',
    opened: true,
    layout: { open: '\n', close: '\n' },
  },
  content: { open: '<response>', close: '</response>', optional: true, lines: true },
  ...jsonTools({ open: '<tool_call>', close: '</tool_call>', layout: '\n' }),
})
