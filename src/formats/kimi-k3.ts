import type { Format } from './format.ts'
import { taggedFormat } from './tagged-family.ts'
import { plainTypeWords } from './tagged-types.ts'

/** A tag as Kimi K3 opens it, and closes it; its name is ordinary text between special tokens. */
const open = (tag: string): string => `<|open|>${tag}<|sep|>`
const close = (tag: string): string => `<|close|>${tag}<|sep|>`

/**
 * Kimi K3: tags made of `<|open|>`, `<|close|>` and `<|sep|>`; calls are numbered, each value has its
 * type.
 *
 * Source: the chat template of moonshotai/Kimi-K3.
 *
 * @throws {TypeError} when `toolChoice` names no tool
 * @example
 * ```ts
 * kimiK3().parse('<|open|>think<|sep|>Hm.<|close|>think<|sep|><|open|>response<|sep|>Yes.<|close|>response<|sep|>').message.content // 'Yes.'
 * ```
 */
export const kimiK3: Format = taggedFormat({
  name: 'kimi-k3',
  summary: '<|open|>call tool="name"<|sep|>, and typed arguments alike: Kimi K3',
  aliases: ['kimi_k3', 'kimi-k3-instruct'],
  header: '<|open|>message role="assistant"<|sep|>',
  ends: [`${close('message')}<|end_of_msg|>`, close('message'), '<|end_of_msg|>'],
  reasoning: {
    open: open('think'),
    close: close('think'),
    layout: { open: '', close: '' },
    opened: true,
  },
  content: { open: open('response'), close: close('response') },
  preserved: ['<|open|>', '<|close|>', '<|sep|>', '<|end_of_msg|>'],
  syntax: {
    outer: { open: open('tools'), close: close('tools'), around: 'all' },
    nameOpen: '<|open|>call tool="',
    numberOpen: '" index="',
    nameClose: '"<|sep|>',
    end: close('call'),
    argumentOpen: '<|open|>argument key="',
    argumentNameClose: '"<|sep|>',
    argumentClose: close('argument'),
    attribute: {
      before: '" type="',
      after: '"<|sep|>',
      optional: true,
      words: plainTypeWords,
    },
  },
})
