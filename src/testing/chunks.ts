import { createDraw } from './random.ts'

/**
 * How a text is cut: by character (code point), into pieces that look like tokens, or at random places that a
 * seed decides, inside of surrogate pairs too.
 */
export type Cut = 'char' | 'token' | number

/**
 * Cuts a text.
 *
 * @example
 * ```ts
 * chunksOf('<think>Two words.', 'token') // ['<think>', 'Two', ' words', '.']
 * ```
 */
export function chunksOf(text: string, cut: Cut): string[] {
  if (cut === 'char') return [...text]
  if (cut === 'token') return text.match(tokenLike) ?? []
  return cutAtRandom(text, cut)
}

/** Markers, words with the blank before them, numbers, line breaks, single signs. */
const tokenLike = /<\|?[^<>\s]{1,40}\|?>|\[\/?[A-Z_]{2,}\]| ?\p{L}{1,8}| ?\p{N}{1,3}|\n+|[\s\S]/gu

function cutAtRandom(text: string, seed: number): string[] {
  const draw = createDraw(seed)
  const chunks: string[] = []
  for (let at = 0; at < text.length;) {
    const length = draw.pick([1, 1, 2, 3, 5, 8, 13, 40])
    chunks.push(text.slice(at, at + length))
    at += length
  }
  return chunks
}
