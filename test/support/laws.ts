import {
  createAccumulator,
  type Chat,
  type Chunk,
  type Delta,
  type Message,
} from '../../src/chat/index.ts'
import type { SessionOptions } from '../../src/chat/chat-types.ts'
import { createRandom } from './random-texts.ts'

/** What to check, and how. */
export interface LawOptions {
  /** Options of every session; ids are seeded so that they can be compared. */
  readonly session?: SessionOptions
  /** The text is what the format's grammar writes: eager and committed must send the same at once. */
  readonly wellFormed?: boolean
  /**
   * Laws 3 and 4 do not hold for every arena; by default they are checked. `false` for arenas that
   * are not linear.
   */
  readonly linear?: boolean
  /** Compares with the plain reparse after every chunk; quadratic. True by default. */
  readonly reparse?: boolean
  /** The most positions at which a text is cut in two; all by default up to 300 characters. */
  readonly cuts?: number
  /** Seeds the random cuts. */
  readonly seed?: number
  /** Only these chunkings; for texts that cannot be cut anywhere, as those with token ids. */
  readonly chunkings?: readonly (readonly Chunk[])[]
}

/** A broken law. */
export class LawError extends Error {
  readonly law: string

  constructor(law: string, detail: string) {
    super(`${law}: ${detail}`)
    this.name = 'LawError'
    this.law = law
  }
}

/**
 * Checks the laws of a stream on one text: read whole, cut in two everywhere, in chunks of 1 to 8 and
 * at random, resumed and read anew, committed and eager.
 *
 * @throws {LawError} for the first law that is broken
 */
export function checkLaws(chat: Chat, text: string, options: LawOptions = {}): Message {
  const session: SessionOptions = { seed: 1, ...options.session }
  const whole = read(chat, [text], session)
  checkCoverage(whole.message, text, 'whole')
  const chunkings = options.chunkings ?? chunkingsOf(text, options)
  for (const chunks of chunkings) checkChunks(chat, chunks, whole.message, session, options)
  const singly = options.chunkings?.[0] ?? [...splitUnits(text, 1)]
  checkGrowth(chat, singly, session, options)
  if (options.reparse !== false) {
    const pieces = text.length > 200 ? splitUnits(text, Math.ceil(text.length / 60)) : singly
    checkReparse(chat, pieces, session)
    checkReparse(chat, pieces, { ...session, mode: 'eager' })
  }
  checkEager(chat, singly, whole.message, session, options)
  return whole.message
}

/** A text in chunks of a size. */
export function splitUnits(text: string, size: number): string[] {
  const out: string[] = []
  for (let at = 0; at < text.length; at += size) out.push(text.slice(at, at + size))
  return out
}

interface Read {
  readonly message: Message
  readonly deltas: Delta[]
}

function read(chat: Chat, chunks: readonly Chunk[], session: SessionOptions): Read {
  const open = chat.open(session)
  const deltas = chunks.flatMap((chunk) => open.feed(chunk))
  deltas.push(...open.finish())
  return { message: open.message, deltas }
}

function chunkingsOf(text: string, { cuts = 300, seed = 1 }: LawOptions): string[][] {
  const out: string[][] = []
  const step = Math.max(1, Math.ceil(text.length / cuts))
  for (let at = 1; at < text.length; at += step) out.push([text.slice(0, at), text.slice(at)])
  for (let size = 1; size <= 8; size++) out.push(splitUnits(text, size))
  const random = createRandom(seed)
  for (let i = 0; i < 4; i++) {
    const chunks: string[] = []
    for (let at = 0; at < text.length;) {
      const size = random(12)
      chunks.push(text.slice(at, at + size))
      at += size
    }
    out.push(chunks)
  }
  return out
}

function checkChunks(
  chat: Chat,
  chunks: readonly Chunk[],
  expected: Message,
  session: SessionOptions,
  { linear = true }: LawOptions,
): void {
  const { message, deltas } = read(chat, chunks, session)
  same('law 1, the final message does not depend on the cuts', message, expected, chunks)
  checkIdentityFirst(deltas, chunks)
  const accumulator = createAccumulator()
  for (const delta of deltas) accumulator.add(delta)
  // Deltas do not say where their text stood.
  const { coverage: _, ...summed } = accumulator.message
  const { coverage: __, ...whole } = message
  same('law 5, the deltas add up to the message', summed, whole, chunks)
  if (linear && deltas.some((d) => d.kind === 'note' && d.diagnostic.code === 'undone')) {
    throw new LawError('law 3', `something was undone, with ${JSON.stringify(chunks)}`)
  }
}

