import { cover, uncover } from './coverage.ts'
import { addToDraft, type Draft, type TextKind } from './draft.ts'
import type { FoldContext } from './fold-context.ts'
import { isBlank, solidLength } from './json-text.ts'
import type { CoverageKind } from './message.ts'
import type { Sink } from './outbox.ts'

/** The channels of text: what of them is sent at once, and what white space waits for. */
export interface TextFold {
  /** Text up to `end` that a channel's record holds. */
  add(kind: TextKind, start: number, end: number): void
  /** Text that stands in no record. */
  addContent(start: number, end: number, kind?: 'content' | 'skipped'): void
  /** A tool block begins. */
  beforeTool(): void
  /** Something else than `kind` follows, or nothing. */
  endOf(kind: TextKind): void
  /** The reasoning has ended: if it was blank, it was nothing. */
  endReasoning(): void
  /** The call from `start` on was none: nothing is said of its text any more. Where that begins. */
  giveUp(start: number): number
  /** What had been read as something else becomes content, or is dropped. */
  takeBack(start: number, end: number, kind: 'content' | 'skipped'): void
  /** Says what became of the text up to `end`. */
  cover(kind: CoverageKind, end: number): void
  /** Content that the model's text does not hold. */
  insert(text: string): void
}

/** Makes the channels of a draft. */
export function createTextFold(context: FoldContext, sink: Sink, draft: Draft): TextFold {
  const { plan, policies, origin } = context
  /** Text before this offset is nobody's, though its records count. */
  const textFrom = policies.promptText === 'keep' ? 0 : origin

  function add(kind: TextKind, start: number, end: number): void {
    const from = Math.max(start, textFrom)
    if (from >= end) return
    const text = context.text(from, end)
    if (kind === 'content') hold(kind, text, end)
    else addReasoning(text, start, end)
  }

  function addContent(start: number, end: number, kind: 'content' | 'skipped' = 'content'): void {
    coverTo(kind, end)
    if (kind !== 'content') return
    endOf('reasoning')
    const from = Math.max(start, textFrom)
    addSolid(kind, from < end ? context.text(from, end) : '')
  }

  function addSolid(kind: TextKind, text: string): void {
    if (draft.gapKind === kind) endGap('keep')
    addText(kind, text)
    if (text !== '') draft.afterCall = false
  }

  /** White space at the end of a channel may turn out to be the layout of what follows: it waits. */
  function hold(kind: TextKind, text: string, end: number): void {
    const solid = solidLength(text)
    if (solid > 0) addSolid(kind, text.slice(0, solid))
    if (solid === text.length) return
    const rest = text.slice(solid)
    if (!waits(kind, rest)) return addSolid(kind, rest)
    if (draft.gap === '') {
      draft.gapFrom = end - rest.length
      draft.gapKind = kind
    }
    draft.gap += rest
  }

  function waits(kind: TextKind, space: string): boolean {
    if (kind === 'reasoning' && policies.reasoningTail === 'trim') return true
    if (!plan.hasCalls) return false
    if (draft.afterCall) {
      const layout = policies.spaceBetweenTools
      return layout === 'drop' || (layout === 'between' && isLineBreaks(space))
    }
    if (kind === 'reasoning') return false
    const layout = policies.spaceBeforeTools
    return layout === 'drop' || (layout === 'blank' && draft.lengths.content === 0)
  }

  function beforeTool(): void {
    // It waited because a tool block might follow.
    if (draft.gap !== '' && draft.gapKind === 'content') {
      draft.layoutFrom = draft.gapFrom
      draft.layoutTo = draft.gapFrom + draft.gap.length
    }
    endGap('drop')
  }

  function endOf(kind: TextKind): void {
    if (draft.gap === '' || draft.gapKind !== kind) return
    const layout = draft.afterCall && policies.spaceBetweenTools === 'drop'
    const tail = kind === 'reasoning' && policies.reasoningTail === 'trim'
    endGap(layout || tail ? 'drop' : 'keep')
  }

  /** What followed the white space that waited decides what it is. */
  function endGap(as: 'keep' | 'drop'): void {
    const { gap, gapFrom, gapKind } = draft
    if (gap === '') return
    draft.gap = ''
    if (as === 'keep') return addText(gapKind, gap)
    uncover(draft.coverage, Math.max(0, gapFrom - origin))
    coverTo('skipped', gapFrom + gap.length)
  }

  function addReasoning(text: string, start: number, end: number): void {
    if (draft.lengths.reasoning > 0 || policies.blankReasoning === 'keep')
      return hold('reasoning', text, end)
    if (draft.blank === '') draft.blankFrom = start
    draft.blank += text
    // Only the new text is looked at: the rest is known to be blank.
    if (isBlank(text)) return
    const all = draft.blank
    draft.blank = ''
    hold('reasoning', all, end)
  }

  function endReasoning(): void {
    if (draft.blank === '') return
    draft.blank = ''
    const from = Math.max(0, draft.blankFrom - origin)
    if (draft.at - origin <= from) return
    uncover(draft.coverage, from)
    coverTo('skipped', draft.at)
  }

  function giveUp(start: number): number {
    // Without the call its layout is text like any other.
    const from = draft.layoutTo === start ? draft.layoutFrom : start
    uncover(draft.coverage, Math.max(0, from - origin))
    return from
  }

  function takeBack(start: number, end: number, kind: 'content' | 'skipped'): void {
    if (kind === 'content') return addContent(giveUp(start), end, kind)
    uncover(draft.coverage, Math.max(0, start - origin))
    addContent(start, end, kind)
  }

  function addText(kind: TextKind, text: string): void {
    if (text === '') return
    if (kind === 'content') sink.content(text, draft.lengths.content)
    else sink.reasoning(text, draft.lengths.reasoning)
    addToDraft(draft, kind, text)
  }

  function coverTo(kind: CoverageKind, end: number): void {
    cover(draft.coverage, kind, end - origin)
  }

  return {
    add,
    addContent,
    beforeTool,
    endOf,
    endReasoning,
    giveUp,
    takeBack,
    cover: coverTo,
    insert: (text) => addSolid('content', text),
  }
}

function isLineBreaks(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit !== 10 && unit !== 13) return false
  }
  return true
}
