/** Token counts of one response, which the caller has and pegbnf does not. */
export interface TokenUsage {
  readonly inputTokens: number
  readonly outputTokens: number
  /** How many of the output tokens were reasoning. */
  readonly reasoningTokens?: number
  /** How many of the input tokens came from a cache. */
  readonly cachedTokens?: number
}

/** Counts, or a function that is called when the stream ends: they are not known before. */
export type UsageSource<Usage = TokenUsage> = Usage | (() => Usage)

/** The counts now. */
export function countsOf<Usage>(source: Usage | (() => Usage) | undefined): Usage | undefined {
  return isSource(source) ? source() : source
}

function isSource<Usage>(source: Usage | (() => Usage) | undefined): source is () => Usage {
  return typeof source === 'function'
}
