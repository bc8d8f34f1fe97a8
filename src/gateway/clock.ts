import { UpstreamError } from './upstream.ts'

/** Times that an engine is given, in milliseconds. */
export interface EngineTimes {
  /** Until its first event. */
  readonly first: number
  /** Between two reads. */
  readonly idle: number
  /** For the whole text, the client's own slowness included. */
  readonly total: number
}

/** Watches how long an engine takes. */
export interface Clock {
  /** We wait for the engine from now on. */
  wait(): void
  /** It gave something. */
  moved(): void
  stop(): void
}

/**
 * Starts the clock of one text. It has one timer, set anew only when it has run out: setting one at every
 * read would cost more than reading.
 */
export function startClock(times: EngineTimes, late: (error: UpstreamError) => void): Clock {
  const end = performance.now() + times.total
  let limit = times.first
  /** When we began to wait; null while it is the client that takes its time. */
  let since: number | null = null
  let timer = setTimeout(look, Math.min(times.first, times.idle, times.total))

  function look(): void {
    const now = performance.now()
    const patience = since === null ? Infinity : since + limit
    const left = Math.min(patience, end) - now
    if (left <= 0) return late(new UpstreamError('timeout', 'the engine takes too long'))
    timer = setTimeout(look, Math.ceil(Math.min(left, times.idle)))
  }

  return {
    wait() {
      since = performance.now()
    },
    moved() {
      since = null
      limit = times.idle
    },
    stop: () => clearTimeout(timer),
  }
}