function checkIdentityFirst(deltas: readonly Delta[], chunks: readonly Chunk[]): void {
  const known = new Set<number>()
  const ended = new Set<number>()
  for (const delta of deltas) {
    if (delta.kind === 'call-end') ended.add(delta.index)
    if (delta.kind !== 'call') continue
    const first = !known.has(delta.index)
    const identified = delta.id !== undefined && delta.name !== undefined && delta.id !== ''
    if (first !== identified || ended.has(delta.index)) {
      throw new LawError(
        'law 5, a call has its identity first',
        `${JSON.stringify(delta)} with ${JSON.stringify(chunks)}`,
      )
    }
    known.add(delta.index)
  }
  const last = deltas.at(-1)
  if (last?.kind !== 'finish' || ended.size !== known.size) {
    throw new LawError('law 5, everything ends', JSON.stringify(deltas.slice(-3)))
  }
}

/** Laws 3, 4 and 7, after every chunk. */
function checkGrowth(
  chat: Chat,
  chunks: readonly Chunk[],
  session: SessionOptions,
  { linear = true }: LawOptions,
): void {
  const open = chat.open(session)
  let before: Message | null = null
  let steps = 0
  for (const chunk of chunks) {
    const start = open.stats.length
    open.feed(chunk)
    const { message, stats } = open
    checkSpans(message, stats.length, chunks)
    if (before !== null) checkGrows(before, message, chunks)
    const spent = stats.steps - steps
    if (linear && spent > 2 * (64 * (stats.length - start) + 2000)) {
      throw new LawError(
        'law 7, a chunk costs what is new',
        `${spent} steps for ${JSON.stringify(chunk)}`,
      )
    }
    steps = stats.steps
    before = message
  }
  open.finish()
  if (before !== null) checkGrows(before, open.message, chunks)
}

function checkGrows(before: Message, after: Message, chunks: readonly Chunk[]): void {
  const grows = (a: string, b: string): boolean => b.startsWith(a)
  const fine =
    grows(before.content, after.content) &&
    grows(before.reasoning, after.reasoning) &&
    before.toolCalls.every((call, i) => {
      const next = after.toolCalls[i]
      const ended = call.state !== 'streaming'
      return (
        next !== undefined &&
        next.id === call.id &&
        next.name === call.name &&
        grows(call.arguments, next.arguments) &&
        (!ended || (next.state === call.state && next.arguments === call.arguments))
      )
    })
  if (!fine) {
    throw new LawError(
      'law 3, text only grows at its end',
      `${JSON.stringify(before)} then ${JSON.stringify(after)} with ${JSON.stringify(chunks)}`,
    )
  }
}

function checkCoverage(message: Message, text: string, how: string): void {
  const wellFormed = text.replace(
    /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g,
    '\ufffd',
  )
  checkSpans(message, wellFormed.length, [how])
  if (message.coverage.some(({ kind }) => kind === 'pending')) {
    throw new LawError('coverage', `something is pending after the end: ${JSON.stringify(message)}`)
  }
  for (const kind of ['content', 'reasoning'] as const) {
    const covered = message.coverage
      .filter((span) => span.kind === kind)
      .map(({ start, end }) => wellFormed.slice(start, end))
      .join('')
    // A prompt's text may count as content; it stands before the model's.
    if (!message[kind].endsWith(covered)) {
      throw new LawError(
        'law 4, what is sent is the text that is covered as such',
        `${kind} ${JSON.stringify(message[kind])}, covered ${JSON.stringify(covered)}`,
      )
    }
  }
}

function checkSpans({ coverage }: Message, length: number, chunks: readonly Chunk[]): void {
  let end = 0
  coverage.forEach((span, i) => {
    if (span.start !== end || span.end <= span.start || coverage[i - 1]?.kind === span.kind) {
      throw new LawError(
        'coverage',
        `a gap: ${JSON.stringify(coverage)} with ${JSON.stringify(chunks)}`,
      )
    }
    end = span.end
  })
  if (end !== length) {
    throw new LawError('coverage', `ends at ${end} of ${length} with ${JSON.stringify(chunks)}`)
  }
}

