import type { Delta } from '../chat/delta.ts'
import type { Fault } from '../protocol/fault.ts'
import type { TokenUsage } from '../protocol/token-usage.ts'
import type { Run } from './run.ts'
import type { UpstreamError } from './upstream.ts'

/** What a read added to one choice. */
export interface Added {
  readonly choice: number
  readonly deltas: readonly Delta[]
  /** The ids of the tokens read, where they are to be told. */
  readonly ids: readonly number[]
}

/** All choices of one response. */
export interface Choices {
  /** What the next read of any of them added; null when all have ended, or one has failed. */
  next(): Promise<Added | null>
  cancel(): void
  interrupt(error: UpstreamError): void
  readonly fault: Fault | null
  readonly usage: TokenUsage | null
  /** The first choice's. */
  readonly stopSequence: string | null
}

/** Reads several texts as one response. When one fails, the others are stopped. */
export function joinRuns(runs: readonly Run[]): Choices {
  const [only] = runs
  return only !== undefined && runs.length === 1 ? onlyChoice(only) : manyChoices(runs)
}

function onlyChoice(run: Run): Choices {
  return {
    async next() {
      const deltas = await run.next()
      return deltas === null ? null : { choice: 0, deltas, ids: run.takeIds() }
    },
    cancel: run.cancel,
    interrupt: run.interrupt,
    get fault() {
      return run.fault
    },
    get usage() {
      return run.usage
    },
    get stopSequence() {
      return run.stopSequence
    },
  }
}

function manyChoices(runs: readonly Run[]): Choices {
  const reads = new Map<number, Promise<readonly [number, readonly Delta[] | null]>>()
  const open = new Set(runs.keys())
  let fault: Fault | null = null

  function readOf(choice: number): Promise<readonly [number, readonly Delta[] | null]> {
    const begun = reads.get(choice)
    if (begun !== undefined) return begun
    const read = runs[choice]?.next() ?? Promise.resolve(null)
    const numbered = read.then((deltas) => [choice, deltas] as const)
    reads.set(choice, numbered)
    return numbered
  }

  function cancel(): void {
    for (const run of runs) run.cancel()
  }

  return {
    async next() {
      while (open.size > 0 && fault === null) {
        const [choice, deltas] = await Promise.race([...open].map(readOf))
        reads.delete(choice)
        if (deltas !== null) return { choice, deltas, ids: runs[choice]?.takeIds() ?? [] }
        open.delete(choice)
        fault = runs[choice]?.fault ?? null
      }
      if (fault !== null) cancel()
      return null
    },
    cancel,
    interrupt(error) {
      for (const run of runs) run.interrupt(error)
    },
    get fault() {
      return fault
    },
    get usage() {
      return runs.reduce<TokenUsage | null>((sum, run) => addUsage(sum, run.usage), null)
    },
    get stopSequence() {
      return runs[0]?.stopSequence ?? null
    },
  }
}

/** The prompt is read once, however many answers there are. */
function addUsage(sum: TokenUsage | null, more: TokenUsage | null): TokenUsage | null {
  if (sum === null || more === null) return sum ?? more
  const reasoning = (sum.reasoningTokens ?? 0) + (more.reasoningTokens ?? 0)
  return {
    ...sum,
    outputTokens: sum.outputTokens + more.outputTokens,
    ...(reasoning === 0 ? {} : { reasoningTokens: reasoning }),
  }
}
