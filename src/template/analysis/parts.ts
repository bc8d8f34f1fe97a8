import type { Answer } from './probe-texts.ts'
import type { Check } from './read-back.ts'
import { isRead } from './recognise.ts'

/** What a format must read of a turn. */
export type Part = 'content' | 'reasoning' | 'calls' | 'parallel' | 'arguments'

/** The answers that show each part. */
const answersOf: Readonly<Record<Part, readonly Answer[]>> = {
  content: ['content', 'lines', 'contentAndCall'],
  reasoning: ['reasoning', 'reasoningAndCall'],
  calls: ['call', 'contentAndCall', 'reasoningAndCall'],
  parallel: ['calls'],
  arguments: ['typed', 'odd'],
}

/** How sure a format is of each part: the share of its answers that are read back, null where none is printed. */
export function partsOf(checks: readonly Check[]): Record<Part, number | null> {
  const shareOf = (part: Part): number | null => {
    const printed = checks.filter(
      ({ answer, outcome }) => answersOf[part].includes(answer) && outcome !== 'not-printed',
    )
    return printed.length === 0 ? null : printed.filter(isRead).length / printed.length
  }
  return {
    content: shareOf('content'),
    reasoning: shareOf('reasoning'),
    calls: shareOf('calls'),
    parallel: shareOf('parallel'),
    arguments: shareOf('arguments'),
  }
}
