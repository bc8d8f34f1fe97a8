import type { Chunk } from '../../chat/chat-types.ts'
import type { ReplayCase } from './replay-case.ts'

/** One way of feeding a text. */
export interface Reading {
  /** As a report names it: `cut at 17`, `in chunks of 3`. */
  readonly name: string
  readonly chunks: readonly Chunk[]
}

/** Longer texts are not cut at every place, as that is quadratic, but at this many. */
export const MaxCuts = 5000

/**
 * The ways of streaming a case: in one piece, as it was given, by every cut in two, in chunks of 1
 * to 8. Texts are cut between UTF-16 code units, bytes between bytes, and texts with token ids
 * between the given entries.
 */
export function* readingsOf(replayCase: ReplayCase): Generator<Reading> {
  const { pieces } = replayCase
  if (replayCase.asGiven) yield { name: 'as given', chunks: pieces }
  const units = unitsOf(replayCase)
  const joined = units.slice(0, units.length)
  if (joined !== undefined) yield { name: 'in one piece', chunks: [joined] }
  for (const at of cutsOf(units.length)) {
    const [head, tail] = [units.slice(0, at), units.slice(at, units.length)]
    if (head !== undefined && tail !== undefined) {
      yield { name: `cut at ${at}`, chunks: [head, tail] }
    }
  }
  for (let size = 1; size <= 8 && size < units.length; size++) {
    const chunks = chunksOf(units, size)
    if (chunks !== undefined) yield { name: `in chunks of ${size}`, chunks }
  }
}

/** The whole text as one chunk; `undefined` where token ids cannot be joined. */
export function joinedChunk(replayCase: ReplayCase): Chunk | undefined {
  const units = unitsOf(replayCase)
  return units.slice(0, units.length)
}

/** What can be cut, and how a stretch of it is fed. */
interface Units {
  readonly length: number
  slice(start: number, end: number): Chunk | undefined
}

function unitsOf({ pieces, session }: ReplayCase): Units {
  const [first] = pieces
  if (first instanceof Uint8Array) {
    return { length: first.length, slice: (start, end) => first.subarray(start, end) }
  }
  if (typeof first === 'object') {
    const markers = Object.entries(session.tokens ?? {})
    const entries = pieces.filter((piece): piece is TokenChunk => isTokenChunk(piece))
    return {
      length: entries.length,
      slice: (start, end) => joinTokens(entries.slice(start, end), markers),
    }
  }
  const text = pieces.join('')
  return { length: text.length, slice: (start, end) => text.slice(start, end) }
}

type TokenChunk = Extract<Chunk, { readonly ids: readonly number[] }>

function isTokenChunk(chunk: Chunk): chunk is TokenChunk {
  return typeof chunk === 'object' && 'ids' in chunk
}

// Joined entries no longer tell which id wrote which text. Where a marker's text stands more often
// than its id, the two readings differ, so such entries stay apart.
function joinTokens(
  entries: readonly TokenChunk[],
  markers: readonly (readonly [string, number])[],
): TokenChunk | undefined {
  if (entries.length === 1) return entries[0]
  const text = entries.map((entry) => entry.text).join('')
  const ids = entries.flatMap((entry) => entry.ids)
  const clear = markers.every(
    ([marker, id]) => text.split(marker).length - 1 === ids.filter((i) => i === id).length,
  )
  return clear ? { text, ids } : undefined
}

function* cutsOf(length: number): Generator<number> {
  const step = Math.max(1, length / MaxCuts)
  for (let at = 1; at < length; at += step) yield Math.floor(at)
}

function chunksOf(units: Units, size: number): Chunk[] | undefined {
  const chunks: Chunk[] = []
  for (let at = 0; at < units.length; at += size) {
    const chunk = units.slice(at, Math.min(at + size, units.length))
    if (chunk === undefined) return undefined
    chunks.push(chunk)
  }
  return chunks
}
