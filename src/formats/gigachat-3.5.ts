import type { Format } from './format.ts'
import { markedTags } from './marked-tags.ts'
import { taggedFormat } from './tagged-family.ts'

/**
 * GigaChat 3.5: GCML, tags as DeepSeek's DSML, in a turn of GigaChat; the prompt opens the reasoning
 * where that is asked for.
 *
 * Source: the chat template `GigaChat3.5.jinja` as llama.cpp ships it.
 *
 * @throws {TypeError} when `toolChoice` names no tool
 * @example
 * ```ts
 * const chat = gigachat35({ tools: [{ function: { name: 'now' } }] })
 * const text = '<｜GCML｜tool_calls>\n<｜GCML｜invoke name="now">\n</｜GCML｜invoke>\n</｜GCML｜tool_calls>'
 * chat.parse(text).message.toolCalls[0]?.name // 'now'
 * ```
 */
export const gigachat35: Format = taggedFormat({
  name: 'gigachat-3.5',
  summary: 'GCML tags, as DSML, in tool_calls: GigaChat 3.5',
  aliases: ['gigachat35', 'gigachat3.5', 'gigachat-v3.5'],
  reasoning: { open: '<think>', close: '</think>', layout: { open: '', close: '\n\n' } },
  header: 'assistant<|role_sep|>\n',
  ends: ['<|message_sep|>\n\n', '</s>'],
  ...markedTags('｜GCML｜', 'tool_calls'),
})
