import { diagnose, type Diagnostic } from '../diagnostics/diagnostic.ts'
import type { Fold } from './map.ts'
import type { Policies } from './policy.ts'

/** The text that no machine reads: what follows the place where the reading broke off. */
export interface Tail {
  /** Takes the text up to `end`, as it comes. */
  extend(end: number): void
  /** Whether it took any text. */
  readonly taken: boolean
}

/** What a tail depends on. */
export interface TailOptions {
  readonly policies: Policies
  readonly origin: number
  /** Text from here on is dropped, whatever the policy. */
  readonly limit: number
  note(diagnostic: Diagnostic): void
}

/** Starts a tail at an offset; its first character is noted. */
export function createTail(fold: Fold, start: number, options: TailOptions): Tail {
  const { policies, origin, limit, note } = options
  const kept = policies.unmatchedText === 'recover'
  let at = start
  let taken = false

  function extend(end: number): void {
    const inside = Math.min(end, limit)
    if (inside > at) {
      if (!taken)
        noteOnce(
          'unread-text',
          `text fits no rule and was ${kept ? 'kept as content' : 'dropped'}`,
          at,
        )
      taken = true
      fold.addContent(at, inside, kept ? 'content' : 'skipped')
      at = inside
    }
    if (end <= limit || end <= at) return
    noteOnce('text-limit', 'the text is longer than maxTextLength, the rest was dropped', limit)
    fold.addContent(limit, end, 'skipped')
    at = end
  }

  function noteOnce(code: 'unread-text' | 'text-limit', message: string, offset: number): void {
    note(diagnose(code, message, { offset: Math.max(0, offset - origin) }))
  }

  return {
    extend,
    get taken() {
      return taken
    },
  }
}
