import { defineFormat, type Format } from './format.ts'
import { namedTools } from './named-tools.ts'

const open = (tag: string): string => `<|plamo:begin_${tag}:plamo|>`
const close = (tag: string): string => `<|plamo:end_${tag}:plamo|>`

/**
 * PLaMo 3: names and JSON arguments in tags of their own, all calls in one block; the prompt opens the
 * reasoning. A tag is made of several tokens.
 *
 * Source: vLLM's parser `plamo3` and its tests, for the models of Preferred Networks.
 *
 * @throws {TypeError} when `toolChoice` names no tool
 * @example
 * ```ts
 * plamo3().parse('Hm.<|plamo:end_think:plamo|>Yes.<|plamo:tag|>').message.content // 'Yes.'
 * ```
 */
export const plamo3: Format = defineFormat({
  name: 'plamo-3',
  summary:
    '<|plamo:begin_tool_name:plamo|> and JSON in <|plamo:begin_tool_requests:plamo|>: PLaMo 3',
  aliases: ['plamo3', 'plamo-3.0', 'plamo-3.0-prime'],
  header: '',
  ends: ['<|plamo:tag|>'],
  reasoning: {
    open: open('think'),
    close: close('think'),
    opened: true,
    layout: { open: '', close: '' },
  },
  ...namedTools({
    list: { open: open('tool_requests'), close: close('tool_requests') },
    open: open('tool_request'),
    nameOpen: open('tool_name'),
    nameClose: `${close('tool_name')}${open('tool_arguments')}<|plamo:constrain|>json<|plamo:msg|>`,
    argumentsClose: close('tool_arguments'),
    close: close('tool_request'),
  }),
  preserved: [
    '<|plamo:begin_',
    '<|plamo:end_',
    ':plamo|>',
    '<|plamo:constrain|>',
    '<|plamo:msg|>',
    '<|plamo:tag|>',
  ],
})
