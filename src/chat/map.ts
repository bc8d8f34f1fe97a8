import { codes } from '../diagnostics/codes.ts'
import { diagnose } from '../diagnostics/diagnostic.ts'
import { quote } from '../diagnostics/format.ts'
import { createDraft, type Draft } from './draft.ts'
import { createCallFold, type CallEnd } from './fold-calls.ts'
import type { FoldContext } from './fold-context.ts'
import { createTextFold } from './fold-text.ts'
import { Kind } from './kind.ts'
import type { CoverageKind } from './message.ts'
import type { Sink } from './outbox.ts'

/**
 * The fold over a tape: it makes a message of the records and the text between them, and tells the
 * sink each thing that it adds. It reads each record once and each character once, whatever the cuts.
 */
export interface Fold {
  readonly draft: Draft
  /**
   * Folds the records up to tape index `length`, then the text up to `end`. `records` begins at tape
   * index `base`.
   */
  advance(records: Int32Array, base: number, length: number, end: number): void
  /** The effective kind of the innermost open record. */
  openKind(): number
  /** Adds text that stands in no record. */
  addContent(start: number, end: number, kind?: 'content' | 'skipped'): void
  /** Gives the rest of the text to the innermost open record, or says that nobody takes it. */
  claimRest(end: number): boolean
  /**
   * Closes the call that is open when the text ends, or cannot be read on, at `end`. Gives back where
   * the text begins that is nobody's then: the call's own if the call cannot be kept.
   */
  breakCall(state: CallEnd, end: number): number
  /** Closes the reasoning that is open. */
  breakReasoning(): void
  /** Says that no text follows: what white space waited is text, or dropped behind a call. */
  endText(): void
  /** Says that what follows of the text was held back only, and is to be dropped. */
  dropFrom(offset: number): void
  /** All reasoning, once more, as content. */
  copyReasoning(text: string): void
}

/** Makes a fold at the beginning of a tape. */
export function createFold(context: FoldContext, sink: Sink, draft: Draft = createDraft()): Fold {
  const { plan, origin } = context
  const { kinds: kindOf } = plan
  const texts = createTextFold(context, sink, draft)
  const calls = createCallFold(context, sink, draft, texts)
  const breaksLines = context.policies.betweenMessages === 'line'
  /** Text from here on is dropped. */
  let heldFrom = Number.POSITIVE_INFINITY

  function advance(records: Int32Array, base: number, length: number, end: number): void {
    while (draft.read < length && draft.stoppedAt < 0) {
      const record = records[draft.read - base] ?? 0
      const offset = records[draft.read - base + 1] ?? 0
      draft.read += 2
      attribute(offset)
      if (record >= 0) open(record, offset)
      else close(~record, offset)
    }
    if (draft.stoppedAt < 0) attribute(end)
  }

  function openKind(): number {
    return draft.kinds[draft.kinds.length - 1] ?? Kind.none
  }

  function attribute(end: number): void {
    if (end <= draft.at) return
    const kind = openKind()
    if (end > heldFrom && (kind === Kind.content || kind === Kind.reasoning)) return drop(end)
    const start = draft.at
    draft.at = end
    if (kind !== Kind.content) texts.endOf('content')
    if (kind !== Kind.reasoning) texts.endOf('reasoning')
    texts.cover(coverageOf[kind] ?? 'marker', end)
    if (kind === Kind.content) texts.add('content', start, end)
    else if (kind === Kind.reasoning) texts.add('reasoning', start, end)
    else if (draft.open !== null && isArgument(kind)) calls.addText(kind, context.text(start, end))
  }

  function drop(end: number): void {
    attribute(Math.min(end, heldFrom))
    draft.at = end
    texts.cover('skipped', end)
  }

  function open(id: number, offset: number): void {
    const kind = kindOf[id] ?? Kind.none
    const transparent = kind === Kind.none || kind === Kind.note
    // Whatever stands in text that is dropped is dropped with it.
    draft.kinds.push(transparent || openKind() === Kind.skip ? openKind() : kind)
    draft.starts.push(offset)
    if (kind === Kind.content && breaksLines && draft.lengths.content > 0) texts.insert('\n')
    if (kind !== Kind.tool) calls.openPart(kind, offset)
    else if (!calls.open(offset)) draft.stoppedAt = offset
  }

  function close(id: number, offset: number): void {
    const start = draft.starts.pop() ?? offset
    draft.kinds.pop()
    const kind = kindOf[id] ?? Kind.none
    if (kind === Kind.reasoning) texts.endReasoning()
    else if (kind === Kind.note) noteTag(id, start, offset)
    else calls.closePart(kind, start, offset, plan.names.get(id))
  }

  function claimRest(end: number): boolean {
    const kind = openKind()
    const takes = kind === Kind.content || kind === Kind.reasoning
    if (takes) attribute(end)
    return takes
  }

  function endText(): void {
    texts.endOf('content')
    texts.endOf('reasoning')
  }

  function noteTag(id: number, start: number, end: number): void {
    const code = plan.notes.get(id)
    if (code === undefined) return
    // A little more than is shown: a long text is not copied to be quoted.
    const shown = end > start ? `: ${quote(context.text(start, Math.min(end, start + 100)))}` : ''
    const offset = Math.max(0, start - origin)
    context.note(diagnose(code, codes[code].meaning + shown, { offset }))
  }

  return {
    draft,
    advance,
    openKind,
    addContent: texts.addContent,
    claimRest,
    breakCall: calls.break,
    breakReasoning: texts.endReasoning,
    endText,
    dropFrom(offset) {
      heldFrom = offset
    },
    copyReasoning: texts.insert,
  }
}

/** What the text directly in a record of each kind counts as. */
const coverageOf: readonly CoverageKind[] = [
  'marker',
  'content',
  'reasoning',
  'marker',
  'call',
  'call',
  'call',
  'call',
  'marker',
  'call',
  'call',
  'call',
  'skipped',
  'marker',
  'call',
  'call',
  'marker',
  'marker',
]

function isArgument(kind: number): boolean {
  return (
    kind === Kind.args ||
    kind === Kind.argsString ||
    kind === Kind.argValue ||
    kind === Kind.argString ||
    kind === Kind.argPython
  )
}
