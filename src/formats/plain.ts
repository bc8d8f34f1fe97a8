import type { Chat, FormatOptions } from '../chat/chat-types.ts'
import type { Builder } from '../peg/builder.ts'
import { chatMl, makeFormat } from './format.ts'

/**
 * Text alone, with `<think>` for models that reason: for models without tools, and for answers that
 * follow a response schema.
 *
 * @throws {TypeError} when tools are given: this format has no way to write a call
 * @example
 * ```ts
 * plain().parse('<think>\nhm\n</think>\n\nAhoy').message.content // 'Ahoy'
 * ```
 */
export function plain(options: FormatOptions = {}): Chat {
  if ((options.tools?.length ?? 0) > 0) {
    throw new TypeError('the format plain has no tool calls: give no tools, or use formats.hermes')
  }
  return makeFormat(
    {
      ...chatMl,
      name: 'plain',
      markers: { openers: [], closers: [] },
      calls: (p: Builder) => ({
        openers: [],
        closers: [],
        head: p.eps(),
        whole: p.eps(),
        undeclared: p.eps(),
        printed: () => p.eps(),
      }),
      writeCalls: () => '',
    },
    options,
  )
}
