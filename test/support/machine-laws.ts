import { expect } from 'vitest'
import { compileArena, type CompileOptions } from '../../src/machine/compile.ts'
import { createMachine } from '../../src/machine/machine.ts'
import type { Machine, MachineLimits } from '../../src/machine/machine-types.ts'
import type { Program } from '../../src/machine/program.ts'
import type { Arena } from '../../src/peg/arena.ts'
import { matchReference, TooMuchWork, type ReferenceResult } from './reference.ts'

/** What the laws compare: all that a machine says of itself, but for the steps it took. */
export interface Snapshot {
  readonly status: string
  readonly tape: readonly number[]
  readonly shownLength: number
  readonly shownEnd: number
  readonly committedLength: number
  readonly committedEnd: number
  readonly position: number
  readonly length: number
}

/** A way to compile an arena, and to start machines on it. */
export interface Subject {
  readonly arena: Arena
  readonly options: CompileOptions
  open(): Machine
}

/** Random arenas may backtrack a lot; what the laws test is not the limit of work. */
const generous = { maxSteps: 1_000_000 }

export function createSubject(
  arena: Arena,
  options: CompileOptions = {},
  limits: Partial<MachineLimits> = {},
): Subject {
  const program = compileArena(arena, options)
  const plain = (): Program => compileArena(arena, { ...options, plain: true })
  const open = (): Machine =>
    createMachine(program, { limits: { ...generous, ...limits }, arena, plain })
  return { arena, options, open }
}

export function snapshotOf(machine: Machine): Snapshot {
  return {
    status: machine.status,
    tape: [...machine.tape.records.subarray(0, machine.tape.length)],
    shownLength: machine.shownLength,
    shownEnd: machine.shownEnd,
    committedLength: machine.committedLength,
    committedEnd: machine.committedEnd,
    position: machine.position,
    length: machine.length,
  }
}

/** What a machine comes to that is fed the text at once. */
export function reparse(subject: Subject, text: string, final: boolean): Snapshot {
  const machine = subject.open()
  machine.feed(text)
  if (final) machine.finish()
  return snapshotOf(machine)
}

/** The snapshots of all prefixes before the end is known, by their length; the last one is final. */
export function reparsePrefixes(subject: Subject, text: string): Snapshot[] {
  const prefixes = Array.from({ length: text.length + 1 }, (_, i) => text.slice(0, i))
  return [...prefixes.map((p) => reparse(subject, p, false)), reparse(subject, text, true)]
}

/** Says how two values differ. Compared as text first: millions of comparisons are equal. */
function same(found: unknown, wanted: unknown, what: string): void {
  if (JSON.stringify(found) !== JSON.stringify(wanted)) expect(found, what).toEqual(wanted)
}

function atMost(small: number, large: number, what: string): void {
  if (small > large) expect.fail(`${what}: ${small} > ${large}`)
}

/** Law: `resume` ≡ `reparse`, after every chunk and at the end. */
export function checkResume(
  subject: Subject,
  chunks: readonly string[],
  prefixes: readonly Snapshot[],
): void {
  const machine = subject.open()
  let fed = 0
  for (const chunk of chunks) {
    machine.feed(chunk)
    fed += chunk.length
    same(snapshotOf(machine), prefixes[fed], `after ${fed} units`)
  }
  machine.finish()
  same(snapshotOf(machine), prefixes[prefixes.length - 1], 'at the end')
}

/** Law 2: no prefix of an accepted text fails. */
export function checkPrefixes(prefixes: readonly Snapshot[]): void {
  if (prefixes[prefixes.length - 1]?.status !== 'success') return
  for (const [length, { status }] of prefixes.entries()) {
    if (status === 'failure') expect.fail(`${length} units of an accepted text fail`)
  }
}

/**
 * The committed part is shown, grows at its end only and is never undone; a reader that keeps a
 * copy of the tape and cuts it to the low-water mark has the tape.
 */
