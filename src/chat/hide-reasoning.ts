import type { Delta } from './delta.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import type { CoverageSpan, Message } from './message.ts'

/**
 * A message without its reasoning, for requests that do not want it: neither its text, nor notes that
 * stand inside it and may quote it.
 */
export function hideReasoning(message: Message): Message {
  if (message.reasoning === '' && !message.coverage.some(isReasoning)) return message
  return {
    ...message,
    reasoning: '',
    segments: message.segments.filter(({ kind }) => kind !== 'reasoning'),
    diagnostics: message.diagnostics.filter((d) => !standsInside(d, message.coverage)),
  }
}

/** The deltas that do not tell of the reasoning. `coverage` is asked for only when there are notes. */
export function withoutReasoning(
  deltas: readonly Delta[],
  coverage: () => readonly CoverageSpan[],
): Delta[] {
  return deltas.filter((delta) => {
    if (delta.kind === 'note') return !standsInside(delta.diagnostic, coverage())
    return delta.kind !== 'reasoning'
  })
}

function standsInside({ offset }: Diagnostic, coverage: readonly CoverageSpan[]): boolean {
  if (offset === undefined) return false
  return coverage.some((span) => isReasoning(span) && span.start <= offset && offset < span.end)
}

function isReasoning({ kind }: CoverageSpan): boolean {
  return kind === 'reasoning'
}
