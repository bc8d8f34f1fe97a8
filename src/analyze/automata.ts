import { charSet, complement, union, type CharSet } from '../peg/charset.ts'
import type { Delimiter, StringContentNode } from '../peg/node.ts'
import type { Overlap } from './network-types.ts'
import { buildTrie, type TrieNode } from '../util/trie.ts'

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
 * delimiter has come; a delimiter leads to `found`, or nowhere. A state is the longest end of the
 * text that begins a delimiter.
 */
function drawAutomaton(
  pen: Pen,
  from: number,
  delimiters: readonly Delimiter[],
  visit: (state: number) => void,
  found: number | null,
): void {
  const root = buildTrie(delimiters.map(({ text }, i) => [i, text] as const))
  const places = findPlaces(root)
  const states = new Map<TrieNode, number>()

  function stateOf(pending: TrieNode): number {
    let state = states.get(pending)
    if (state === undefined) states.set(pending, (state = pen.state()))
    return state
  }

  pen.move(from, stateOf(root))
  for (const [pending, state] of states) {
    visit(state)
    const moves = [...(places.get(pending)?.moves ?? [])].toSorted(([a], [b]) => a - b)
    // All else begins anew.
    const targets = new Map<number, CharSet>([[stateOf(root), []]])
    const away: [number, number][] = []
    for (const [point, next] of moves) {
      const { isComplete = false, longer = root } = places.get(next) ?? {}
      if (isComplete && found !== null) pen.read(state, [point, point], found)
      // Behind a complete delimiter one that began before it may still come.
      const ends = isComplete && (found === null || longer === root)
      if (ends || longer !== root) away.push([point, point])
      if (ends || longer === root) continue
      const to = stateOf(longer)
      targets.set(to, union(targets.get(to) ?? [], [point, point]))
    }
    targets.set(stateOf(root), complement(charSet(away)))
    for (const [to, set] of targets) pen.read(state, set, to)
  }
}

/** What the automaton needs to know of a node of the trie. */
interface TriePlace {
  /** Where code points lead that do not lead to the root: the node's own children first. */
  readonly moves: ReadonlyMap<number, TrieNode>
  /** Whether a delimiter ends here. */
  readonly isComplete: boolean
  /** The longest end of the node's text that a delimiter goes on from. */
  readonly longer: TrieNode
}

/** Breadth first: what is known of a node's suffix is known before. */
function findPlaces(root: TrieNode): ReadonlyMap<TrieNode, TriePlace> {
  const places = new Map<TrieNode, TriePlace>()
  const queue = [root]
  for (const node of queue) {
    const { children, word, fail } = node
    const shorter = fail === null ? undefined : places.get(fail)
    places.set(node, {
      moves: new Map([...(shorter?.moves ?? []), ...children]),
      isComplete: word !== null || shorter?.isComplete === true,
      longer: children.size > 0 ? node : (shorter?.longer ?? root),
    })
    queue.push(...children.values())
  }
  return places
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

/**
 * What may not follow a text up to a delimiter: the rest of a delimiter whose beginning the text may
 * end with. `until("aa") "aa"` reads `aaa` as `` and `aa`, the grammar also as `a` and `aa`.
 */
export function drawOverlaps(pen: Pen, delimiters: readonly string[]): Overlap[] {
  const ends = createEnds(pen, delimiters)
  for (const delimiter of delimiters) {
    // A text with a delimiter in it has ended before.
    const limit = Math.min(...delimiters.map((d) => endOf(delimiter, d)))
    for (const at of boundaries(delimiter)) if (at < limit) ends.add(delimiter, at)
  }
  return ends.drawn()
}

/** Where a text inside another one ends. */
function endOf(text: string, inner: string): number {
  const at = text.indexOf(inner)
  return at < 0 ? Infinity : at + inner.length
}

/** The places inside a text between two code points. */
function boundaries(text: string): number[] {
  const found: number[] = []
  let at = 0
  for (const char of text) {
    if (at > 0) found.push(at)
    at += char.length
  }
  return found
}

/**
 * What may not follow a text up to and with a delimiter: the rest of one that encloses it. With
 * `abcX` and `bc`, `abc` ends the text unless `X` follows.
 */
export function drawTails(pen: Pen, delimiters: readonly string[]): Overlap[] {
  const ends = createEnds(pen, delimiters)
  for (const outer of delimiters) {
    for (const inner of delimiters) {
      for (let at = outer.indexOf(inner, 1); at > 0; at = outer.indexOf(inner, at + 1)) {
        const end = at + inner.length
        if (end < outer.length) ends.add(outer, end)
      }
    }
  }
  return ends.drawn().map((end) => ({ ...end, encloses: true }))
}

interface Ends {
  /** Adds the end of a delimiter from a place on; equal texts are added once. */
  add(delimiter: string, at: number): void
  drawn(): Overlap[]
}

/** Ends of delimiters as ways. Those of one delimiter share its states. */
function createEnds(pen: Pen, delimiters: readonly string[]): Ends {
  const overlaps = new Map<string, Overlap>()
  const drawn = new Map<string, { readonly states: Map<number, number>; readonly exit: number }>()

  function statesOf(delimiter: string): { states: Map<number, number>; exit: number } {
    const states = new Map<number, number>()
    let state = pen.state()
    let at = 0
    for (const char of delimiter) {
      states.set(at, state)
      state = drawLiteral(pen, state, char)
      at += char.length
    }
    return { states, exit: state }
  }

  return {
    add(delimiter, at) {
      const text = delimiter.slice(at)
      if (overlaps.has(text)) return
      const { states, exit } = drawn.get(delimiter) ?? statesOf(delimiter)
      drawn.set(delimiter, { states, exit })
      const encloses = delimiters.some((d) => d !== text && text.startsWith(d))
      overlaps.set(text, { start: states.get(at) ?? exit, exit, encloses })
    },
    drawn: () => [...overlaps.values()],
  }
}
