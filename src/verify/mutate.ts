import type { Random } from '../gbnf/random.ts'

/**
 * Damages a text in one to three places: parts taken out, written twice, exchanged, or replaced by
 * parts of another text. What results is close to the grammar, and sometimes still inside it.
 */
export function mutate(text: string, other: string, random: Random): string {
  let chars = [...text]
  const others = [...other]
  for (let left = 1 + random.below(3); left > 0; left--) {
    const at = random.below(chars.length + 1)
    const to = Math.min(chars.length, at + random.below(4))
    const from = random.below(others.length + 1)
    const piece = others.slice(from, from + 1 + random.below(4))
    const before = chars.slice(0, at)
    const part = chars.slice(at, to)
    const after = chars.slice(to)
    const ways = [
      [before, after],
      [before, part, part, after],
      [before, piece, after],
      [before, piece, part, after],
      [before, part.toReversed(), after],
      [before],
      [after],
    ]
    chars = (ways[random.below(ways.length)] ?? [chars]).flat()
  }
  return chars.join('')
}
