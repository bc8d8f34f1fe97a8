import type { Chat, SessionOptions } from '../../chat/chat-types.ts'
import { compareOutcome } from './compare.ts'
import { streamOutcome, wholeOutcome, type Outcome } from './outcome.ts'
import { readingsOf } from './readings.ts'
import type { Difference, ReplayCase } from './replay-case.ts'
import { shrinkText } from './shrink.ts'

/** A reading that gave something else than expected. */
export interface FailedReading {
  readonly name: string
  readonly differences: readonly Difference[]
}

/** A shorter text whose message depends on how it is cut, which law 1 forbids. */
export interface CutDependence {
  readonly text: string
  readonly reading: string
  readonly differences: readonly Difference[]
}

/** What became of a case. It passes when no reading failed. */
export interface CaseResult {
  readonly readings: number
  readonly failed: readonly FailedReading[]
  readonly cutDependence: CutDependence | undefined
}

/** Reads a case in every way and compares each with what it expects. */
export function runCase(chat: Chat, options: SessionOptions, replayCase: ReplayCase): CaseResult {
  const failed: FailedReading[] = []
  let readings = 0

  function judge(name: string, read: () => Outcome | undefined, complete: boolean): void {
    const expected = complete ? replayCase.whole : replayCase.streamed
    if (expected === undefined) return
    const outcome = attempt(read)
    if (outcome === undefined) return
    readings++
    const differences = Array.isArray(outcome)
      ? outcome
      : compareOutcome(outcome, expected, replayCase.comparison)
    if (differences.length > 0) failed.push({ name, differences })
  }

  judge('whole', () => wholeOutcome(chat, options, replayCase), true)
  if (replayCase.streamed !== undefined) {
    for (const { name, chunks } of readingsOf(replayCase)) {
      judge(name, () => streamOutcome(chat, options, replayCase, chunks), false)
    }
  }
  const depends = failed.length > 0 && failed.length < readings
  const cutDependence = depends ? findCutDependence(chat, options, replayCase) : undefined
  return { readings, failed, cutDependence }
}

/** An exception is a fault like any other, so that one case does not end the run. */
function attempt(read: () => Outcome | undefined): Outcome | undefined | Difference[] {
  try {
    return read()
  } catch (error) {
    const got = error instanceof Error ? error.message : String(error)
    return [{ path: 'exception', expected: 'none', got }]
  }
}

function findCutDependence(
  chat: Chat,
  options: SessionOptions,
  replayCase: ReplayCase,
): CutDependence | undefined {
  if (replayCase.pieces.some((piece) => typeof piece !== 'string')) return undefined

  function dependence(text: string): CutDependence | undefined {
    const short = { ...replayCase, pieces: [text], asGiven: false }
    let first: Outcome | undefined
    for (const reading of readingsOf(short)) {
      const outcome = attempt(() => streamOutcome(chat, options, short, reading.chunks))
      if (outcome === undefined || Array.isArray(outcome)) continue
      if (first === undefined) first = outcome
      const differences = difference(first, outcome)
      if (differences.length > 0) return { text, reading: reading.name, differences }
    }
    return undefined
  }

  const text = replayCase.pieces.join('')
  if (dependence(text) === undefined) return undefined
  return dependence(shrinkText(text, (shorter) => dependence(shorter) !== undefined))
}

function difference(first: Outcome, other: Outcome): Difference[] {
  const { content, reasoning, finishReason, toolCalls } = first
  // Generated ids are random, so they are not compared.
  const calls = toolCalls.map((call) => ({ name: call.name, arguments: call.arguments }))
  const expected = { content, reasoning, toolCalls: calls }
  return compareOutcome(other, finishReason === null ? expected : { ...expected, finishReason }, {
    trim: false,
    jsonArguments: false,
  })
}
