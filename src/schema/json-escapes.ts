import {
  charRanges,
  charSet,
  complement,
  hasChar,
  intersect,
  type CharSet,
} from '../peg/charset.ts'
import { createRecent } from '../util/recent.ts'
import { factor } from './factor.ts'
import type { NodeMaker, Part, Parts } from './parts.ts'

/** The characters that a JSON string may hold as they are; halves of pairs are never in a text. */
export const plainChars: CharSet = complement(
  charSet([
    [0, 0x1f],
    [0x22, 0x22],
    [0x5c, 0x5c],
  ]),
)

/** The characters that have an escape of one letter, and the letter. */
const shortEscapes: ReadonlyMap<number, string> = new Map([
  [0x22, '"'],
  [0x5c, '\\'],
  [0x2f, '/'],
  [0x08, 'b'],
  [0x0c, 'f'],
  [0x0a, 'n'],
  [0x0d, 'r'],
  [0x09, 't'],
])

/**
 * Sets of more ranges beyond ASCII are written as they are only: their escapes would be as many
 * branches.
 */
const maxWideRanges = 8

const halves: CharSet = [0xd800, 0xdfff]
const controls: CharSet = [0, 0x1f]
const beyondAscii: CharSet = charSet([
  [0x80, 0xd7ff],
  [0xe000, 0x10ffff],
])

/** How the characters of a set are written in a JSON string. */
export interface Spelling {
  /** Those that stand for themselves. */
  readonly plain: CharSet
  /** Those with an escape of one letter. */
  readonly short: readonly number[]
  /** Those with an escape by number: controls, and what serializers for ASCII write so. */
  readonly numbered: CharSet
}

/**
 * How a set is spelled: each character as `JSON.stringify` writes it, by its short escape, and
 * beyond ASCII by its number. An escape that nothing needs, such as `\u0041`, is left out.
 */
export function spell(set: CharSet): Spelling {
  let found = spelled.get(set)
  if (found === undefined) spelled.set(set, (found = spellAnew(set)))
  return found
}

const spelled = new WeakMap<CharSet, Spelling>()

function spellAnew(set: CharSet): Spelling {
  const wide = intersect(set, beyondAscii)
  const isWide = wide.length > 0 && wide.length <= maxWideRanges * 2
  return {
    plain: mendPairs(intersect(set, plainChars)),
    short: [...shortEscapes.keys()].filter((point) => hasChar(set, point)),
    numbered: charSet([
      ...charRanges(intersect(set, controls)),
      ...(isWide ? charRanges(wide) : []),
    ]),
  }
}

/** Without halves of pairs, or with all of them where that is one range in place of two. */
function mendPairs(set: CharSet): CharSet {
  const whole = intersect(set, complement(halves))
  return hasChar(whole, 0xd7ff) && hasChar(whole, 0xe000)
    ? charSet([...charRanges(whole), [0xd800, 0xdfff]])
    : whole
}

/** Whether some character of a set has an escape. */
export function hasEscapes({ short, numbered }: Spelling): boolean {
  return short.length > 0 || numbered.length > 0
}

/** One of several sets of characters, escaped, and what follows each. */
export interface EscapeBranch {
  readonly spelling: Spelling
  readonly rest: Parts
}

/**
 * What may follow a backslash: a letter decides. Numbers are rules that all places share, so that
 * only where two branches have some more than one character may be needed to tell them apart.
 */
export function writeEscapes(make: NodeMaker, branches: readonly EscapeBranch[]): Parts {
  const letters = branches.flatMap(({ spelling, rest }): Parts[] => {
    const chars = spelling.short.map((point) => shortEscapes.get(point) ?? '')
    return chars.length === 0 ? [] : [[one(make, chars), ...rest]]
  })
  const numbers = branches.flatMap(({ spelling, rest }): Parts[] =>
    spelling.numbered.length === 0 ? [] : [['u', numberOf(make, spelling.numbered), ...rest]],
  )
  return factor(make, [...letters, ...numbers])
}

/** The four digits of each character of a set; beyond the first plane both escapes of a pair. */
function numberOf(make: NodeMaker, set: CharSet): Part {
  return make.shared(`number ${set.join()}`, () =>
    make.rule(make.freeName('json:number-of'), () => writePlan(make, planOf(set))),
  )
}

/** How digits are written: of any value, or by what each of them leads to; then a second half. */
type HexPlan =
  | { readonly kind: 'any'; readonly digits: number; readonly second: HexPlan | null }
  | { readonly kind: 'ways'; readonly ways: readonly HexWay[] }
interface HexWay {
  readonly digits: readonly string[]
  readonly next: HexPlan
}

// The same few sets are written in nearly every grammar.
const plans = new WeakMap<CharSet, HexPlan>()

function planOf(set: CharSet): HexPlan {
  let plan = plans.get(set)
  if (plan === undefined) plans.set(set, (plan = planHex(piecesOf(set), 4)))
  return plan
}

function writePlan(make: NodeMaker, plan: HexPlan): Parts {
  if (plan.kind === 'ways') {
    return factor(
      make,
      plan.ways.map(({ digits, next }) => [one(make, digits), ...writePlan(make, next)]),
    )
  }
  const { digits, second } = plan
  return [
    ...(digits === 0 ? [] : [make.chars(hexDigitSet, digits, digits)]),
    ...(second === null ? [] : ['\\u', ...writePlan(make, second)]),
  ]
}

