import { codes } from '../diagnostics/codes.ts'
import { diagnose, type Diagnostic } from '../diagnostics/diagnostic.ts'
import { quote } from '../diagnostics/format.ts'
import {
  createCall,
  endArguments,
  endMember,
  grow,
  hasWholeArguments,
  jsonText,
  memberName,
  memberText,
  openBrace,
  stringQuote,
  stringText,
  type OpenCall,
} from './call.ts'
import { cover, uncover } from './coverage.ts'
import { addToDraft, createDraft, type Draft, type TextKind } from './draft.ts'
import { addText as addPiece, createText } from './growing-text.ts'
import type { Ids } from './ids.ts'
import { decodeJson, isBlank, solidLength } from './json-text.ts'
import type { CallEndDelta } from './delta.ts'
import type { CoverageKind } from './message.ts'
import type { Sink } from './outbox.ts'
import { Kind } from './kind.ts'
import type { Plan } from './plan.ts'
import type { Policies } from './policy.ts'

/** What a fold needs to know beside the tape. */
export interface FoldContext {
  readonly plan: Plan
  readonly policies: Policies
  readonly ids: Ids
  /** The tools declared, or none to accept every name. */
  readonly declared: ReadonlySet<string> | null
  readonly maxCalls: number
  /** Where the model's text begins, after the generation prompt. */
  readonly origin: number
  /** Text of a stretch that has been read. */
  text(start: number, end: number): string
  note(diagnostic: Diagnostic): void
}

/** How a call ended. */
export type CallEnd = CallEndDelta['state']

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
  /** Says that no text follows: what white space was held is content, or dropped behind a call. */
  endContent(): void
}

