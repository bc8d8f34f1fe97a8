/** What a gateway tells of one request. Neither prompts nor answers, unless it was asked for them. */
export interface LogEntry {
  readonly method: string
  readonly path: string
  readonly status: number
  readonly model?: string
  readonly stream?: boolean
  readonly milliseconds: number
  /** Until the first text. */
  readonly firstMilliseconds?: number
  readonly inputTokens?: number
  readonly outputTokens?: number
  /** The kind of fault, or `abort` when the client went away. */
  readonly outcome?: string
  /** What the fault says; it may quote the request, so only with `logContent`. */
  readonly message?: string
  /** Calls that were not whole, and the like. */
  readonly notes?: readonly string[]
  /** The request's body, only with `logContent`. */
  readonly request?: unknown
}
