import { charSet, complement, intersect, type CharSet } from '../peg/charset.ts'
import { createRecent } from '../util/recent.ts'
import { plainChars, spell } from './json-escapes.ts'
import type { NodeMaker, Part, Parts } from './parts.ts'
import { escapeOf, stringRest } from './write-automaton.ts'

// A long key would nest a node for each of its characters.
const maxInline = 16

/**
 * The rest of a key that is none of some, each of one spelling, and its closing quote: one rule for
 * all objects whose listed keys go on alike here.
 */
export function unlistedRest(make: NodeMaker, keys: readonly string[]): Part {
  const sorted = keys.toSorted()
  return make.shared(`none of ${sorted.join('"')}`, () => unlistedRule(make, sorted, 0))
}

function unlistedRule(make: NodeMaker, keys: readonly string[], at: number): Part {
  return make.rule(make.freeName('json:other-key'), () => [branchOf(make, keys, at, 0)])
}

/** What is none of some sorted keys from a position on, before which they are alike. */
function branchOf(make: NodeMaker, keys: readonly string[], at: number, depth: number): Part {
  const [first = ''] = keys
  if (keys.length === 1) return otherThanOne(make, first, at)
  if (depth === maxInline) return unlistedRule(make, keys, at)
  const isListed = first.length === at
  const branches: Parts[] = []
  let chars = ''
  for (let from = isListed ? 1 : 0, to = from; from < keys.length; from = to) {
    const char = keys[from]?.charAt(at) ?? ''
    while (keys[to]?.charAt(at) === char) to++
    chars += char
    branches.push([char, branchOf(make, keys.slice(from, to), at + 1, depth + 1)])
  }
  return make.choice([[otherThan(make, chars, isListed)], ...branches])
}

/** What is not one way for a key to end. */
interface Ending {
  readonly part: Part
  /** How many characters stand in its rule. */
  readonly depth: number
}

/** The endings of each grammar, by a character and the ending behind it. */
const endings = new WeakMap<NodeMaker, Map<number, Ending>>()

/** What is not the one key from a position on: written from its end, which many keys share. */
function otherThanOne(make: NodeMaker, key: string, at: number): Part {
  let known = endings.get(make)
  if (known === undefined) endings.set(make, (known = new Map()))
  let ending: Ending = { part: otherThan(make, '', true), depth: 0 }
  for (let i = key.length - 1; i >= at; i--) {
    const name = Number(ending.part) * 0x80 + key.charCodeAt(i)
    let longer = known.get(name)
    if (longer === undefined) known.set(name, (longer = longerEnding(make, ending, key.charAt(i))))
    ending = longer
  }
  return ending.part
}

function longerEnding(make: NodeMaker, { part, depth }: Ending, char: string): Ending {
  const longer = make.choice([[otherThan(make, char, false)], [char, part]])
  if (depth + 1 < maxInline) return { part: longer, depth: depth + 1 }
  return { part: make.rule(make.freeName('json:other-key'), () => [longer]), depth: 0 }
}

/**
 * The rest of a key that does not go on with any of some characters, and its closing quote; behind a
 * listed key something must come before that quote.
 */
export function otherThan(make: NodeMaker, chars: string, isListed: boolean): Part {
  const key = `${isListed ? 'more' : 'other'} than ${chars}`
  return make.shared(key, () => {
    const goesOn: Parts = [make.chars(plainOthers(chars), 1, 1), stringRest(make)]
    const ends = isListed ? escapedRest(make) : otherEnd(make)
    const name = make.freeName(isListed ? 'json:more' : nameOf(chars))
    return make.rule(name, () => [make.choice([goesOn, [ends]])])
  })
}

/** So many characters are named. */
const maxNamed = 8

function nameOf(chars: string): string {
  return `json:not-${chars.length > maxNamed ? 'any' : chars}`
}

/** The characters that stand for themselves in a string, but for those of a text. */
function plainOthers(text: string): CharSet {
  return others.once(text, () => {
    const points = Array.from(text, (char) => char.codePointAt(0) ?? 0)
    return intersect(plainChars, complement(charSet(points.map((point) => [point, point]))))
  })
}

// Most are asked for by a single letter, in nearly every grammar.
const others = createRecent<CharSet>(256)

/** The closing quote, or a rest that begins with an escape. */
function otherEnd(make: NodeMaker): Part {
  return make.rule('json:end', () => [make.choice([['"'], [escapedRest(make)]])])
}

/** A character that must be escaped or may be, never one that is its own only spelling. */
function escapedRest(make: NodeMaker): Part {
  return make.rule('json:escaped-rest', () => [
    '\\',
    escapeOf(make, spell(notPlainAscii)),
    stringRest(make),
  ])
}

/** All but the characters of keys that have one spelling. */
const notPlainAscii = charSet([
  [0, 0x1f],
  [0x22, 0x22],
  [0x2f, 0x2f],
  [0x5c, 0x5c],
  [0x7f, 0x10ffff],
])
