import type { Builder, Operand } from '../peg/builder.ts'
import type { NodeId } from '../peg/node.ts'

/** One of several texts, and what follows if it is that one. */
export interface Word {
  readonly text: string
  readonly then: Operand
}

/**
 * One of several texts that are decided character by character, each with what follows it: a radix
 * trie of choices that the next character settles, so that a name that begins like another costs
 * nothing and holds nothing back.
 *
 * Where one text is the beginning of another, what follows the shorter must not begin like the rest
 * of the longer; a closing quote does not.
 */
export function oneOf(p: Builder, words: readonly Word[]): NodeId {
  const unique = new Map(words.map((word) => [word.text, word]))
  return branch(p, [...unique.values()].sort(byText), 0)
}

/** Any of several texts. See `oneOf` for what may follow it. */
export function anyText(p: Builder, texts: readonly string[]): NodeId {
  return oneOf(
    p,
    texts.map((text) => ({ text, then: p.eps() })),
  )
}

/** The words share their first `depth` code units. */
function branch(p: Builder, words: readonly Word[], depth: number): NodeId {
  const choices: NodeId[] = []
  let ended: Word | null = null
  for (let from = 0; from < words.length;) {
    const first = words[from]
    if (first === undefined) break
    if (first.text.length === depth) {
      ended = first
      from++
      continue
    }
    const unit = first.text.slice(depth, depth + width(first.text, depth))
    let to = from + 1
    while (words[to]?.text.startsWith(unit, depth) === true) to++
    choices.push(edge(p, words.slice(from, to), depth))
    from = to
  }
  // The text that ends here comes last: a longer one is preferred while its characters are there.
  if (ended !== null) choices.push(p.sequence(ended.then))
  const [only] = choices
  return choices.length === 1 && only !== undefined ? only : p.choice(...choices)
}

function edge(p: Builder, words: readonly Word[], depth: number): NodeId {
  const [first] = words
  const last = words[words.length - 1]
  if (first === undefined || last === undefined) return p.eps()
  // Sorted words share what the first and the last share.
  let end = depth
  while (end < first.text.length && first.text[end] === last.text[end]) end++
  if (end < first.text.length && isLowSurrogate(first.text.charCodeAt(end))) end--
  const shared = p.literal(first.text.slice(depth, end))
  return words.length === 1
    ? p.sequence(shared, first.then)
    : p.sequence(shared, branch(p, words, end))
}

function byText(a: Word, b: Word): number {
  return a.text < b.text ? -1 : a.text > b.text ? 1 : 0
}

function width(text: string, at: number): number {
  return (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000
}
