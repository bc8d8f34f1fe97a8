import { chatMl, defineFormat, type Format } from './format.ts'
import { taggedCalls } from './tagged-calls.ts'
import { closersOf, openersOf, type TaggedSyntax } from './tagged-syntax.ts'
import { writeTaggedCalls } from './tagged-write.ts'

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
export const qwen3Coder: Format = defineFormat({
  ...chatMl,
  name: 'qwen3-coder',
  summary:
    'tagged arguments in <tool_call><function=…>: Qwen3-Coder, Qwen3.5, Nemotron 3 Nano, Step 3.5',
  aliases: [
    'qwen3coder',
    'qwen3_coder',
    'qwen3_xml',
    'qwen3-coder-xml',
    'qwen3.5',
    'qwen3.5-xml',
    'nemotron-3-nano',
    'nemotron_v3',
    'step3p5',
    'stepfun-3.5',
  ],
  markers: { openers: openersOf(syntax), closers: closersOf(syntax) },
  calls: (p, request, policies) => taggedCalls(p, syntax, request.tools, policies, request),
  writeCalls: (calls) => writeTaggedCalls(syntax, calls),
})
