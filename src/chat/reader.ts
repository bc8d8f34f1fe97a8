import { diagnose, type Diagnostic } from '../diagnostics/diagnostic.ts'
import type { TokenMark } from '../machine/machine-types.ts'
import { coverageSince, coverageSpans } from './coverage.ts'
import type { Delta } from './delta.ts'
import { diffMessages, type Conflict } from './diff.ts'
import { snapshotSegments, textOf } from './draft.ts'
import { readText } from './growing-text.ts'
import type { CoverageSpan, FinishReason, Message } from './message.ts'
import { createNotes } from './notes.ts'
import { createOutbox, deafSink } from './outbox.ts'
import type { Prepared } from './prepare.ts'
import { createReading, type Outcome, type Reading, type ReadingOptions } from './reading.ts'

/** Options of a reader. */
export type ReaderOptions = Omit<ReadingOptions, 'note' | 'sink'>

/** Reads text to a message and its deltas. */
export interface Reader {
  feed(text: string, marks?: readonly TokenMark[]): void
  finish(): void
  note(diagnostic: Diagnostic): void
  /** Adds the last delta. */
  end(reason: FinishReason): void
  /** The deltas since they were last taken. */
  take(): Delta[]
  message(): Message
  /** What became of the text from an offset on, as far as it is known. */
  coverageSince(offset: number): readonly CoverageSpan[]
  /** The text from the first call on. */
  rest(): string
  readonly outcome: Outcome
  readonly lost: boolean
  readonly length: number
  readonly steps: number
}

/** Text as it was fed. */
interface Piece {
  readonly text: string
  readonly marks: readonly TokenMark[] | undefined
}

/** A reader that goes on where it stopped: each chunk costs what is new. */
export function createResumingReader(prepared: Prepared, options: ReaderOptions): Reader {
  const outbox = createOutbox()
  const notes = createNotes()
  const note = (diagnostic: Diagnostic): void => {
    message = null
    if (notes.add(diagnostic)) outbox.note(diagnostic)
  }
  const reading = createReading(prepared, { ...options, note, sink: outbox })
  let reason: FinishReason | null = null
  let message: Message | null = null

  return {
    feed(text, marks) {
      message = null
      reading.feed(text, marks)
    },
    finish() {
      message = null
      reading.finish()
    },
    note,
    end(given) {
      message = null
      reason = given
      outbox.finish(given)
    },
    take: outbox.take,
    message: () => (message ??= snapshot(reading, notes.list(), reason, options.origin)),
    coverageSince: (offset) => coverageSince(reading.fold.draft.coverage, offset),
    rest: () => restOf(reading),
    get outcome() {
      return reading.outcome
    },
    get lost() {
      return reading.lost
    },
    get length() {
      return reading.length
    },
    get steps() {
      return reading.steps
    },
  }
}

/**
 * The plain reference: reads the whole text anew at every chunk and compares the messages. Quadratic;
 * what it reads is what the resuming reader must read.
 */
export function createReparsingReader(prepared: Prepared, options: ReaderOptions): Reader {
  const pieces: Piece[] = []
  const own: Diagnostic[] = []
  const stopped = new Set<string>()
  let reason: FinishReason | null = null
  let finished = false
  let steps = 0
  let sent: Message | null = null
  let reading = read()
  let message = latest()

  function read(): { reading: Reading; notes: Diagnostic[] } {
    const notes = createNotes()
    const note = (d: Diagnostic): void => void notes.add(d)
    own.forEach(note)
    const fresh = createReading(prepared, { ...options, note, sink: deafSink })
    for (const { text, marks } of joined(pieces)) fresh.feed(text, marks)
    if (finished) fresh.finish()
    steps += fresh.steps
    return { reading: fresh, notes: notes.list() }
  }

  function latest(): Message {
    return snapshot(reading.reading, reading.notes, reason, options.origin)
  }

  function again(): void {
    reading = read()
    message = latest()
  }

  function noteConflict(conflict: Conflict): void {
    const channel = conflict.path[0] === 'toolCalls' ? 'calls' : String(conflict.path[0])
    if (stopped.has(channel)) return
    stopped.add(channel)
    own.push(diagnose('undone', `the ${channel} already sent turned out to be something else`))
  }

  return {
    feed(text, marks) {
      pieces.push({ text, marks })
      again()
    },
    finish() {
      finished = true
      again()
    },
    note(diagnostic) {
      own.push(diagnostic)
      again()
    },
    end(given) {
      reason = given
      message = latest()
    },
    take() {
      const first = diffMessages(sent ?? {}, message)
      first.conflicts.forEach(noteConflict)
      if (first.conflicts.length > 0) again()
      const { deltas } = first.conflicts.length > 0 ? diffMessages(sent ?? {}, message) : first
      sent = message
      return deltas.filter((delta) => !stopped.has(channelOf(delta)))
    },
    message: () => message,
    coverageSince: (offset) => coverageSince(reading.reading.fold.draft.coverage, offset),
    rest: () => restOf(reading.reading),
    get outcome() {
      return reading.reading.outcome
    },
    get lost() {
      return reading.reading.lost
    },
    get length() {
      return reading.reading.length
    },
    get steps() {
      return steps
    },
  }
}

function restOf(reading: Reading): string {
  const [first] = reading.fold.draft.calls
  return first === undefined ? '' : reading.slice(first.start, reading.length)
}

function channelOf({ kind }: Delta): string {
  return kind === 'call' || kind === 'call-end' ? 'calls' : kind
}

/** All text at once, with the marks where they stand in it. */
function joined(pieces: readonly Piece[]): Piece[] {
  let text = ''
  let marks: TokenMark[] | undefined
  for (const piece of pieces) {
    for (const mark of piece.marks ?? []) {
      marks ??= []
      marks.push({ ...mark, start: mark.start + text.length })
    }
    if (piece.marks !== undefined) marks ??= []
    text += piece.text
  }
  return text === '' ? [] : [{ text, marks }]
}

function snapshot(
  reading: Reading,
  diagnostics: Diagnostic[],
  finishReason: FinishReason | null,
  origin: number,
): Message {
  const { draft } = reading.fold
  const length = Math.max(0, reading.length - origin)
  return {
    role: 'assistant',
    content: textOf(draft, 'content'),
    reasoning: textOf(draft, 'reasoning'),
    toolCalls: draft.calls.map(({ id, name, arguments: args, state }, index) => ({
      index,
      id,
      type: 'function',
      name,
      arguments: readText(args),
      state,
    })),
    finishReason,
    segments: snapshotSegments(draft),
    diagnostics,
    coverage: coverageSpans(draft.coverage, length, (start, end) =>
      reading.slice(start + origin, end + origin),
    ),
  }
}
