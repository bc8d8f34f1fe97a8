import type { EngineTimes } from './clock.ts'

/** What one request may take. */
export interface GatewayLimits {
  /** Bytes of a request's body; 32 MiB by default. */
  readonly bodyBytes: number
  /** Requests served at once, beyond which others are refused; 1,024 by default. */
  readonly concurrent: number
  /** Answers of one request (`n`); 8 by default. */
  readonly choices: number
  /** Stop strings of a request, and characters of each; 64 and 1,024 by default. */
  readonly stops: number
  readonly stopLength: number
  /** Milliseconds an engine is given: to begin, between two reads, for all of it. */
  readonly engine: EngineTimes
  /** Milliseconds to wait for an engine's refusal before a stream begins; 5 s by default. */
  readonly answerMs: number
  /** Milliseconds that `/health` waits for an engine; 2 s by default. */
  readonly checkMs: number
}

/** The limits with their defaults. */
export function readLimits(given: Partial<GatewayLimits> = {}): GatewayLimits {
  return {
    bodyBytes: 32 * 1024 * 1024,
    concurrent: 1024,
    choices: 8,
    stops: 64,
    stopLength: 1024,
    engine: { first: 300_000, idle: 120_000, total: 3_600_000 },
    answerMs: 5000,
    checkMs: 2000,
    ...given,
  }
}
