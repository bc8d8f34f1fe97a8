import { charSet, complement, union, type CharSet } from '../peg/charset.ts'
import type { Way } from './collision.ts'
import type { Delimiter, StringContentNode } from '../peg/node.ts'

/** What draws states and edges into a network. */
export interface Pen {
  state(): number
  move(from: number, to: number): void
  read(from: number, set: CharSet, to: number): void
}

/** One state a code point; gives the state behind the text. */
export function drawLiteral(pen: Pen, from: number, text: string): number {
  let at = from
  for (const char of text) {
    const point = char.codePointAt(0) ?? 0
    const next = pen.state()
    pen.read(at, [point, point], next)
    at = next
  }
  return at
}

/** Text without a delimiter in it; it may end anywhere. */
export function drawUntil(pen: Pen, from: number, delimiters: readonly Delimiter[]): number {
  const after = pen.state()
  drawAutomaton(pen, from, delimiters, (state) => pen.move(state, after), null)
  return after
}

/** Text that ends with the first delimiter in it. */
export function drawThrough(pen: Pen, from: number, delimiters: readonly Delimiter[]): number {
  const after = pen.state()
  drawAutomaton(pen, from, delimiters, () => {}, after)
  return after
}

/**
 * The automaton of Aho and Corasick over code points. `visit` is told each state in which no
 * delimiter has come; a delimiter leads to `found`, or nowhere.
 */
function drawAutomaton(
  pen: Pen,
  from: number,
  delimiters: readonly Delimiter[],
  visit: (state: number) => void,
  found: number | null,
): void {
  const texts = delimiters.map((d) => [...d.text].map((c) => c.codePointAt(0) ?? 0))
  const alphabet = [...new Set(texts.flat())].toSorted((a, b) => a - b)
  const others = complement(charSet(alphabet.map((point) => [point, point] as const)))
  const states = new Map<string, number>()
  const waiting: (readonly number[])[] = []

  /** The state of what is pending: the longest end of the text that begins a delimiter. */
  function stateOf(pendingText: readonly number[]): number {
    const key = pendingText.join()
    let state = states.get(key)
    if (state !== undefined) return state
    states.set(key, (state = pen.state()))
    waiting.push(pendingText)
    return state
  }

  pen.move(from, stateOf([]))
  for (const pendingText of waiting) {
    const state = stateOf(pendingText)
    visit(state)
    const targets = new Map<number, CharSet>([[stateOf([]), others]])
    for (const point of alphabet) {
      const text = [...pendingText, point]
      const complete = texts.some((d) => endsWith(text, d))
      if (complete && found !== null) pen.read(state, [point, point], found)
      const longer = longestPending(text, texts)
      // Behind a complete delimiter one that began before it may still come.
      if (complete && (found === null || longer.length === 0)) continue
      const to = stateOf(longer)
      targets.set(to, union(targets.get(to) ?? [], [point, point]))
    }
    for (const [to, set] of targets) pen.read(state, set, to)
  }
}

function endsWith(text: readonly number[], end: readonly number[]): boolean {
  const skip = text.length - end.length
  return skip >= 0 && end.every((point, i) => text[skip + i] === point)
}

function longestPending(
  text: readonly number[],
  delimiters: readonly (readonly number[])[],
): readonly number[] {
  for (let start = 0; start < text.length; start++) {
    const end = text.slice(start)
    if (delimiters.some((d) => d.length > end.length && end.every((point, i) => d[i] === point))) {
      return end
    }
  }
  return []
}

const hex: CharSet = [48, 57, 65, 70, 97, 102]

/** What may stand between quotes: characters and whole escapes. */
export function drawStringContent(
  pen: Pen,
  from: number,
  { quote, flavour }: Pick<StringContentNode, 'quote' | 'flavour'>,
): number {
  const python = flavour === 'python'
  const loop = pen.state()
  const escape = pen.state()
  const after = pen.state()
  const outside = charSet([
    [quote.charCodeAt(0), quote.charCodeAt(0)],
    [92, 92],
    ...(python
      ? ([
          [10, 10],
          [13, 13],
        ] as const)
      : ([[0, 31]] as const)),
  ])
  pen.move(from, loop)
  pen.read(loop, complement(outside), loop)
  pen.read(loop, [92, 92], escape)
  pen.move(loop, after)
  const plain = python ? '"\'\\abfnrtv0\n' : '"\\/bfnrt'
  pen.read(
    escape,
    charSet([...plain].map((c) => [c.charCodeAt(0), c.charCodeAt(0)] as const)),
    loop,
  )
  for (const [letter, digits] of python
    ? ([
        ['u', 4],
        ['x', 2],
        ['U', 8],
      ] as const)
    : ([['u', 4]] as const)) {
    let at = pen.state()
    pen.read(escape, [letter.charCodeAt(0), letter.charCodeAt(0)], at)
    for (let i = 0; i < digits; i++) {
      const next = i === digits - 1 ? loop : pen.state()
      pen.read(at, hex, next)
      at = next
    }
  }
  return after
}

/** A text that would make the parser find another delimiter, if it followed. */
export interface Overlap extends Way {
  /** It makes a delimiter whole that began before a shorter one which is inside it. */
  readonly encloses: boolean
}

/**
 * What may not follow a text up to a delimiter: the rest of a delimiter whose beginning the text may
 * end with. `until("aa") "aa"` reads `aaa` as `` and `aa`, the grammar also as `a` and `aa`.
 */
export function drawOverlaps(pen: Pen, delimiters: readonly string[]): Overlap[] {
  const rests = new Map<string, boolean>()
  for (const delimiter of delimiters) {
    const points = [...delimiter]
    for (let i = 1; i < points.length; i++) {
      const begun = points.slice(0, i).join('')
      const rest = points.slice(i).join('')
      // A text with a delimiter in it has ended before.
      if (delimiters.some((d) => begun.includes(d))) break
      const encloses = delimiters.some((d) => d !== rest && rest.startsWith(d))
      rests.set(rest, encloses || rests.get(rest) === true)
    }
  }
  return [...rests].map(([rest, encloses]) => ({ ...drawWay(pen, rest), encloses }))
}

/**
 * What may not follow a text up to and with a delimiter: the rest of one that encloses it. With
 * `abcX` and `bc`, `abc` ends the text unless `X` follows.
 */
export function drawTails(pen: Pen, delimiters: readonly string[]): Overlap[] {
  const tails = new Set<string>()
  for (const outer of delimiters) {
    for (const inner of delimiters) {
      for (let at = outer.indexOf(inner, 1); at > 0; at = outer.indexOf(inner, at + 1)) {
        const tail = outer.slice(at + inner.length)
        if (tail !== '') tails.add(tail)
      }
    }
  }
  return [...tails].map((tail) => ({ ...drawWay(pen, tail), encloses: true }))
}

function drawWay(pen: Pen, text: string): Way {
  const start = pen.state()
  return { start, exit: drawLiteral(pen, start, text) }
}
