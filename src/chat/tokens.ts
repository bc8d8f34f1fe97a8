import type { TokenMark } from '../machine/machine-types.ts'

/** Finds where the marker tokens of a chunk stand in its text. */
export interface TokenFinder {
  find(text: string, ids: readonly number[]): TokenMark[]
  /** Every place where a marker's text stands: for a prompt, whose markers are always tokens. */
  findAll(text: string): TokenMark[]
}

/** Makes a finder for markers, given as their ids by their text. */
export function createTokenFinder(tokens: Readonly<Record<string, number>>): TokenFinder {
  const texts = new Map<number, string>()
  for (const [text, id] of Object.entries(tokens)) if (text !== '') texts.set(id, text)
  const byLength = [...texts.values()].toSorted((a, b) => b.length - a.length)
  return {
    find: (text, ids) => findMarks(text, ids, texts),
    findAll: (text) => findEverywhere(text, byLength),
  }
}

/**
 * The same text may stand in a chunk twice, once as ordinary tokens. Markers without an ordinary
 * token between them and the chunk's edge, or the marker before, stand there; of the others the first
 * place is taken that leaves each ordinary token a character. A caller that feeds single tokens leaves
 * no doubt.
 */
function findMarks(
  text: string,
  ids: readonly number[],
  texts: ReadonlyMap<number, string>,
): TokenMark[] {
  const behind = fromTheEnd(text, ids, texts)
  const inside = text.slice(0, behind.start)
  const marks: TokenMark[] = []
  let cursor = 0
  let ordinary = 0
  for (const id of ids.slice(0, ids.length - behind.marks.length)) {
    const marker = texts.get(id)
    if (marker === undefined) {
      ordinary++
      continue
    }
    const at = placeOf(marker, inside, cursor, ordinary)
    // A token whose text did not come with this chunk leaves no mark.
    if (at < 0) continue
    marks.push({ start: at, text: marker })
    cursor = at + marker.length
    ordinary = 0
  }
  return [...marks, ...behind.marks]
}

function placeOf(marker: string, text: string, cursor: number, ordinary: number): number {
  if (ordinary === 0) return text.startsWith(marker, cursor) ? cursor : -1
  const likely = text.indexOf(marker, cursor + ordinary)
  // A character may take several tokens.
  return likely >= 0 ? likely : text.indexOf(marker, cursor + 1)
}

/** The markers that the chunk ends with. */
function fromTheEnd(
  text: string,
  ids: readonly number[],
  texts: ReadonlyMap<number, string>,
): { start: number; marks: TokenMark[] } {
  const marks: TokenMark[] = []
  let start = text.length
  for (let i = ids.length - 1; i >= 0; i--) {
    const marker = texts.get(ids[i] ?? -1)
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
