/** What one request came to. */
export interface Measured {
  readonly protocol: string
  readonly status: number
  readonly seconds: number
  /** Until the first text. */
  readonly firstSeconds: number | null
  readonly inputTokens: number
  readonly outputTokens: number
  /** The kind of fault it ended with, `abort` when the client went away; null when it was served. */
  readonly outcome: string | null
}

/** Counts requests, and writes the counts as Prometheus reads them. */
export interface Metrics {
  begin(): void
  end(measured: Measured): void
  write(): string
}

const buckets = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300]

/**
 * Makes the counts of one gateway.
 * Source: https://prometheus.io/docs/instrumenting/exposition_formats/
 */
export function createMetrics(): Metrics {
  const requests = createCounter('pegbnf_requests_total', 'Requests by protocol and status.')
  const faults = createCounter('pegbnf_faults_total', 'Answers that were not whole, by reason.')
  const tokens = createCounter('pegbnf_tokens_total', 'Tokens as the engine counts them.')
  const whole = createHistogram('pegbnf_request_seconds', 'Time to the end of an answer.')
  const first = createHistogram('pegbnf_first_text_seconds', 'Time to the first text.')
  let open = 0

  return {
    begin() {
      open++
    },
    end({ protocol, status, seconds, firstSeconds, inputTokens, outputTokens, outcome }) {
      open--
      requests.add({ protocol, status: String(status) })
      if (outcome !== null) faults.add({ protocol, reason: outcome })
      tokens.add({ direction: 'input' }, inputTokens)
      tokens.add({ direction: 'output' }, outputTokens)
      whole.add(seconds)
      if (firstSeconds !== null) first.add(firstSeconds)
    },
    write: () =>
      [
        requests.write(),
        faults.write(),
        tokens.write(),
        '# HELP pegbnf_open_requests Requests being served.\n# TYPE pegbnf_open_requests gauge\n',
        `pegbnf_open_requests ${open}\n`,
        whole.write(),
        first.write(),
      ].join(''),
  }
}

type Labels = Readonly<Record<string, string>>

function createCounter(
  name: string,
  help: string,
): { add(labels: Labels, by?: number): void; write(): string } {
  const counts = new Map<string, number>()
  return {
    add(labels, by = 1) {
      // All labels are words of our own: none needs to be escaped.
      const key = Object.entries(labels)
        .map(([label, value]) => `${label}="${value}"`)
        .join(',')
      counts.set(key, (counts.get(key) ?? 0) + by)
    },
    write: () =>
      `# HELP ${name} ${help}\n# TYPE ${name} counter\n` +
      [...counts].map(([key, count]) => `${name}{${key}} ${count}\n`).join(''),
  }
}

function createHistogram(
  name: string,
  help: string,
): { add(seconds: number): void; write(): string } {
  const counts = buckets.map(() => 0)
  let [sum, count] = [0, 0]
  return {
    add(seconds) {
      sum += seconds
      count++
      buckets.forEach((limit, i) => {
        if (seconds <= limit) counts[i] = (counts[i] ?? 0) + 1
      })
    },
    write: () =>
      [
        `# HELP ${name} ${help}\n# TYPE ${name} histogram\n`,
        ...buckets.map((limit, i) => `${name}_bucket{le="${limit}"} ${counts[i]}\n`),
        `${name}_bucket{le="+Inf"} ${count}\n${name}_sum ${sum}\n${name}_count ${count}\n`,
      ].join(''),
  }
}
