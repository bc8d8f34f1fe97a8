import type { Delta } from '../chat/delta.ts'
import type { Prefill } from './prefill.ts'

/** Takes out of the deltas what the client wrote itself: it is sent only what the model adds. */
export function skipPrefill(prefill: Prefill): (deltas: readonly Delta[]) => Delta[] {
  const rest = { content: prefill.content, reasoning: prefill.reasoning }

  function skip(kind: 'content' | 'reasoning', text: string): string {
    const known = rest[kind]
    let at = 0
    while (at < known.length && at < text.length && known[at] === text[at]) at++
    // Text that differs is the model's own from there on.
    rest[kind] = at < text.length ? '' : known.slice(at)
    return text.slice(at)
  }

  return (deltas) =>
    deltas.flatMap((delta): Delta[] => {
      if (delta.kind !== 'content' && delta.kind !== 'reasoning') return [delta]
      const text = skip(delta.kind, delta.text)
      return text === '' ? [] : [{ ...delta, text }]
    })
}
