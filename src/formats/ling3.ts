import type { Format } from './format.ts'
import { keyValueTags, keyValueTokens } from './glm.ts'
import { taggedFormat } from './tagged-family.ts'

/**
 * Ling 3: `<tool_call>NAME`, then `<arg_key>` and `<arg_value>`. A call ends the reasoning.
 *
 * Source: the chat template of inclusionAI/Ling-3.0-flash.
 *
 * @throws {TypeError} when `toolChoice` names no tool
 * @example
 * ```ts
 * ling3().parse('Plain reply.<|role_end|>').message.content // 'Plain reply.'
 * ```
 */
export const ling3: Format = taggedFormat({
  name: 'ling-3',
  summary: '<arg_key> and <arg_value> in <tool_call>: Ling 3',
  aliases: ['ling3', 'ling-3.0', 'bailing-v3', 'bailing'],
  reasoning: { open: '<think>', close: '</think>' },
  header: '<role>ASSISTANT</role>',
  ends: ['<|role_end|>'],
  syntax: {
    ...keyValueTags,
    nameClose: '\n',
    argumentNameClose: '</arg_key>\n<arg_value>',
    end: '\n</tool_call>',
    separator: '\n',
  },
  tokens: keyValueTokens,
})
