import { isWholeJson } from './settle.ts'

/** The arguments of one call on their way to a client. */
export interface HeldArguments {
  /** What may be sent now of more text. */
  push(text: string): string
  /** What is still to be sent when the call has ended. */
  end(complete: boolean): string
}

/**
 * Holds a closing brace back until something follows it, or the call is known to be complete. Many clients
 * run whatever is whole JSON, whatever reason the response ended for: without its last brace a call that was
 * cut off behind its arguments is no JSON.
 */
export function createHeldArguments(): HeldArguments {
  const sent: string[] = []
  let held = ''

  function send(text: string): string {
    if (text !== '') sent.push(text)
    return text
  }

  return {
    push(added) {
      const text = held + added
      const end = text.trimEnd().length
      const kept = text.charAt(end - 1) === '}' ? end - 1 : text.length
      held = text.slice(kept)
      return send(text.slice(0, kept))
    },
    end(complete) {
      const rest = held
      held = ''
      // What is no JSON with its brace might be some without.
      return complete || (rest !== '' && !isWholeJson(sent.join('') + rest)) ? send(rest) : ''
    },
  }
}

/** The whole arguments of a call that is not complete, so that they are no JSON. */
export function withoutLastBrace(text: string): string {
  return isWholeJson(text) ? text.slice(0, text.lastIndexOf('}')) : text
}