/** Makes a fold at the beginning of a tape. */
export function createFold(context: FoldContext, sink: Sink, draft: Draft = createDraft()): Fold {
  const { plan, policies, ids, origin } = context
  const { kinds: kindOf } = plan
  const holdCalls =
    policies.unfinishedCall !== 'incomplete' || policies.invalidArguments === 'reject'
  /** Text before this offset is nobody's, though its records count. */
  const textFrom = policies.promptText === 'keep' ? 0 : origin

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
    const start = draft.at
    const kind = openKind()
    draft.at = end
    if (kind !== Kind.content) endContent()
    coverTo(coverageOf[kind] ?? 'marker', end)
    if (kind === Kind.content) holdContent(textBetween(start, end), end)
    else if (kind === Kind.reasoning) addReasoning(textBetween(start, end), start)
    else if (draft.open !== null && isArgument(kind)) {
      argument(draft.open, kind, context.text(start, end))
    }
  }

  function argument(call: OpenCall, kind: number, text: string): void {
    if (kind === Kind.args) addArguments(call, jsonText(call, text))
    else if (kind === Kind.argsString) addArguments(call, stringText(call, text))
    else addArguments(call, memberText(call, text, kind === Kind.argString))
  }

  function open(id: number, offset: number): void {
    const kind = kindOf[id] ?? Kind.none
    const transparent = kind === Kind.none || kind === Kind.note
    // Whatever stands in text that is dropped is dropped with it.
    draft.kinds.push(transparent || openKind() === Kind.skip ? openKind() : kind)
    draft.starts.push(offset)
    if (kind === Kind.tool) {
      endGap(draft.afterCall ? policies.spaceBetweenTools : policies.spaceBeforeTools)
      if (draft.open !== null) endCall(draft.open, offset)
      if (draft.calls.length >= context.maxCalls) draft.stoppedAt = offset
      else draft.open = createCall(offset)
    } else if (draft.open === null) return
    else if (kind === Kind.argString) addArguments(draft.open, stringQuote(draft.open))
    else if (kind === Kind.argsString)
      noteAt('double-encoded', 'the arguments are a JSON string that holds an object', offset)
  }

  function close(id: number, offset: number): void {
    const start = draft.starts.pop() ?? offset
    draft.kinds.pop()
    const kind = kindOf[id] ?? Kind.none
    if (kind === Kind.reasoning) breakReasoning()
    else if (kind === Kind.note) noteTag(id, start, offset)
    else if (draft.open !== null) closeInCall(draft.open, kind, start, offset)
  }

  function closeInCall(call: OpenCall, kind: number, start: number, end: number): void {
    if (kind === Kind.tool) endCall(call, end)
    else if (kind === Kind.id) {
      if (call.index < 0) call.id = unquote(context.text(start, end))
      publishWhenKnown(call)
    } else if (kind === Kind.name || kind === Kind.nameJson) {
      const name = context.text(start, end)
      call.name = kind === Kind.name ? name : decodeJson(name)
      publishWhenKnown(call)
    } else if (kind === Kind.argName) nameMember(call, context.text(start, end), start)
    else if (kind === Kind.argString) addArguments(call, stringQuote(call))
    else if (kind === Kind.arg) addArguments(call, endMember(call))
  }

  function nameMember(call: OpenCall, name: string, offset: number): void {
    if (call.names.has(name)) {
      noteAt('duplicate-argument', `the argument ${quote(name)} is given twice`, offset)
    }
    call.names.add(name)
    addArguments(call, memberName(call, name))
  }

  /** Calls whose id may follow their name wait for it until their arguments begin. */
  function publishWhenKnown(call: OpenCall): void {
    if (call.name === '' || call.index >= 0 || holdCalls) return
    if (call.id !== '' || !plan.givesIds) publish(call)
  }

  function publish(call: OpenCall): void {
    const index = draft.calls.length
    call.index = index
    if (call.id === '') call.id = ids.idFor(index, call.name)
    draft.calls.push({ id: call.id, name: call.name, arguments: createText(), state: 'streaming' })
    draft.segments.push({ kind: 'call', index })
    sink.call(index, call.id, call.name)
    if (context.declared !== null && !context.declared.has(call.name)) {
      noteAt('undeclared-tool', `no tool ${quote(call.name)} was declared`, call.start)
    }
    const held = call.held
    call.held = ''
    if (held !== '') append(call, held)
    if (policies.openBrace === 'early') addArguments(call, openBrace(call))
  }

  function addArguments(call: OpenCall, text: string): void {
    if (text === '') return
    grow(call, text)
    if (call.index < 0 && call.name !== '' && !holdCalls) publish(call)
    if (call.index < 0) call.held += text
    else append(call, text)
  }

  function append(call: OpenCall, text: string): void {
    const published = draft.calls[call.index]
    if (published === undefined) return
    sink.callText(call.index, text, published.arguments.length)
    addPiece(published.arguments, text)
  }

  function endCall(call: OpenCall, end: number): void {
    draft.open = null
    if (call.name === '') {
      noteAt('unread-text', 'a tool call without a name was kept as content', call.start)
      return takeBack(call.start, end, 'content')
    }
    addArguments(call, endArguments(call))
    const state = hasWholeArguments(call) ? 'complete' : 'invalid'
    if (state === 'invalid') {
      noteAt(
        'invalid-arguments',
        `the arguments of ${quote(call.name)} are not a JSON object`,
        call.start,
      )
      if (policies.invalidArguments === 'reject') return takeBack(call.start, end, 'skipped')
    }
    settle(call, state)
  }

  function settle(call: OpenCall, state: CallEnd): void {
    if (call.index < 0) publish(call)
    const published = draft.calls[call.index]
    if (published === undefined) return
    published.state = state
    draft.afterCall = true
    sink.callEnd(call.index, state)
  }

  function breakCall(state: CallEnd, end: number): number {
    const call = draft.open
    draft.open = null
    if (call === null) return draft.at
    const wanted = state === 'incomplete' ? policies.unfinishedCall : policies.invalidArguments
    const published = call.index >= 0
    if (call.name === '' || (!published && wanted === 'raw')) {
      uncover(draft.coverage, Math.max(0, call.start - origin))
      return call.start
    }
    const code = state === 'incomplete' ? 'incomplete-call' : 'invalid-arguments'
    noteAt(code, `the ${breaks[state]} the call of ${quote(call.name)}`, call.start)
    if (published || (wanted !== 'drop' && wanted !== 'reject')) {
      settle(call, state)
      coverTo('call', end)
    } else takeBack(call.start, end, 'skipped')
    return end
  }

  /** What had been read as a call and was not published becomes content, or is dropped. */
  function takeBack(start: number, end: number, kind: 'content' | 'skipped'): void {
    uncover(draft.coverage, Math.max(0, start - origin))
    addContent(start, end, kind)
  }

  function addContent(start: number, end: number, kind: 'content' | 'skipped' = 'content'): void {
    coverTo(kind, end)
    if (kind !== 'content') return
    endGap('content')
    addText('content', textBetween(start, end))
  }

  function claimRest(end: number): boolean {
    const kind = openKind()
    const takes = kind === Kind.content || kind === Kind.reasoning
    if (takes) attribute(end)
    return takes
  }

  /** White space at the end of content may turn out to be the layout of a call: it is held. */
  function holdContent(text: string, end: number): void {
    const solid = solidLength(text)
    if (solid > 0) {
      endGap('content')
      addText('content', text.slice(0, solid))
    }
    if (solid === text.length) return
    const layout = draft.afterCall ? policies.spaceBetweenTools : policies.spaceBeforeTools
    if (layout === 'content' || !plan.hasCalls) return addText('content', text.slice(solid))
    if (draft.gap === '') draft.gapFrom = end - text.length + solid
    draft.gap += text.slice(solid)
  }

  /** What followed the held white space decides what it is. */
  function endGap(as: 'content' | 'drop'): void {
    const { gap, gapFrom } = draft
    if (gap === '') return
    draft.gap = ''
    if (as === 'content') return addText('content', gap)
    uncover(draft.coverage, Math.max(0, gapFrom - origin))
    coverTo('skipped', gapFrom + gap.length)
  }

  function endContent(): void {
    endGap(draft.afterCall && policies.spaceBetweenTools === 'drop' ? 'drop' : 'content')
  }

  function addReasoning(text: string, start: number): void {
    if (draft.lengths.reasoning > 0 || policies.blankReasoning === 'keep')
      return addText('reasoning', text)
    if (draft.blank === '') draft.blankFrom = start
    draft.blank += text
    // Only the new text is looked at: the rest is known to be blank.
    if (isBlank(text)) return
    const all = draft.blank
    draft.blank = ''
    addText('reasoning', all)
  }

  function breakReasoning(): void {
    if (draft.blank === '') return
    draft.blank = ''
    const from = Math.max(0, draft.blankFrom - origin)
    if (draft.at - origin <= from) return
    uncover(draft.coverage, from)
    coverTo('skipped', draft.at)
  }

  function addText(kind: TextKind, text: string): void {
    if (text === '') return
    if (kind === 'content') sink.content(text, draft.lengths.content)
    else sink.reasoning(text, draft.lengths.reasoning)
    addToDraft(draft, kind, text)
  }

  function textBetween(start: number, end: number): string {
    const from = Math.max(start, textFrom)
    return from < end ? context.text(from, end) : ''
  }

  function coverTo(kind: CoverageKind, end: number): void {
    cover(draft.coverage, kind, end - origin)
  }

  function noteAt(code: Diagnostic['code'], message: string, offset: number): void {
    context.note(diagnose(code, message, { offset: Math.max(0, offset - origin) }))
  }

  function noteTag(id: number, start: number, end: number): void {
    const code = plan.notes.get(id)
    if (code === undefined) return
    // A little more than is shown: a long text is not copied to be quoted.
    const shown = end > start ? `: ${quote(context.text(start, Math.min(end, start + 100)))}` : ''
    noteAt(code, codes[code].meaning + shown, start)
  }

  return { draft, advance, openKind, addContent, claimRest, breakCall, breakReasoning, endContent }
}

const breaks = {
  complete: 'text goes on after',
  incomplete: 'text ends inside',
  invalid: 'text cannot be read on inside',
} satisfies Record<CallEnd, string>

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
]

function isArgument(kind: number): boolean {
  return (
    kind === Kind.args ||
    kind === Kind.argsString ||
    kind === Kind.argValue ||
    kind === Kind.argString
  )
}

/** Without the quotes of a JSON string around it. */
function unquote(text: string): string {
  return text.length >= 2 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1) : text
}
