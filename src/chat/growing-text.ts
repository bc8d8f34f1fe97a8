/**
 * Text that is added to at its end and seldom read: kept in pieces, joined by the thousand. A rope of
 * as many pieces as a stream has chunks would cost the garbage collector more than the rest of a feed.
 */
export interface GrowingText {
  readonly blocks: string[]
  readonly pieces: string[]
  /** In UTF-16 code units. */
  length: number
}

const PiecesPerBlock = 1024

/** An empty text. */
export function createText(): GrowingText {
  return { blocks: [], pieces: [], length: 0 }
}

/** Adds text at the end. */
export function addText(into: GrowingText, text: string): void {
  into.length += text.length
  if (into.pieces.push(text) < PiecesPerBlock) return
  into.blocks.push(into.pieces.join(''))
  into.pieces.length = 0
}

/** The whole text. Costs its length, once. */
export function readText(text: GrowingText): string {
  if (text.pieces.length > 0 || text.blocks.length > 1) {
    const whole = text.blocks.join('') + text.pieces.join('')
    text.pieces.length = 0
    text.blocks.splice(0, text.blocks.length, whole)
  }
  return text.blocks[0] ?? ''
}

/** The last characters of a text, at most all. Costs little more than their number. */
export function lastOf({ blocks, pieces }: GrowingText, count: number): string {
  let out = ''
  for (const list of [pieces, blocks]) {
    for (let i = list.length - 1; i >= 0 && out.length < count; i--) out = (list[i] ?? '') + out
  }
  return count <= 0 ? '' : out.slice(-count)
}

/** The same text, to go on with on its own. */
export function copyText({ blocks, pieces, length }: GrowingText): GrowingText {
  return { blocks: [...blocks], pieces: [...pieces], length }
}
