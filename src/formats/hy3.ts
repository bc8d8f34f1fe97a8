import type { Format } from './format.ts'
import { taggedFormat, type TaggedFamily } from './tagged-family.ts'

/** Its tags end with a suffix in the tokenizers that were published. */
function hy3Format(
  family: Pick<TaggedFamily, 'name' | 'summary' | 'aliases' | 'header' | 'ends'>,
  suffix: string,
): Format {
  const open = (tag: string): string => `<${tag}${suffix}>`
  const close = (tag: string): string => `</${tag}${suffix}>`
  return taggedFormat({
    ...family,
    reasoning: {
      open: open('think'),
      close: close('think'),
      bare: 'prompt',
      layout: { open: '', close: '' },
    },
    tokens: ['arg_key', 'arg_value', 'tool_sep'].flatMap((tag) => [open(tag), close(tag)]),
    syntax: {
      outer: { open: `${open('tool_calls')}\n`, close: close('tool_calls'), around: 'all' },
      nameOpen: open('tool_call'),
      nameClose: `${open('tool_sep')}\n`,
      end: `${close('tool_call')}\n`,
      argumentOpen: open('arg_key'),
      argumentNameClose: `${close('arg_key')}\n${open('arg_value')}`,
      argumentClose: `${close('arg_value')}\n`,
    },
  })
}

/**
 * Hunyuan 3: keys and values in tags of their own, all calls in `<tool_calls>`, `<tool_sep>` behind each
 * name.
 *
 * Source: vLLM's parser `hy_v3`.
 *
 * @throws {TypeError} when `toolChoice` names no tool
 * @example
 * ```ts
 * hy3().parse('<think>Hm.</think>Yes.').message.content // 'Yes.'
 * ```
 */
export const hy3: Format = hy3Format(
  {
    name: 'hy-3',
    summary: '<arg_key> and <arg_value> behind <tool_sep> in <tool_calls>: Hunyuan 3',
    aliases: ['hy3', 'hy_v3', 'hunyuan-3', 'hunyuan-v3'],
    header: '<｜hy_Assistant｜>',
    ends: ['<｜hy_eos｜>'],
  },
  '',
)

/**
 * Hunyuan 3 as it was published: every tag ends with `:opensource`.
 *
 * Source: the chat template of tencent/Hy3.
 *
 * @throws {TypeError} when `toolChoice` names no tool
 * @example
 * ```ts
 * hy3OpenSource().parse('<think:opensource>Hm.</think:opensource>Yes.').message.content // 'Yes.'
 * ```
 */
export const hy3OpenSource: Format = hy3Format(
  {
    name: 'hy-3-opensource',
    summary: 'as Hunyuan 3, with :opensource in every tag: Hy3',
    aliases: ['hy3-opensource', 'tencent-hy3'],
    header: '<｜hy_Assistant:opensource｜>',
    ends: ['<｜hy_eos:opensource｜>'],
  },
  ':opensource',
)
