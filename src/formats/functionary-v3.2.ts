import type { Format } from './format.ts'
import { messageFormat } from './message-family.ts'
import { namedTools } from './named-tools.ts'
import { verbatimFunctionary } from './verbatim/verbatim-functionary.ts'

const header = '<|start_header_id|>assistant<|end_header_id|>\n\n>>>'

/**
 * Functionary 3.2: `>>>` and a recipient before each message, `all` or the name of a tool, then the text
 * or the JSON arguments.
 *
 * Source: the chat template of meetkai/functionary-medium-v3.2.
 *
 * @throws {TypeError} when `toolChoice` names no tool
 * @example
 * ```ts
 * const chat = functionaryV32({ tools: [{ function: { name: 'now' } }] })
 * chat.parse('all\nA moment.>>>now\n{}').message.toolCalls[0]?.name // 'now'
 * ```
 */
export const functionaryV32: Format = messageFormat({
  name: 'functionary-v3.2',
  summary: '>>>name and {…}, >>>all and text: Functionary 3.2',
  aliases: ['functionary-3.2', 'functionary-medium-v3.2', 'functionary-small-v3.2'],
  header,
  ends: ['<|eot_id|>', '<|eom_id|>', '<|end_of_text|>'],
  // The grammar begins with the name; it is certain at the first letter that is not one of `all`.
  triggers: [{ type: 'pattern', value: '>>>([^a]|a[^l]|al[^l]|all[^\\n])' }],
  syntax: { start: '>>>', content: 'all\n', end: '', between: '>>>', loneMessage: true },
  calls: namedTools({ open: '', nameClose: '\n' }),
  verbatimTurn: (p, request) => verbatimFunctionary(p, header, request),
})
