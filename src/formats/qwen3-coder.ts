import { chatMl, type Format } from './format.ts'
import { taggedFormat } from './tagged-family.ts'
import type { OuterTags, TaggedSyntax } from './tagged-syntax.ts'
import type { VerbatimSyntax } from './verbatim/verbatim-types.ts'

/** The tags of Qwen's newer models, and of those that took them over: values on lines of their own. */
export const qwenTags: TaggedSyntax & { readonly outer: OuterTags } = {
  outer: { open: '<tool_call>\n', close: '</tool_call>', around: 'each' },
  nameOpen: '<function=',
  nameClose: '>\n',
  end: '</function>\n',
  argumentOpen: '<parameter=',
  argumentNameClose: '>\n',
  argumentClose: '\n</parameter>\n',
}

/** How llama.cpp's reader of Qwen's tags reads a turn. */
export const qwenVerbatim: VerbatimSyntax = {
  gap: false,
  around: 'both',
  layout: { open: '', close: '' },
  spaceInReasoning: true,
  reasoningStops: ['<tool_call>'],
  dropsTail: true,
  calls: { tight: true, anyOrder: true, bareFirst: true },
}

/**
 * Qwen3-Coder: `<tool_call>` `<function=NAME>` `<parameter=KEY>` value …; its models leave the first
 * `<tool_call>` out at times. Values are typed by each tool's schema.
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
export const qwen3Coder: Format = taggedFormat({
  ...chatMl,
  name: 'qwen3-coder',
  summary: 'tagged arguments in <tool_call><function=…>: Qwen3-Coder',
  aliases: [
    'qwen3coder',
    'qwen3_coder',
    'qwen3_xml',
    'qwen3-coder-xml',
    'iquest_coder',
    'iquest-coder',
  ],
  syntax: { ...qwenTags, outer: { ...qwenTags.outer, optional: true } },
  verbatim: qwenVerbatim,
})
