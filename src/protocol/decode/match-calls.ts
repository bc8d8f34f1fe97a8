import { isWhole, type UpstreamCall } from './calls.ts'

/** One piece of a call as OpenAI's chunks have it, as far as the server filled it in. */
export interface CallPiece {
  readonly index: number | undefined
  readonly id: string
  readonly name: string
  readonly arguments: string
}

/**
 * Says to which call a piece belongs; `null` for a new one. Servers leave out the index, give every
 * call index 0, repeat id and name in all pieces, or give all calls one id.
 */
export interface CallMatcher {
  find(piece: CallPiece): UpstreamCall | null
  add(piece: CallPiece, call: UpstreamCall): void
  /** Pieces of a new chunk come: those of one chunk that have no index are different calls. */
  nextChunk(): void
}

/** Makes the matcher of one response. */
export function createCallMatcher(): CallMatcher {
  /** The latest call at each index, and that of each id. */
  const byIndex = new Map<number, UpstreamCall>()
  const byId = new Map<string, UpstreamCall>()
  const indexOf = new Map<UpstreamCall, number>()
  let last: UpstreamCall | null = null
  let touched = new Set<UpstreamCall>()

  function candidate({ index, id, name }: CallPiece): UpstreamCall | null {
    const known = id === '' ? undefined : byId.get(id)
    if (known !== undefined) {
      const elsewhere = index !== undefined && indexOf.get(known) !== index
      // One id for all calls: only the index tells them apart.
      if (!elsewhere) return known
      return byIndex.get(index) ?? (name === '' ? known : null)
    }
    const place = index === undefined ? last : (byIndex.get(index) ?? null)
    // A new id where a call with another one stands begins a call.
    return place !== null && id !== '' && place.id !== '' ? null : place
  }

  function isAnother(call: UpstreamCall, piece: CallPiece): boolean {
    const named = piece.name !== '' && call.name !== ''
    if (!named) return false
    if (piece.name !== call.name) return true
    // The same name once more: repeated, unless the call is whole and a new value begins.
    if (piece.index === undefined && piece.id === '' && touched.has(call)) return true
    return isWhole(call) && piece.arguments.trim() !== ''
  }

  return {
    find(piece) {
      const found = candidate(piece)
      const call = found === null || isAnother(found, piece) ? null : found
      if (call !== null) touch(call, piece)
      return call
    },
    add(piece, call) {
      touch(call, piece)
    },
    nextChunk() {
      touched = new Set()
    },
  }

  function touch(call: UpstreamCall, { index, id }: CallPiece): void {
    last = call
    touched.add(call)
    if (id !== '' && !byId.has(id)) byId.set(id, call)
    if (index === undefined) return
    byIndex.set(index, call)
    if (!indexOf.has(call)) indexOf.set(call, index)
  }
}
