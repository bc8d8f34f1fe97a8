import type { Format } from './format.ts'
import { markedTags } from './marked-tags.ts'
import { taggedFormat, type TaggedFamily } from './tagged-family.ts'

/** Nothing stands around the reasoning. */
const tight = { open: '', close: '' }

/** DSML, between the markers of DeepSeek's turns. */
function dsmlFormat(
  family: Pick<TaggedFamily, 'name' | 'summary' | 'aliases'>,
  mark: string,
  block: string,
): Format {
  return taggedFormat({
    ...family,
    reasoning: { open: '<think>', close: '</think>', bare: 'prompt', layout: tight },
    header: '<｜Assistant｜>',
    ends: ['<｜end▁of▁sentence｜>'],
    ...markedTags(mark, block),
  })
}

/**
 * DeepSeek V3.2: all calls in one `<｜DSML｜function_calls>`, each value with `string="true"` or
 * `string="false"`.
 *
 * Source: the chat template of deepseek-ai/DeepSeek-V3.2.
 *
 * @throws {TypeError} when `toolChoice` names no tool
 * @example
 * ```ts
 * deepseekV32({ reasoning: 'open' }).parse('Hm.</think>Yes.').message.reasoning // 'Hm.'
 * ```
 */
export const deepseekV32: Format = dsmlFormat(
  {
    name: 'deepseek-v3.2',
    summary: 'DSML tags in function_calls: DeepSeek V3.2',
    aliases: ['deepseekv32', 'deepseek_v32', 'deepseek-v32', 'deepseek-v3.2-dsml'],
  },
  '｜DSML｜',
  'function_calls',
)

/**
 * DeepSeek V4: as V3.2, in `<｜DSML｜tool_calls>`.
 *
 * Source: the chat template of deepseek-ai/DeepSeek-V4.
 *
 * @throws {TypeError} when `toolChoice` names no tool
 * @example
 * ```ts
 * const chat = deepseekV4({ tools: [{ type: 'function', function: { name: 'now' } }] })
 * const text = '<｜DSML｜tool_calls>\n<｜DSML｜invoke name="now">\n</｜DSML｜invoke>\n</｜DSML｜tool_calls>'
 * chat.parse(text).message.toolCalls[0]?.name // 'now'
 * ```
 */
export const deepseekV4: Format = dsmlFormat(
  {
    name: 'deepseek-v4',
    summary: 'DSML tags in tool_calls: DeepSeek V4',
    aliases: ['deepseek_v4', 'deepseekv4', 'deepseek-v4-dsml'],
  },
  '｜DSML｜',
  'tool_calls',
)

/**
 * DeepSeek V4.1: as V4, with a blank behind the special token and a block that is called `calls`.
 *
 * Source: SGLang's `encoding_dsv41`, adapted from the release of DeepSeek-V4.1, and vLLM's parser `deepseek_v41`.
 *
 * @throws {TypeError} when `toolChoice` names no tool
 * @example
 * ```ts
 * deepseekV41().parse('<think>Hm.</think>Yes.').message.content // 'Yes.'
 * ```
 */
export const deepseekV41: Format = dsmlFormat(
  {
    name: 'deepseek-v4.1',
    summary: 'DSML tags with a blank, in calls: DeepSeek V4.1',
    aliases: ['deepseek_v41', 'deepseekv41', 'deepseek-v4.1-dsml'],
  },
  '｜DSML｜ ',
  'calls',
)
