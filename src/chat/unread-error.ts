import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { formatDiagnostics } from '../diagnostics/format.ts'
import type { Message } from './message.ts'

/**
 * Thrown by `parse` and `finish` under the policy `unmatchedText: 'throw'`; holds what was read.
 *
 * @example
 * ```ts
 * const chat = chatFromArena(buildGrammar((p) => p.sequence(p.tag('content', p.until('!')), '!', p.end())))
 * const read = (): string => {
 *   try {
 *     return chat.parse('Ahoy! And?', { policies: { unmatchedText: 'throw' } }).message.content
 *   } catch (error) {
 *     return error instanceof UnreadTextError ? `only ${error.read.content}` : 'no text'
 *   }
 * }
 * read() // 'only Ahoy'
 * ```
 */
export class UnreadTextError extends Error {
  readonly diagnostics: readonly Diagnostic[]
  /** The message as far as it was read. */
  readonly read: Message

  constructor(read: Message) {
    super(formatDiagnostics(read.diagnostics))
    this.name = 'UnreadTextError'
    this.diagnostics = read.diagnostics
    this.read = read
  }
}
