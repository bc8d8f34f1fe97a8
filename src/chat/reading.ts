import { diagnose } from '../diagnostics/diagnostic.ts'
import { createMachine } from '../machine/machine.ts'
import type { Machine, MachineLimits, TokenMark } from '../machine/machine-types.ts'
import { DefaultLimits } from '../machine/state.ts'
import { createDraft, restoreDraft, sizeOf, textOf } from './draft.ts'
import type { FoldContext } from './fold-context.ts'
import { createGrammarCheck, type GrammarCheck } from './grammar-check.ts'
import { createFold, type Fold } from './map.ts'
import { noteFailure } from './notes.ts'
import { createGuard, deafSink, type Sink } from './outbox.ts'
import { Kind } from './kind.ts'
import type { Prepared, PreparedView } from './prepare.ts'
import { createTail, type Tail } from './tail.ts'

/** What a reading depends on beside its text. */
export interface ReadingOptions extends Omit<FoldContext, 'plan' | 'text'> {
  readonly mode: 'committed' | 'eager'
  readonly limits: Partial<MachineLimits>
  readonly checkGrammar: boolean
  readonly sink: Sink
}

/**
 * How the reading of a text came out: `read` to its end, `cut` where the text ended too early, or
 * broken off where the text is `unread` from then on.
 */
export type Outcome = 'open' | 'read' | 'cut' | 'unread'

/** A text being read to a message: a machine, the fold over its tape, and what is done at its end. */
export interface Reading {
  /** Adds well-formed text. */
  feed(text: string, marks?: readonly TokenMark[]): void
  /** Says that the text ends here. */
  finish(): void
  /** The fold whose draft is the message. */
  readonly fold: Fold
  readonly outcome: Outcome
  /** Some text fitted no rule. */
  readonly lost: boolean
  /** UTF-16 code units fed, the generation prompt's included. */
  readonly length: number
  readonly steps: number
  /** Text of a stretch that was read. */
  slice(start: number, end: number): string
}

