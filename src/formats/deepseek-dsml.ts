import type { Format } from './format.ts'
import { taggedFormat, type TaggedFamily } from './tagged-family.ts'
import type { TaggedSyntax } from './tagged-syntax.ts'

/** Nothing stands around the reasoning. */
const tight = { open: '', close: '' }

/** The words of the attribute `string`. */
const words: NonNullable<TaggedSyntax['attribute']>['words'] = {
  string: 'true',
  number: 'false',
  boolean: 'false',
  null: 'false',
  array: 'false',
  object: 'false',
}

/** DSML: tags that begin with a special token; each value says whether it is a string or JSON. */
function dsmlFormat(
  family: Pick<TaggedFamily, 'name' | 'summary' | 'aliases'>,
  mark: string,
  block: string,
): Format {
  const open = (tag: string): string => `<${mark}${tag}`
  const close = (tag: string): string => `</${mark}${tag}>`
  return taggedFormat({
    ...family,
    reasoning: { open: '<think>', close: '</think>', bare: 'prompt', layout: tight },
    header: '<｜Assistant｜>',
    ends: ['<｜end▁of▁sentence｜>'],
    tokens: [mark],
    verbatim: {
      gap: false,
      around: 'behind',
      reasoningStops: [`\n\n${open(block)}>`, `${open(block)}>`],
      stopsAtCalls: true,
      calls: { looseTags: true },
    },
    syntax: {
      outer: {
        open: `${open(block)}>\n`,
        close: close(block),
        around: 'all',
        lead: '\n\n',
        bareIsWhole: true,
      },
      nameOpen: open('invoke name="'),
      nameClose: '">\n',
      end: `${close('invoke')}\n`,
      argumentOpen: open('parameter name="'),
      argumentNameClose: '">',
      argumentClose: `${close('parameter')}\n`,
      attribute: { before: '" string="', after: '">', words, decides: true, optional: true },
    },
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
    aliases: ['deepseek_v4', 'deepseek-v4-dsml'],
  },
  '｜DSML｜',
  'tool_calls',
)

/**
 * DeepSeek V4.1: as V4, with a blank behind the special token and a block that is called `calls`.
 *
 * Source: vLLM's parser `deepseek_v41`.
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
    aliases: ['deepseek_v41', 'deepseek-v4.1-dsml'],
  },
  '｜DSML｜ ',
  'calls',
)