/** Code units, and the second halves that follow their digits; none for a whole character. */
interface Piece {
  readonly low: number
  readonly high: number
  readonly seconds: readonly Piece[]
  /** Equal for pieces that go on alike. */
  readonly key: string
}

function piecesOf(set: CharSet): readonly Piece[] {
  const pieces: Piece[] = []
  // By their first halves: what second halves there are with each.
  const pairs = new Map<string, { low: number; high: number; seconds: Piece[] }>()
  for (const [low, high] of charRanges(set)) {
    if (low < 0x10000) pieces.push({ low, high: Math.min(high, 0xffff), seconds: [], key: '' })
    if (high < 0x10000) continue
    for (const { first, last, from, to } of pairsOf(Math.max(low, 0x10000), high)) {
      const second = { low: from, high: to, seconds: [], key: '' }
      const known = pairs.get(`${first}-${last}`)
      if (known === undefined)
        pairs.set(`${first}-${last}`, { low: first, high: last, seconds: [second] })
      else known.seconds.push(second)
    }
  }
  for (const { low, high, seconds } of pairs.values()) {
    const key = seconds.map((second) => `${second.low}-${second.high}`).join()
    pieces.push({ low, high, seconds: joinPieces(seconds), key })
  }
  return joinPieces(pieces)
}

/** The first halves of some astral characters, and the second ones that each of them may have. */
interface Pairs {
  readonly first: number
  readonly last: number
  readonly from: number
  readonly to: number
}

function pairsOf(low: number, high: number): Pairs[] {
  const [first, last] = [firstHalf(low), firstHalf(high)]
  const [from, to] = [0xdc00 + (low & 0x3ff), 0xdc00 + (high & 0x3ff)]
  if (first === last) return [{ first, last, from, to }]
  const whole = {
    first: from === 0xdc00 ? first : first + 1,
    last: to === 0xdfff ? last : last - 1,
  }
  return [
    ...(whole.first > first ? [{ first, last: first, from, to: 0xdfff }] : []),
    ...(whole.first <= whole.last ? [{ ...whole, from: 0xdc00, to: 0xdfff }] : []),
    ...(whole.last < last ? [{ first: last, last, from: 0xdc00, to }] : []),
  ]
}

function firstHalf(point: number): number {
  return 0xd800 + ((point - 0x10000) >> 10)
}

/** In order, and neighbours that go on alike as one. */
function joinPieces(pieces: readonly Piece[]): Piece[] {
  const out: Piece[] = []
  for (const piece of pieces.toSorted((a, b) => a.low - b.low)) {
    const last = out[out.length - 1]
    if (last !== undefined && last.key === piece.key && last.high + 1 === piece.low) {
      out[out.length - 1] = { ...last, high: piece.high }
    } else out.push(piece)
  }
  return out
}

/** So many hexadecimal digits, from 0, of any of the pieces. */
function planHex(pieces: readonly Piece[], digits: number): HexPlan {
  const size = 16 ** digits
  const [only] = pieces
  if (pieces.length === 1 && only !== undefined && only.low === 0 && only.high === size - 1) {
    const second = only.seconds.length === 0 ? null : planHex(only.seconds, 4)
    return { kind: 'any', digits, second }
  }
  const step = size / 16
  const groups = new Map<string, { digits: string[]; inner: Piece[] }>()
  for (let digit = 0; digit < 16; digit++) {
    const inner = clip(pieces, digit * step, (digit + 1) * step - 1)
    if (inner.length === 0) continue
    const key = inner.map(({ low, high, key: end }) => `${low}-${high}${end}`).join()
    const group = groups.get(key)
    if (group === undefined) groups.set(key, { digits: bothCases(digit), inner })
    else group.digits.push(...bothCases(digit))
  }
  const ways = Array.from(groups.values(), ({ digits: alike, inner }) => ({
    digits: alike,
    next: planHex(inner, digits - 1),
  }))
  return { kind: 'ways', ways }
}

function clip(pieces: readonly Piece[], from: number, to: number): Piece[] {
  return pieces
    .filter(({ low, high }) => low <= to && high >= from)
    .map((piece) => ({
      ...piece,
      low: Math.max(piece.low, from) - from,
      high: Math.min(piece.high, to) - from,
    }))
}

const hexDigitSet: CharSet = charSet([
  [0x30, 0x39],
  [0x41, 0x46],
  [0x61, 0x66],
])

function bothCases(digit: number): string[] {
  const text = digit.toString(16)
  return digit < 10 ? [text] : [text, text.toUpperCase()]
}

/** One of some characters: a text if it is one. */
function one(make: NodeMaker, chars: readonly string[]): Part {
  const text = chars.join('')
  return chars.length === 1 ? text : make.chars(setOf(text), 1, 1)
}

function setOf(chars: string): CharSet {
  return sets.once(chars, () => {
    const points = Array.from(chars, (char) => char.charCodeAt(0))
    return charSet(points.map((point) => [point, point]))
  })
}

// The same few digits and letters in nearly every grammar.
const sets = createRecent<CharSet>(256)
