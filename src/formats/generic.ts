import { chatMl, defineFormat, type Format } from './format.ts'
import { jsonTools } from './json-tools.ts'

/**
 * A bare JSON object that says that it is a call, for models that know no way of their own.
 *
 * Source: the generic format that llama.cpp had for templates without tools.
 *
 * @throws {TypeError} when `toolChoice` names no tool
 * @example
 * ```ts
 * const chat = generic({ tools: [{ function: { name: 'now' } }] })
 * const { message } = chat.parse('{"tool_call": {"name": "now", "arguments": {}}}')
 * message.toolCalls[0]?.name // 'now'
 * ```
 */
export const generic: Format = defineFormat({
  ...chatMl,
  name: 'generic',
  summary: 'a bare {"tool_call": {…}}, for models without a way of their own',
  aliases: ['generic-json'],
  ...jsonTools({ wrapper: 'tool_call', needsArguments: true }),
  triggers: [{ type: 'word', value: '{"tool_call": ' }],
})
