import { charSet, complement, intersect, type CharSet } from '../peg/charset.ts'
import type { NodeMaker, Part, Parts } from './parts.ts'
import { factor } from './factor.ts'
import { classOf, hexDigits, plainChars } from './write-string.ts'

const maxCharacters = 8_192

/** Whether names are few and short enough to be told apart from further keys. */
export function canTellApart(names: readonly string[]): boolean {
  return names.reduce((sum, name) => sum + name.length, 0) <= maxCharacters
}

/**
 * The inside of a key, and its closing quote, where the key is none of the names. The names form a
 * tree of characters; as long as a key follows a branch, each character is told apart from those
 * that go on with it, and behind the first other one anything goes. Near a name a character is
 * written as itself where it can be: a needless escape is admitted behind that point only.
 */
export function writeOtherKey(make: NodeMaker, name: string, names: readonly string[]): Parts {
  const root: Branch = { next: new Map(), ends: false }
  for (const text of names) addName(root, text)
  const free = make.rule('json:string-rest', () => [make.json('stringContent'), '"'])
  return writeBranch({ make, name, free: [free] }, root, 0)
}

interface Branch {
  readonly next: Map<number, Branch>
  /** A name ends here. */
  ends: boolean
}

interface Tools {
  readonly make: NodeMaker
  readonly name: string
  readonly free: Parts
}

// A long name would nest a node for each of its characters.
const ruleEvery = 16

function addName(root: Branch, text: string): void {
  let branch = root
  for (const char of text) {
    const point = char.codePointAt(0) ?? 0
    let next = branch.next.get(point)
    if (next === undefined) {
      next = { next: new Map(), ends: false }
      branch.next.set(point, next)
    }
    branch = next
  }
  branch.ends = true
}

function writeBranch(tools: Tools, branch: Branch, depth: number): Parts {
  const { make, free } = tools
  if (branch.next.size === 0 && !branch.ends) return free
  const body = (): Parts => {
    const alternatives: Parts[] = branch.ends ? [] : [['"']]
    for (const [point, next] of branch.next) {
      const rest = writeBranch(tools, next, depth + 1)
      for (const text of spellings(point)) alternatives.push([...text(make), ...rest])
    }
    const edges = [...branch.next.keys()].toSorted((a, b) => a - b)
    alternatives.push([otherChars(make, edges), ...free], [otherEscapes(make, edges), ...free])
    return factor(make, alternatives)
  }
  if (depth === 0 || depth % ruleEvery !== 0) return body()
  return [make.rule(make.freeName(tools.name), body)]
}

const shortEscapes = new Map([
  [0x22, '"'],
  [0x5c, '\\'],
  [0x2f, '/'],
  [0x08, 'b'],
  [0x0c, 'f'],
  [0x0a, 'n'],
  [0x0d, 'r'],
  [0x09, 't'],
])

type Spelling = (make: NodeMaker) => Parts

/** How a character of a name may be written: as itself or by its short escape, a control by its number. */
function spellings(point: number): Spelling[] {
  const found: Spelling[] = []
  const short = shortEscapes.get(point)
  if (short !== undefined) found.push(() => [`\\${short}`])
  if (point < 0x20) found.push((make) => [`\\u00${point >> 4}`, hexDigit(make, [point & 15])])
  else if (point !== 0x22 && point !== 0x5c) {
    const text = String.fromCodePoint(point)
    // Half a surrogate pair can be written by its number only.
    found.push(() => [
      point >= 0xd800 && point <= 0xdfff ? JSON.stringify(text).slice(1, -1) : text,
    ])
  }
  return found
}

/** The characters that stand for themselves and with which no name goes on. */
function otherChars(make: NodeMaker, edges: readonly number[]): Part {
  return make.shared(`other ${edges.join(' ')}`, () =>
    make.chars(intersect(plainChars, complement(pointSet(edges))), 1, 1),
  )
}

/** The escapes of characters with which no name goes on. */
function otherEscapes(make: NodeMaker, edges: readonly number[]): Part {
  const told = edges.filter((point) => point < 0x20 || point >= 0x80 || shortEscapes.has(point))
  return make.shared(`escape ${told.join(' ')}`, () => {
    const name = told.length === 0 ? 'json:escape' : make.freeName('json:escape-but')
    return make.rule(name, () => ['\\', ...factor(make, escapesBut(make, told))])
  })
}

function escapesBut(make: NodeMaker, told: readonly number[]): Parts[] {
  const short = [...shortEscapes].filter(([point]) => !told.includes(point))
  const letters = short.map(([, letter]) => letter.charCodeAt(0))
  const escapes: Parts[] = letters.length === 0 ? [] : [[make.chars(pointSet(letters), 1, 1)]]
  for (const high of [0, 1]) {
    const low = hexValues.filter((value) => !told.includes(high * 16 + value))
    if (low.length > 0) escapes.push([`u00${high}`, hexDigit(make, low)])
  }
  return told.some((point) => point >= 0x80) ? escapes : [...escapes, ...wideEscapes(make)]
}

const hexValues = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]

/** Escapes of characters beyond ASCII, where no name goes on with one. */
function wideEscapes(make: NodeMaker): Parts[] {
  const one = (source: string): Parts => [make.chars(classOf(source), 1, 1)]
  const hex = (count: number): Parts => [make.chars(classOf(hexDigits), count, count)]
  return [
    ['u00', ...one('89a-fA-F'), ...hex(1)],
    ['u0', ...one('1-9a-fA-F'), ...hex(2)],
    ['u', ...one('1-9a-fA-F'), ...hex(3)],
  ]
}

function hexDigit(make: NodeMaker, digits: readonly number[]): Part {
  const texts = digits.flatMap((d) => [d.toString(16), d.toString(16).toUpperCase()])
  return make.chars(pointSet(texts.map((c) => c.charCodeAt(0))), 1, 1)
}

function pointSet(points: readonly number[]): CharSet {
  return charSet(points.map((point): [number, number] => [point, point]))
}