export function checkCommitted(subject: Subject, chunks: readonly string[]): void {
  const machine = subject.open()
  const copy: number[] = []
  let committed: readonly number[] = []
  let committedEnd = 0
  for (const chunk of [...chunks, null]) {
    if (chunk === null) machine.finish()
    else machine.feed(chunk)
    const now = snapshotOf(machine)
    atMost(now.committedLength, now.shownLength, 'committed ≤ shown')
    atMost(now.shownLength, now.tape.length, 'shown ≤ tape')
    atMost(now.committedEnd, now.shownEnd, 'committed end ≤ shown end')
    atMost(committedEnd, now.committedEnd, 'the committed end never goes back')
    atMost(committed.length, now.committedLength, 'the committed length never goes back')
    same(now.tape.slice(0, committed.length), committed, 'committed records stand')
    committed = now.tape.slice(0, now.committedLength)
    committedEnd = now.committedEnd

    copy.length = Math.min(copy.length, machine.tape.lowWater)
    copy.push(...now.tape.slice(copy.length))
    same(copy, now.tape, "a reader's copy is the tape")
    machine.tape.lowWater = machine.tape.length
  }
}

/** A trial says what `finish` would come to, and changes nothing. */
export function checkTrial(subject: Subject, chunks: readonly string[]): void {
  const machine = subject.open()
  let text = ''
  for (const chunk of chunks) {
    machine.feed(chunk)
    text += chunk
    const before = { ...snapshotOf(machine), steps: machine.steps, low: machine.tape.lowWater }
    const fresh = subject.open()
    fresh.feed(text)
    fresh.finish()
    same(machine.trial(), fresh.result(), `trial after ${text.length} units`)
    const after = { ...snapshotOf(machine), steps: machine.steps, low: machine.tape.lowWater }
    same(after, before, 'a trial changes nothing')
  }
}

/** A limit stops a parse at the same place, and with the same tape, however the text is cut. */
export function checkLimits(subject: Subject, text: string, chunks: readonly string[]): void {
  const whole = subject.open()
  whole.feed(text)
  const cut = subject.open()
  for (const chunk of ['', ...chunks]) cut.feed(chunk)
  same([cut.result(), snapshotOf(cut)], [whole.result(), snapshotOf(whole)], 'before the end')
  whole.finish()
  cut.finish()
  same([cut.result(), snapshotOf(cut)], [whole.result(), snapshotOf(whole)], 'at the end')
}

/**
 * The machine comes to what the reference comes to. Dispatch may decide earlier or later than the
 * plain reading and show less, so an optimised program is held to the kind where both are decided,
 * to the tape of a success, and to the final result.
 */
export function checkReference(
  { arena, options }: Subject,
  text: string,
  prefixes: readonly Snapshot[],
): void {
  for (const [i, found] of prefixes.entries()) {
    const final = i === prefixes.length - 1
    const wanted = matchReference(arena, text.slice(0, i), { ...options, final })
    const place = final ? 'at the end' : `after ${i} units`
    const decided = found.status !== 'needMoreInput' && wanted.kind !== 'needMoreInput'
    if (!final && options.plain !== true && !decided) continue
    same(comparable(found, wanted), wanted, `${place}: machine ≡ reference`)
  }
}

/** What a snapshot says in the reference's words; text that does not match has no tape. */
function comparable(found: Snapshot, { code }: ReferenceResult): unknown {
  const shown = { end: found.shownEnd, tape: found.tape.slice(0, found.shownLength) }
  if (found.status !== 'failure') return { kind: found.status, ...shown }
  return code === 'no-match'
    ? { kind: 'failure', code, end: 0, tape: [] }
    : { kind: 'failure', code, ...shown }
}

/** Whether the reference can decide the text within its budget. */
export function isTractable(arena: Arena, text: string, options: CompileOptions): boolean {
  try {
    matchReference(arena, text, { ...options, final: true })
    return true
  } catch (error) {
    if (error instanceof TooMuchWork) return false
    throw error
  }
}
