import type { TokenMark } from '../machine/machine-types.ts'

/** Finds where the marker tokens of a stream stand in its text. */
export interface TokenFinder {
  /**
   * Finds the markers of a chunk. A marker whose text has not come, or only in part, is looked for in
   * the next chunk: text from `end` on must be given again, in front of that chunk's.
   */
  find(text: string, ids: readonly number[]): { readonly marks: TokenMark[]; readonly end: number }
  /** Every place where a marker's text stands: for a prompt, whose markers are always tokens. */
  findAll(text: string): TokenMark[]
}

/** Makes a finder for markers, given as their ids by their text. */
export function createTokenFinder(tokens: Readonly<Record<string, number>>): TokenFinder {
  const texts = new Map<number, string>()
  for (const [text, id] of Object.entries(tokens)) if (text !== '') texts.set(id, text)
  const byLength = [...texts.values()].toSorted((a, b) => b.length - a.length)
  /** Markers whose ids came, and whose text is still to come. */
  let late: string[] = []

  return {
    find(text, ids) {
      const wanted = [
        ...late.map((marker): Item => ({ marker, late: true })),
        ...ids.map((id): Item => ({ marker: texts.get(id), late: false })),
      ]
      const found = findMarks(text, wanted)
      late = found.late
      return { marks: found.marks, end: text.length - heldBack(text, found) }
    },
    findAll: (text) => findEverywhere(text, byLength),
  }
}

/** A token: a marker, or an ordinary one. */
interface Item {
  readonly marker: string | undefined
  /** Its id came with an earlier chunk. */
  readonly late: boolean
}

interface Found {
  readonly marks: TokenMark[]
  /** The markers that come behind all that were found. */
  readonly late: string[]
}

/** The length of the end of the text that may begin the first marker still to come. */
function heldBack(text: string, { marks, late }: Found): number {
  const [marker] = late
  const last = marks.at(-1)
  const from = last === undefined ? 0 : last.start + last.text.length
  if (marker === undefined) return 0
  for (let length = Math.min(marker.length - 1, text.length - from); length > 0; length--) {
    if (text.endsWith(marker.slice(0, length))) return length
  }
  return 0
}

/**
 * The same text may stand in a chunk twice, once as ordinary tokens. Markers without an ordinary
 * token between them and the chunk's edge, or the marker before, stand there; of the others the first
 * place is taken that leaves each ordinary token a character. A caller that feeds single tokens leaves
 * no doubt. A marker that is not found though a later one is has no text: it leaves no mark.
 */
function findMarks(text: string, items: readonly Item[]): Found {
  const behind = fromTheEnd(text, items)
  const inside = text.slice(0, behind.start)
  const marks: TokenMark[] = []
  let late: string[] = []
  let cursor = 0
  let ordinary = 0
  for (const item of items.slice(0, items.length - behind.marks.length)) {
    const { marker } = item
    if (marker === undefined) {
      ordinary++
      continue
    }
    const at = item.late
      ? inside.indexOf(marker, cursor)
      : placeOf(marker, inside, cursor, ordinary)
    if (at < 0) {
      late.push(marker)
      continue
    }
    late = []
    marks.push({ start: at, text: marker })
    cursor = at + marker.length
    ordinary = 0
  }
  return { marks: [...marks, ...behind.marks], late: behind.marks.length > 0 ? [] : late }
}

function placeOf(marker: string, text: string, cursor: number, ordinary: number): number {
  if (ordinary === 0) return text.startsWith(marker, cursor) ? cursor : -1
  const likely = text.indexOf(marker, cursor + ordinary)
  // A character may take several tokens.
  return likely >= 0 ? likely : text.indexOf(marker, cursor + 1)
}

/** The markers that the chunk ends with. */
function fromTheEnd(text: string, items: readonly Item[]): { start: number; marks: TokenMark[] } {
  const marks: TokenMark[] = []
  let start = text.length
  for (const { marker } of items.toReversed()) {
    if (marker === undefined || !text.slice(0, start).endsWith(marker)) break
    start -= marker.length
    marks.unshift({ start, text: marker })
  }
  return { start, marks }
}

function findEverywhere(text: string, byLength: readonly string[]): TokenMark[] {
  const marks: TokenMark[] = []
  for (let at = 0; at < text.length; at++) {
    const marker = byLength.find((candidate) => text.startsWith(candidate, at))
    if (marker === undefined) continue
    marks.push({ start: at, text: marker })
    at += marker.length - 1
  }
  return marks
}
