import type { Delta } from '../chat/delta.ts'

/** Looks for a client's stop strings in what it is sent. */
export interface StopFilter {
  /** The deltas up to a stop string. What may begin one is held back. */
  push(deltas: readonly Delta[]): Delta[]
  /** The string that ended the text. */
  readonly matched: string | null
}

/**
 * Makes the filter. Only content is looked at: neither a thought nor an argument that holds the string
 * ends the answer, whichever engine wrote it.
 */
export function createStopFilter(stops: readonly string[]): StopFilter {
  const wanted = stops.filter((stop) => stop !== '')
  let held = ''
  let matched: string | null = null

  function content(added: string): Delta[] {
    const text = held + added
    const found = earliest(text, wanted)
    if (found !== null) {
      held = ''
      matched = found.stop
      return textDelta(text.slice(0, found.at))
    }
    const kept = text.length - begunLength(text, wanted)
    held = text.slice(kept)
    return textDelta(text.slice(0, kept))
  }

  function release(): Delta[] {
    const text = held
    held = ''
    return textDelta(text)
  }

  return {
    push(deltas) {
      if (wanted.length === 0) return [...deltas]
      const out: Delta[] = []
      for (const delta of deltas) {
        if (matched !== null) break
        if (delta.kind === 'content') out.push(...content(delta.text))
        else if (delta.kind === 'note') out.push(delta)
        else out.push(...release(), delta)
      }
      return out
    },
    get matched() {
      return matched
    },
  }
}

function textDelta(text: string): Delta[] {
  return text === '' ? [] : [{ kind: 'content', text }]
}

/** The stop string that begins first; of several there, the one given first. */
function earliest(
  text: string,
  stops: readonly string[],
): { readonly at: number; readonly stop: string } | null {
  let best: { readonly at: number; readonly stop: string } | null = null
  for (const stop of stops) {
    const at = text.indexOf(stop)
    if (at >= 0 && (best === null || at < best.at)) best = { at, stop }
  }
  return best
}

/** The length of the longest end of the text that begins a stop string. */
function begunLength(text: string, stops: readonly string[]): number {
  let longest = 0
  for (const stop of stops) {
    for (let length = Math.min(stop.length - 1, text.length); length > longest; length--) {
      if (text.endsWith(stop.slice(0, length))) longest = length
    }
  }
  return longest
}