/** What a chunk added, whatever the order of its deltas. */
function gathered(deltas: readonly Delta[]): unknown {
  const out = {
    content: '',
    reasoning: '',
    calls: {} as Record<number, { id?: string; name?: string; arguments: string; end?: string }>,
    notes: [] as string[],
    finish: '',
  }
  for (const delta of deltas) {
    if (delta.kind === 'content' || delta.kind === 'reasoning') out[delta.kind] += delta.text
    else if (delta.kind === 'call') {
      const call = (out.calls[delta.index] ??= { arguments: '' })
      if (delta.id !== undefined) call.id = delta.id
      if (delta.name !== undefined) call.name = delta.name
      call.arguments += delta.arguments
    } else if (delta.kind === 'call-end') {
      const call = (out.calls[delta.index] ??= { arguments: '' })
      call.end = delta.state
    } else if (delta.kind === 'note') {
      // Where something was undone depends on how it is found out.
      if (delta.diagnostic.code !== 'undone') out.notes.push(JSON.stringify(delta.diagnostic))
    } else out.finish = delta.reason
  }
  out.notes = out.notes.toSorted()
  return out
}

function checkReparse(chat: Chat, chunks: readonly Chunk[], session: SessionOptions): void {
  const resumed = chat.open(session)
  const anew = chat.open({ ...session, reparse: true })
  // Once something was undone, what is still sent depends on the way it is sent.
  let undone = false
  const compare = (a: Delta[], b: Delta[], at: string): void => {
    undone ||= [...a, ...b].some((d) => d.kind === 'note' && d.diagnostic.code === 'undone')
    const [one, other] = [resumed.message, anew.message]
    const where = [at, ...chunks]
    // What was noted of something that was taken back stays noted.
    const strip = session.mode === 'eager' ? withoutNotes : (message: Message) => message
    same('resume equals reparse, the message', strip(one), strip(other), where)
    if (!undone && session.mode !== 'eager') {
      same('resume equals reparse, the deltas', gathered(a), gathered(b), where)
    }
  }
  chunks.forEach((chunk, i) => compare(resumed.feed(chunk), anew.feed(chunk), `after chunk ${i}`))
  compare(resumed.finish(), anew.finish(), 'at the end')
}

function withoutNotes(message: Message): Message {
  return { ...message, diagnostics: [] }
}

function checkEager(
  chat: Chat,
  chunks: readonly Chunk[],
  expected: Message,
  session: SessionOptions,
  { wellFormed = false }: LawOptions,
): void {
  const committed = chat.open(session)
  const eager = chat.open({ ...session, mode: 'eager' })
  const summed = createAccumulator()
  chunks.forEach((chunk, i) => {
    const a = committed.feed(chunk)
    const b = eager.feed(chunk)
    b.forEach((delta) => summed.add(delta))
    if (wellFormed)
      same('committed sends what eager sends', gathered(a), gathered(b), [`chunk ${i}`, ...chunks])
  })
  eager.finish().forEach((delta) => summed.add(delta))
  const undone = eager.message.diagnostics.some(({ code }) => code === 'undone')
  if (!undone) {
    const { coverage: _, ...whole } = eager.message
    const { coverage: __, ...sum } = summed.message
    same(
      'law 5, also of what is sent eagerly',
      { ...sum, segments: [] },
      { ...whole, segments: [] },
      chunks,
    )
  }
  const notes = wellFormed ? (message: Message) => message : withoutNotes
  same('eager comes to the same message', notes(eager.message), notes(expected), chunks)
}

function same(law: string, found: unknown, expected: unknown, chunks: readonly Chunk[]): void {
  const [a, b] = [stable(found), stable(expected)]
  if (a === b) return
  throw new LawError(
    law,
    `\n  found    ${a}\n  expected ${b}\n  chunks   ${JSON.stringify(chunks).slice(0, 1500)}`,
  )
}

/** JSON with the keys in order. */
function stable(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}
