import type { Chat, FormatOptions } from '../chat/chat-types.ts'
import type { Policies } from '../chat/policy.ts'
import type { WholeCall } from '../chat/write.ts'
import type { Builder } from '../peg/builder.ts'
import { chatMl, makeFormat } from './format.ts'
import { taggedCalls } from './tagged-calls.ts'
import { closersOf, openersOf, type TaggedSyntax } from './tagged-syntax.ts'
import { writeTaggedCalls } from './tagged-write.ts'
import type { TurnRequest } from './turn.ts'

const syntax: TaggedSyntax = {
  outer: { open: '<tool_call>\n', close: '</tool_call>', around: 'each', optional: true },
  nameOpen: '<function=',
  nameClose: '>\n',
  end: '</function>\n',
  argumentOpen: '<parameter=',
  argumentNameClose: '>\n',
  argumentClose: '\n</parameter>\n',
}

/**
 * Qwen3-Coder: `<tool_call>` `<function=NAME>` `<parameter=KEY>` value …, as Qwen3-Coder, Qwen3.5,
 * Nemotron 3 Nano and Step 3.5 write it, with `<think>` for those that reason. Values are typed by
 * each tool's schema.
 *
 * Source: the chat template of Qwen/Qwen3-Coder-30B-A3B-Instruct.
 *
 * @throws {TypeError} when `toolChoice` names no tool
 * @example
 * ```ts
 * const parameters = { type: 'object', properties: { level: { type: 'integer' } } }
 * const chat = qwen3Coder({ tools: [{ type: 'function', function: { name: 'volume', parameters } }] })
 * const text = '<tool_call>\n<function=volume>\n<parameter=level>\n7\n</parameter>\n</function>\n</tool_call>'
 * chat.parse(text).message.toolCalls[0]?.arguments // '{"level":7}'
 * ```
 */
export function qwen3Coder(options: FormatOptions = {}): Chat {
  const family = {
    ...chatMl,
    name: 'qwen3-coder',
    markers: { openers: openersOf(syntax), closers: closersOf(syntax) },
    calls: (p: Builder, request: TurnRequest, policies: Policies) =>
      taggedCalls(p, syntax, request.tools, policies, options),
    writeCalls: (calls: readonly WholeCall[]) => writeTaggedCalls(syntax, calls),
  }
  return makeFormat(family, options)
}
