import type { Fault } from '../protocol/fault.ts'
import type { TokenUsage } from '../protocol/token-usage.ts'
import type { LogEntry } from './log.ts'
import type { Metrics } from './metrics.ts'

/** What becomes known of one request while it is served: for the log and the counts. */
export interface RequestRecord {
  request(body: unknown): void
  begin(model: string, stream: boolean): void
  /** A read added text. */
  text(): void
  note(code: string): void
  usage(usage: TokenUsage | null): void
  bug(error: unknown): void
  /** It has ended; only the first time counts. */
  end(status: number, outcome: Fault | 'abort' | null): void
}

/** Where records go. */
export interface RecordContext {
  readonly metrics: Metrics
  readonly log?: (entry: LogEntry) => void
  readonly logContent?: boolean
}

/** Begins the record of a request. */
export function openRecord(
  { metrics, log, logContent = false }: RecordContext,
  method: string,
  path: string,
  protocol: string,
): RequestRecord {
  const begun = performance.now()
  let first: number | null = null
  let counts: TokenUsage | null = null
  let entry: Partial<LogEntry> = {}
  const notes: string[] = []
  let ended = false
  metrics.begin()

  return {
    request(body) {
      if (logContent) entry = { ...entry, request: body }
    },
    begin(model, stream) {
      entry = { ...entry, model, stream }
    },
    text() {
      first ??= performance.now() - begun
    },
    note(code) {
      notes.push(code)
    },
    usage(usage) {
      counts = usage
    },
    bug(error) {
      // Its own text may quote what people wrote; its kind does not.
      notes.push(error instanceof Error ? error.name : 'thrown')
      if (logContent && error instanceof Error) notes.push(error.stack ?? error.message)
    },
    end(status, outcome) {
      if (ended) return
      ended = true
      const time = performance.now() - begun
      const word = outcome === null || outcome === 'abort' ? outcome : outcome.kind
      const { inputTokens = 0, outputTokens = 0 } = counts ?? {}
      metrics.end({
        protocol,
        status,
        seconds: time / 1000,
        firstSeconds: first === null ? null : first / 1000,
        inputTokens,
        outputTokens,
        outcome: word,
      })
      const says = outcome !== null && outcome !== 'abort' && logContent
      log?.({
        method,
        path,
        status,
        ...entry,
        milliseconds: Math.round(time),
        ...(first === null ? {} : { firstMilliseconds: Math.round(first) }),
        ...(counts === null ? {} : { inputTokens, outputTokens }),
        ...(word === null ? {} : { outcome: word }),
        ...(says ? { message: outcome.message } : {}),
        ...(notes.length === 0 ? {} : { notes }),
      })
    },
  }
}
