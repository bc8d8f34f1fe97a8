import { createDraw, type Draw } from './random.ts'

/**
 * A text after something went wrong with it, as a seed decides: cut off, a part missing, doubled, or
 * replaced, a marker where none belongs, half of a surrogate pair, one kind of quote for another.
 *
 * @example
 * ```ts
 * damageText('<think>Two.</think>', 1) === damageText('<think>Two.</think>', 1) // true
 * ```
 */
export function damageText(text: string, seed: number): string {
  const draw = createDraw(seed)
  let out = text
  for (let left = 1 + draw.below(3); left > 0; left--) out = draw.pick(kinds)(out, draw)
  return out
}

type Damage = (text: string, draw: Draw) => string

const kinds: readonly [Damage, ...Damage[]] = [
  (text, draw) => text.slice(0, draw.below(text.length + 1)),
  (text, draw) => replacePart(text, draw, () => ''),
  (text, draw) => replacePart(text, draw, (part) => part + part),
  (text, draw) => replacePart(text, draw, (part) => [...part].toReversed().join('')),
  (text, draw) => insert(text, draw, draw.pick(markersOf(text))),
  (text, draw) => insert(text, draw, draw.pick(['\ud83d', '\udca9', '\u0000', '\ufeff', '\\'])),
  (text) => text.replaceAll('"', "'"),
  (text, draw) =>
    insert(text, draw, draw.pick(['\n', ' ', ',', '}', '"', '{"name": "', '```json\n'])),
]

function replacePart(text: string, draw: Draw, change: (part: string) => string): string {
  const from = draw.below(text.length + 1)
  const to = Math.min(text.length, from + 1 + draw.below(12))
  return text.slice(0, from) + change(text.slice(from, to)) + text.slice(to)
}

function insert(text: string, draw: Draw, what: string): string {
  const at = draw.below(text.length + 1)
  return text.slice(0, at) + what + text.slice(at)
}

function markersOf(text: string): readonly [string, ...string[]] {
  const [first = '<tool_call>', ...more] = text.match(/<[^<>\s]{1,40}>|\[\/?[A-Z_]{2,}\]/g) ?? []
  return [first, ...more]
}