/** Starts a reading. */
export function createReading(prepared: Prepared, options: ReadingOptions): Reading {
  const { limits, origin, note, sink } = options
  const limit = limits.maxTextLength ?? DefaultLimits.maxTextLength
  const { arena } = prepared.built
  const machine = openMachine(prepared.reading())
  const grammar = options.checkGrammar ? createGrammarCheck(openMachine(prepared.grammar())) : null
  // A grammar for a prompt that has begun the response goes on where the prompt ends.
  const printedFrom = prepared.built.generationPrompt === '' ? 0 : origin
  let chunk = ''
  let chunkStart = 0
  let length = 0
  let outcome: Outcome = 'open'
  /** Takes the text once the machine cannot. */
  let tail: Tail | null = null

  function openMachine({ program, plain }: PreparedView): Machine {
    return createMachine(program, { limits, arena, plain })
  }

  // A delta is cut out of the chunk: decoding it from the machine's array costs twice as much.
  function text(start: number, end: number): string {
    if (start >= chunkStart) return chunk.slice(start - chunkStart, end - chunkStart)
    if (end <= chunkStart) return machine.slice(start, end)
    return machine.slice(start, chunkStart) + chunk.slice(0, end - chunkStart)
  }

  const context: FoldContext = { ...options, plan: prepared.plan(), text }
  const eager = options.mode === 'eager'
  const guard = createGuard(sink, (channel) =>
    note(
      diagnose('undone', `the ${channel} already sent turned out to be something else`, {
        offset: Math.max(0, machine.committedEnd - origin),
      }),
    ),
  )
  /** What can never change: all there is in committed mode, the point to go back to in eager mode. */
  const safe = createFold(eager ? { ...context, note: () => {} } : context, eager ? deafSink : sink)
  const shown = eager ? createFold(context, guard, createDraft()) : safe
  /** What was safe when the two were last compared. */
  let agreed = sizeOf(safe.draft)

  function feed(added: string, marks?: readonly TokenMark[]): void {
    chunk = added
    chunkStart = length
    length += added.length
    // Fed even when it has failed, which costs only the text: what its failure says at the end must
    // not depend on how much of the text it had by then.
    machine.feed(added, marks)
    feedGrammar(added, marks)
    if (tail !== null) return tail.extend(length)
    safe.advance(machine.tape.records, 0, machine.committedLength, machine.committedEnd)
    if (eager) advanceShown(machine.shownLength, machine.shownEnd)
    if (safe.draft.stoppedAt >= 0) stopAtCalls()
    else if (machine.status === 'failure') stop()
  }

  function feedGrammar(added: string, marks?: readonly TokenMark[]): void {
    if (grammar === null || length <= printedFrom) return
    const cut = Math.max(0, printedFrom - (length - added.length))
    if (cut === 0) return grammar.feed(added, marks)
    const later = marks?.filter((mark) => mark.start >= cut)
    grammar.feed(
      added.slice(cut),
      later?.map((mark) => ({ ...mark, start: mark.start - cut })),
    )
  }

  function advanceShown(upTo: number, end: number): void {
    const { tape } = machine
    if (isRetracted(machine, shown, upTo, end)) goBack()
    shown.advance(tape.records, 0, upTo, end)
    tape.lowWater = tape.length
    agreed = sizeOf(safe.draft)
  }

  /** What is safe now may be more than what was shown: that is sent at once. */
  function goBack(): void {
    if (!eager) return
    restoreDraft(shown.draft, safe.draft, agreed)
    guard.catchUp(safe.draft, agreed)
    agreed = sizeOf(safe.draft)
  }

  /** The machine cannot read on: what is committed stays, the tail takes the rest. */
  function stop(): void {
    goBack()
    // Only asked where it can be so: the result's expectations cost a second parse.
    if (length > limit && isTextLimit(machine)) return cutAt(limit)
    outcome = 'unread'
    shown.breakReasoning()
    startTail(shown.breakCall('invalid', machine.committedEnd))
  }

  function stopAtCalls(): void {
    outcome = 'unread'
    goBack()
    const at = safe.draft.stoppedAt
    note(
      diagnose('call-limit', `the text holds more than ${options.maxCalls} tool calls`, {
        offset: at - origin,
      }),
    )
    startTail(at)
  }

  /** The text ends inside something: what was held is claimed, or the tail takes it. */
  function cutAt(end: number): void {
    outcome = 'cut'
    if (shown.openKind() === Kind.reasoning) {
      const start = shown.draft.starts.at(-1) ?? end
      note(
        diagnose('unclosed-reasoning', 'the text ends inside the reasoning', {
          offset: Math.max(0, start - origin),
        }),
      )
    }
    shown.claimRest(end)
    shown.breakReasoning()
    startTail(shown.breakCall('incomplete', end))
  }

  function startTail(from: number): void {
    tail = createTail(shown, from, { ...context, limit })
    tail.extend(length)
  }

  function finish(): void {
    if (tail === null) finishMachine()
    shown.endText()
    if (options.policies.blankContent === 'copy') copyReasoning(shown)
    if (outcome === 'unread' && safe.draft.stoppedAt < 0) noteBreak()
    if (outcome === 'read' && grammar !== null) noteGrammar(grammar)
    if (eager) guard.settle(shown.draft)
  }

  function finishMachine(): void {
    const base = safe.draft.read
    const { shownLength, shownEnd } = machine
    // The last run may take back what is not committed, and then fail.
    const held = machine.tape.records.slice(base, shownLength)
    if (options.policies.heldText === 'drop') shown.dropFrom(shownEnd)
    machine.tape.lowWater = machine.tape.length
    machine.finish()
    if (options.policies.brokenCall === 'drop' && machine.tape.lowWater < shownLength) {
      // A call that has no end was taken back: what is shown of it was no mistake.
      shown.advance(held, base, shownLength, shownEnd)
      return cutAt(length)
    }
    const result = machine.status === 'success' ? null : machine.result()
    if (result?.kind === 'failure' && result.code !== 'trailing-input') {
      if (result.code !== 'no-match') note(noteFailure(result.code, result, origin))
      shown.advance(held, base, shownLength, shownEnd)
      return cutAt(length)
    }
    safe.advance(machine.tape.records, 0, machine.tape.length, machine.position)
    if (eager) advanceShown(machine.tape.length, machine.position)
    if (safe.draft.stoppedAt >= 0) stopAtCalls()
    else if (result !== null) stop()
    else outcome = 'read'
  }

  function noteBreak(): void {
    machine.finish()
    const result = machine.result()
    if (result.kind !== 'failure') return
    const found = noteFailure(result.code, result, origin)
    // A text that merely goes on is read; only its end is not.
    note(result.code === 'trailing-input' ? { ...found, severity: 'warning' } : found)
  }

  function noteGrammar(check: GrammarCheck): void {
    const failure = check.finish()
    if (failure !== null) note(noteFailure('off-grammar', failure, origin - printedFrom))
  }

  return {
    feed,
    finish,
    fold: shown,
    get outcome() {
      return outcome
    },
    get lost() {
      return tail?.taken ?? false
    },
    get length() {
      return length
    },
    get steps() {
      return machine.steps + (grammar?.steps ?? 0)
    },
    slice: text,
  }
}

/** Whether the machine took back something that the fold has seen. */
function isRetracted(machine: Machine, fold: Fold, length: number, end: number): boolean {
  const { read, at } = fold.draft
  if (machine.tape.lowWater < read || length < read) return true
  const next = read < length ? (machine.tape.records[read + 1] ?? 0) : end
  return next < at
}

/** A text that ends without an answer has its reasoning for one. */
function copyReasoning({ draft, copyReasoning: copy }: Fold): void {
  if (draft.calls.length === 0 && textOf(draft, 'content').trim() === '') {
    copy(textOf(draft, 'reasoning'))
  }
}

function isTextLimit(machine: Machine): boolean {
  const result = machine.result()
  return result.kind === 'failure' && result.code === 'text-limit'
}
