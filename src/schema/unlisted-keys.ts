import { charSet, complement, intersect, type CharSet } from '../peg/charset.ts'
import { createRecent } from '../util/recent.ts'
import { plainChars, spell } from './json-escapes.ts'
import type { KeyTree } from './key-tree.ts'
import type { NodeMaker, Part, Parts } from './parts.ts'
import { escapeOf, stringRest } from './write-automaton.ts'

// A long key would nest a node for each of its characters.
const maxInline = 16

/**
 * The rest of a key that is none of a tree's, and its closing quote: one rule for all objects whose
 * listed keys go on alike here.
 */
export function unlistedRest(make: NodeMaker, tree: KeyTree): Part {
  return unlistedRule(make, tree, listedRests(tree))
}

/** What a tree's keys go on with, in the order of their characters. */
function listedRests({ edges, isListed }: KeyTree): string[] {
  const rests = isListed ? [''] : []
  for (const [char, next] of edges) for (const rest of listedRests(next)) rests.push(char + rest)
  return rests
}

function unlistedRule(make: NodeMaker, tree: KeyTree, rests: readonly string[]): Part {
  return make.shared(`none of ${rests.toSorted().join('"')}`, () =>
    make.rule(make.freeName('json:other-key'), () => unlistedParts(make, tree, 0)),
  )
}

function unlistedParts(make: NodeMaker, tree: KeyTree, depth: number): Parts {
  const alternatives: Parts[] = [[otherThan(make, [...tree.edges.keys()], tree.isListed)]]
  for (const [char, next] of tree.edges) {
    const isRule = depth >= maxInline || tree.edges.size > 1
    const rest = isRule ? [unlistedRest(make, next)] : unlistedParts(make, next, depth + 1)
    alternatives.push([char, ...rest])
  }
  return alternatives.length === 1 ? (alternatives[0] ?? []) : [make.choice(alternatives)]
}

/**
 * The rest of a key that does not go on with any of some characters, and its closing quote; behind a
 * listed key something must come before that quote.
 */
export function otherThan(make: NodeMaker, chars: readonly string[], isListed: boolean): Part {
  const known = chars.length > 1 ? chars.toSorted().join('') : (chars[0] ?? '')
  return make.shared(`other than ${known} ${isListed}`, () =>
    make.rule(make.freeName('json:other-char'), () => {
      const goesOn: Parts[] = [
        [make.chars(plainOthers(known), 1, 1), stringRest(make)],
        [escapedRest(make)],
      ]
      return [make.choice(isListed ? goesOn : [...goesOn, ['"']])]
    }),
  )
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
