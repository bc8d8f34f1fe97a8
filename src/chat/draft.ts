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

/**
 * Makes a draft equal one that it once was equal to: takes back what it has folded since. Costs what
 * is open, not what is done.
 */
export function restoreDraft(into: Draft, from: Draft): void {
  into.read = from.read
  into.at = from.at
  into.kinds.splice(0, into.kinds.length, ...from.kinds)
  into.starts.splice(0, into.starts.length, ...from.starts)
  into.content = from.content
  into.reasoning = from.reasoning
  into.blank = from.blank
  into.blankFrom = from.blankFrom
  restoreLast(into.segments, from.segments)
  restoreLast(into.calls, from.calls)
  into.open = from.open === null ? null : copyCall(from.open)
  restoreCoverage(into.coverage, from.coverage)
  into.stoppedAt = from.stoppedAt
}

/** Only the last item of a list can have changed since the two were equal. */
function restoreLast<Item extends object>(into: Item[], from: readonly Item[]): void {
  into.length = Math.max(0, from.length - 1)
  const last = from.at(-1)
  if (last !== undefined) into.push({ ...last })
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
