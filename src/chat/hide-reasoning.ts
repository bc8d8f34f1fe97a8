import type { Delta } from './delta.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import type { CoverageSpan, Message, Segment } from './message.ts'

/**
 * A message without its reasoning, for requests that do not want it: neither its text, nor notes that
 * stand inside it and may quote it.
 */
export function hideReasoning(message: Message): Message {
  if (message.reasoning === '' && !message.coverage.some(isReasoning)) return message
  return {
    ...message,
    reasoning: '',
    segments: withoutThoughts(message.segments),
    diagnostics: message.diagnostics.filter((d) => !standsInside(d, message.coverage)),
  }
}

/** The other segments; contents that a thought stood between are one, as their deltas are. */
function withoutThoughts(segments: readonly Segment[]): Segment[] {
  const out: Segment[] = []
  let texts: string[] = []
  const endText = (): void => {
    if (texts.length > 0) out.push({ kind: 'content', text: texts.join('') })
    texts = []
  }
  for (const segment of segments) {
    if (segment.kind === 'content') texts.push(segment.text)
    else if (segment.kind === 'call') {
      endText()
      out.push(segment)
    }
  }
  endText()
  return out
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
