import type { Chat } from '../chat/chat-types.ts'
import type { MessageToWrite } from '../chat/write.ts'
import { formatDiagnostics } from '../diagnostics/format.ts'
import { chunksOf, type Cut } from './chunks.ts'
import { damageText } from './damage.ts'

/** How a message becomes a stream. */
export interface ToStreamOptions {
  /** The format, made ready for a request: its `write` gives the text. */
  readonly format: Chat
  /** `token` by default. */
  readonly chunk?: Cut
  /** Only so many characters: as when the model's tokens ran out. */
  readonly truncate?: number
  /** Something goes wrong with the text, as this seed decides. */
  readonly damage?: number
}

/**
 * A message as its model would have streamed it: the way back through the same grammar.
 *
 * @throws {TypeError} when the format cannot write the message
 * @example
 * ```ts
 * const format = formats.hermes({ tools: [{ function: { name: 'now' } }] })
 * const stream = toStream({ toolCalls: [{ name: 'now' }] }, { format, chunk: 7 })
 * const kinds: string[] = []
 * for await (const { kind } of stream.pipeThrough(format.deltas())) kinds.push(kind)
 * kinds.at(-1) // 'finish'
 * ```
 */
export function toStream(
  message: MessageToWrite,
  options: ToStreamOptions,
): ReadableStream<string> {
  const chunks = toChunks(message, options)
  let at = 0
  return new ReadableStream<string>({
    pull(out) {
      const chunk = chunks[at++]
      if (chunk === undefined) out.close()
      else out.enqueue(chunk)
    },
  })
}

/**
 * The chunks of `toStream` as a list.
 *
 * @throws {TypeError} when the format cannot write the message
 * @example
 * ```ts
 * toChunks({ content: 'Two words' }, { format: formats.plain(), truncate: 5 }) // ['Two', ' w']
 * ```
 */
export function toChunks(
  message: MessageToWrite,
  { format, chunk = 'token', truncate, damage }: ToStreamOptions,
): string[] {
  const { text, diagnostics } = format.write(message)
  if (diagnostics.length > 0) {
    throw new TypeError(
      `the format ${format.format} cannot write this message: ${formatDiagnostics(diagnostics)}`,
    )
  }
  const whole = damage === undefined ? text : damageText(text, damage)
  return chunksOf(truncate === undefined ? whole : whole.slice(0, truncate), chunk)
}
