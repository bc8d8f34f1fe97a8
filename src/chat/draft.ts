import { copyCall, type OpenCall } from './call.ts'
import { createCoverage, restoreCoverage, type Coverage } from './coverage.ts'
import type { CallState, Segment } from './message.ts'

/** A call that has been published. */
export interface DraftCall {
  readonly id: string
  readonly name: string
  arguments: string
  state: CallState
}

type DraftSegment =
  { kind: 'content' | 'reasoning'; text: string } | { kind: 'call'; index: number }

/** Where a fold over a tape stands, and the message that it has made so far. */
export interface Draft {
  /** Tape integers folded. */
  read: number
  /** The text before this offset is attributed. */
  at: number
  /** The effective kinds of the open records, outermost first, and where they were opened. */
  readonly kinds: number[]
  readonly starts: number[]
  content: string
  reasoning: string
  /** Reasoning that is only white space so far: it waits for something to reason about. */
  blank: string
  /** Where that white space began. */
  blankFrom: number
  readonly segments: DraftSegment[]
  readonly calls: DraftCall[]
  /** The call that is open. */
  open: OpenCall | null
  readonly coverage: Coverage
  /** Where the limit of calls stopped the fold, -1 if it did not. */
  stoppedAt: number
}

/** A draft before the first character. */
export function createDraft(): Draft {
  return {
    read: 0,
    at: 0,
    kinds: [],
    starts: [],
    content: '',
    reasoning: '',
    blank: '',
    blankFrom: 0,
    segments: [],
    calls: [],
    open: null,
    coverage: createCoverage(),
    stoppedAt: -1,
  }
}

/** How much a draft held at some time. */
export interface DraftSize {
  readonly segments: number
  readonly calls: number
  readonly spans: number
}

/** What a draft holds now. */
export function sizeOf({ segments, calls, coverage }: Draft): DraftSize {
  return { segments: segments.length, calls: calls.length, spans: coverage.kinds.length }
}

/**
 * Makes a draft equal another that it had run ahead of. `since` is the other's size at a time when the
 * two were known to agree: only the last items of that time can have changed, and what came later.
 */
export function restoreDraft(into: Draft, from: Draft, since: DraftSize): void {
  into.read = from.read
  into.at = from.at
  into.kinds.splice(0, into.kinds.length, ...from.kinds)
  into.starts.splice(0, into.starts.length, ...from.starts)
  into.content = from.content
  into.reasoning = from.reasoning
  into.blank = from.blank
  into.blankFrom = from.blankFrom
  restoreList(into.segments, from.segments, since.segments)
  restoreList(into.calls, from.calls, since.calls)
  into.open = from.open === null ? null : copyCall(from.open)
  restoreCoverage(into.coverage, from.coverage, since.spans)
  into.stoppedAt = from.stoppedAt
}

function restoreList<Item extends object>(
  into: Item[],
  from: readonly Item[],
  since: number,
): void {
  const same = Math.max(0, since - 1)
  into.length = Math.min(into.length, same)
  for (const item of from.slice(same)) into.push({ ...item })
}

/** Adds text to the segments: to the last one, or as a new one. */
export function addSegment(draft: Draft, kind: 'content' | 'reasoning', text: string): void {
  const last = draft.segments.at(-1)
  if (last?.kind === kind) last.text += text
  else draft.segments.push({ kind, text })
}

/** The segments as they are now. */
export function snapshotSegments(draft: Draft): Segment[] {
  return draft.segments.map((segment) => ({ ...segment }))
}
