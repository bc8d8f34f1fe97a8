import type { Machine, TokenMark } from '../machine/machine-types.ts'
import type { ParseFailure } from '../machine/result.ts'

/** Follows the grammar beside the reading, to say at the end whether it forbids what was read. */
export interface GrammarCheck {
  /** Adds well-formed text. */
  feed(text: string, marks?: readonly TokenMark[]): void
  /** Says that the text ends here: where the grammar forbids it, if it does. */
  finish(): ParseFailure | null
  readonly steps: number
}

/**
 * Nobody asks before the end, so that small chunks are put together: waking a machine costs more than
 * its look at a few characters. The bound keeps what one chunk may cost.
 */
const BlockSize = 256

/** A check by a machine of the strict view. */
export function createGrammarCheck(machine: Machine): GrammarCheck {
  let text = ''
  let marks: TokenMark[] | undefined

  function flush(): void {
    if (text !== '') machine.feed(text, marks)
    text = ''
    marks = undefined
  }

  return {
    feed(added, given) {
      // A text counts as tokens from its first marks on: what came before is no part of that.
      if ((given === undefined) !== (marks === undefined)) flush()
      if (given !== undefined) {
        marks ??= []
        for (const mark of given) marks.push({ ...mark, start: text.length + mark.start })
      }
      text += added
      if (text.length >= BlockSize) flush()
    },
    finish() {
      flush()
      machine.finish()
      const result = machine.status === 'success' ? null : machine.result()
      return result?.kind === 'failure' ? result : null
    },
    get steps() {
      return machine.steps
    },
  }
}
