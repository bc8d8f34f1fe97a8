import type { Format } from './format.ts'
import { taggedFormat, type TaggedFamily } from './tagged-family.ts'
import type { TaggedSyntax } from './tagged-syntax.ts'

/** Keys and values in tags of their own, without white space between them. */
export const keyValueTags: TaggedSyntax = {
  nameOpen: '<tool_call>',
  nameClose: '',
  end: '</tool_call>',
  argumentOpen: '<arg_key>',
  argumentNameClose: '</arg_key><arg_value>',
  argumentClose: '</arg_value>',
  separator: '',
}

/** The tags that are special tokens. */
export const keyValueTokens: readonly string[] = [
  '<arg_key>',
  '</arg_key>',
  '<arg_value>',
  '</arg_value>',
]

const glmTurn: Omit<TaggedFamily, 'name' | 'syntax'> = {
  reasoning: { open: '<think>', close: '</think>', bare: 'prompt' },
  header: '<|assistant|>',
  ends: ['<|endoftext|>', '<|user|>', '<|observation|>'],
  tokens: keyValueTokens,
}

/**
 * GLM 4.5 and 4.6: `<tool_call>NAME`, then `<arg_key>` and `<arg_value>` on lines of their own.
 *
 * Source: the chat template of zai-org/GLM-4.6.
 *
 * @throws {TypeError} when `toolChoice` names no tool
 * @example
 * ```ts
 * const chat = glm45({ tools: [{ type: 'function', function: { name: 'look' } }] })
 * const text = '<tool_call>look\n<arg_key>at</arg_key>\n<arg_value>me</arg_value>\n</tool_call>'
 * chat.parse(text).message.toolCalls[0]?.arguments // '{"at":"me"}'
 * ```
 */
export const glm45: Format = taggedFormat({
  ...glmTurn,
  name: 'glm-4.5',
  summary: '<arg_key> and <arg_value> on lines in <tool_call>: GLM 4.5 and 4.6',
  aliases: ['glm', 'glm45', 'glm4.5', 'glm-4.6', 'glm46', 'glm4_moe'],
  verbatim: { layout: { open: '', close: '\n' } },
  syntax: {
    ...keyValueTags,
    nameClose: '\n',
    argumentNameClose: '</arg_key>\n<arg_value>',
    argumentClose: '</arg_value>\n',
    separator: '\n',
  },
})

/**
 * GLM 4.7: as GLM 4.5, without white space between the tags.
 *
 * Source: the chat template of zai-org/GLM-4.7-Flash.
 *
 * @throws {TypeError} when `toolChoice` names no tool
 * @example
 * ```ts
 * const chat = glm47({ tools: [{ type: 'function', function: { name: 'look' } }] })
 * chat.parse('<tool_call>look</tool_call>').message.toolCalls[0]?.name // 'look'
 * ```
 */
export const glm47: Format = taggedFormat({
  ...glmTurn,
  name: 'glm-4.7',
  summary: '<arg_key> and <arg_value> in <tool_call>: GLM 4.7',
  reasoning: {
    open: '<think>',
    close: '</think>',
    bare: 'prompt',
    layout: { open: '', close: '' },
  },
  aliases: ['glm47', 'glm4.7', 'glm-4.7-flash', 'glm-5', 'glm5', 'glm-5.1', 'glm-5.2', 'glm52'],
  verbatim: { layout: { open: '', close: '' }, calls: { looseEnd: true } },
  syntax: keyValueTags,
})
