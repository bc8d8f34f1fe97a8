import { copyCall, type OpenCall } from './call.ts'
import { createCoverage, restoreCoverage, type Coverage } from './coverage.ts'
import {
  addText,
  copyText,
  createText,
  lastOf,
  readText,
  type GrowingText,
} from './growing-text.ts'
import type { CallState, Segment } from './message.ts'

/** A call that has been published. */
export interface DraftCall {
  readonly id: string
  readonly name: string
  readonly arguments: GrowingText
  state: CallState
  /** Where its tag opened. */
  readonly start: number
}

/** A channel of text. */
export type TextKind = 'content' | 'reasoning'

type DraftSegment =
  | { readonly kind: TextKind; readonly text: GrowingText }
  | { readonly kind: 'call'; readonly index: number }

/** Where a fold over a tape stands, and the message that it has made so far. */
export interface Draft {
  /** Tape integers folded. */
  read: number
  /** The text before this offset is attributed. */
  at: number
  /** The effective kinds of the open records, outermost first, and where they were opened. */
  readonly kinds: number[]
  readonly starts: number[]
  /** How long each text is; the texts themselves are in the segments. */
  readonly lengths: Record<TextKind, number>
  /** White space at the end of a channel: it waits for what follows, and where it began. */
  gap: string
  gapFrom: number
  /** White space of the content that the last call's layout took, to be given back with that call. */
  layoutFrom: number
  layoutTo: number
  gapKind: TextKind
  /** No text has come since the last call. */
  afterCall: boolean
  /** Reasoning that is only white space so far: it waits for something to reason about. */
  blank: string
  /** Where that white space began. */
  blankFrom: number
  readonly segments: DraftSegment[]
  readonly calls: DraftCall[]
  /** The ids of these calls. */
  readonly ids: Set<string>
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
    lengths: { content: 0, reasoning: 0 },
    gap: '',
    gapFrom: 0,
    layoutFrom: -1,
    layoutTo: -1,
    gapKind: 'content',
    afterCall: false,
    blank: '',
    blankFrom: 0,
    segments: [],
    calls: [],
    ids: new Set(),
    open: null,
    coverage: createCoverage(),
    stoppedAt: -1,
  }
}

/** Adds text to a channel: to the last segment, or as a new one. */
export function addToDraft(draft: Draft, kind: TextKind, text: string): void {
  draft.lengths[kind] += text.length
  const last = draft.segments[draft.segments.length - 1]
  if (last?.kind === kind) return addText(last.text, text)
  const segment = { kind, text: createText() }
  addText(segment.text, text)
  draft.segments.push(segment)
}

/** All text of a channel. */
export function textOf({ segments }: Draft, kind: TextKind): string {
  return segments.map((s) => (s.kind === kind ? readText(s.text) : '')).join('')
}

/** What a channel has from an offset on. */
export function textFrom({ segments, lengths }: Draft, kind: TextKind, from: number): string {
  let out = ''
  const missing = (): number => lengths[kind] - from - out.length
  for (let i = segments.length - 1; i >= 0 && missing() > 0; i--) {
    const segment = segments[i]
    if (segment?.kind === kind) out = lastOf(segment.text, missing()) + out
  }
  return out
}

/** The segments as they are now. */
export function snapshotSegments({ segments }: Draft): Segment[] {
  return segments.map((segment) =>
    segment.kind === 'call' ? segment : { kind: segment.kind, text: readText(segment.text) },
  )
}

/** How much a draft held at some time. */
export interface DraftSize {
  readonly segments: number
  readonly calls: number
  readonly spans: number
  readonly content: number
  readonly reasoning: number
  /** Characters of the last call's arguments. */
  readonly arguments: number
}

/** What a draft holds now. */
export function sizeOf({ segments, calls, coverage, lengths }: Draft): DraftSize {
  return {
    segments: segments.length,
    calls: calls.length,
    spans: coverage.kinds.length,
    ...lengths,
    arguments: calls[calls.length - 1]?.arguments.length ?? 0,
  }
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
  into.lengths.content = from.lengths.content
  into.lengths.reasoning = from.lengths.reasoning
  into.gap = from.gap
  into.gapFrom = from.gapFrom
  into.layoutFrom = from.layoutFrom
  into.layoutTo = from.layoutTo
  into.gapKind = from.gapKind
  into.afterCall = from.afterCall
  into.blank = from.blank
  into.blankFrom = from.blankFrom
  restoreList(into.segments, from.segments, since.segments, (segment) =>
    segment.kind === 'call' ? segment : { ...segment, text: copyText(segment.text) },
  )
  const known = Math.max(0, since.calls - 1)
  for (const { id } of into.calls.slice(known)) into.ids.delete(id)
  restoreList(into.calls, from.calls, since.calls, (call) => ({
    ...call,
    arguments: copyText(call.arguments),
  }))
  for (const { id } of into.calls.slice(known)) into.ids.add(id)
  into.open = from.open === null ? null : copyCall(from.open)
  restoreCoverage(into.coverage, from.coverage, since.spans)
  into.stoppedAt = from.stoppedAt
}

function restoreList<Item>(
  into: Item[],
  from: readonly Item[],
  since: number,
  copy: (item: Item) => Item,
): void {
  const same = Math.max(0, since - 1)
  into.length = Math.min(into.length, same)
  for (const item of from.slice(same)) into.push(copy(item))
}
