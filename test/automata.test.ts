import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  accepts,
  anyText,
  areDisjoint,
  areEqual,
  complement,
  difference,
  exceptWords,
  fromPattern,
  fromWords,
  intersect,
  isEmpty,
  isFault,
  isSubset,
  lengthBetween,
  lengthsOf,
  noText,
  union,
  type Automaton,
} from '../src/automata/index.ts'
import { randomPatterns, randomTexts } from './support/random-patterns.ts'

const { CI, TEST_HARDER } = process.env
const numRuns = 300 * (TEST_HARDER !== undefined ? 100 : CI !== undefined ? 5 : 1)
const seed = TEST_HARDER !== undefined ? Date.now() : 20_251_130
const manyTexts = fc.array(randomTexts, { minLength: 5, maxLength: 20 })

/** The automaton of a pattern that is known to have one. */
function automatonOf(pattern: string): Automaton {
  const found = fromPattern(pattern)
  if (isFault(found)) throw new Error(`${pattern} ${found.reason}`)
  return found
}

function definite<T>(value: T | null): T {
  if (value === null) throw new Error('over the limit')
  return value
}

/** Tried at each code point: V8 also looks for `\B` between the halves of a surrogate pair. */
function finds(pattern: string, text: string): boolean {
  const oracle = new RegExp(pattern, 'uy')
  const starts = [...text].reduce((all, char) => [...all, (all.at(-1) ?? 0) + char.length], [0])
  return starts.some((start) => {
    oracle.lastIndex = start
    return oracle.test(text)
  })
}

describe('random patterns', () => {
  it('accept what the engine finds a match in', () => {
    fc.assert(
      fc.property(randomPatterns, manyTexts, (pattern, texts) => {
        const automaton = automatonOf(pattern)
        for (const text of texts) {
          expect([text, accepts(automaton, text)]).toEqual([text, finds(pattern, text)])
        }
      }),
      { numRuns, seed },
    )
  })

  it('are combined as sets', () => {
    fc.assert(
      fc.property(randomPatterns, randomPatterns, manyTexts, (one, other, texts) => {
        const [a, b] = [automatonOf(one), automatonOf(other)]
        const sets = {
          both: definite(intersect(a, b)),
          either: definite(union(a, b)),
          only: definite(difference(a, b)),
          not: complement(a),
        }
        for (const text of texts) {
          const [inA, inB] = [accepts(a, text), accepts(b, text)]
          expect({
            text,
            both: accepts(sets.both, text),
            either: accepts(sets.either, text),
            only: accepts(sets.only, text),
            not: accepts(sets.not, text),
          }).toEqual({ text, both: inA && inB, either: inA || inB, only: inA && !inB, not: !inA })
        }
        expect(isEmpty(sets.both)).toBe(areDisjoint(a, b))
        expect(isEmpty(sets.only)).toBe(isSubset(a, b))
        // Minimal automata of one set are one automaton.
        expect(areEqual(complement(sets.not), a)).toBe(true)
        expect(areEqual(definite(difference(a, complement(b))), sets.both)).toBe(true)
      }),
      { numRuns, seed },
    )
  })
})

describe('sets of texts', () => {
  it('hold words', () => {
    const words = ['', 'a', 'ab', 'été', '😀', 'constructor', '__proto__', '\ud800']
    const automaton = definite(fromWords(words))
    for (const word of words) expect(accepts(automaton, word), word).toBe(true)
    for (const word of ['b', 'abc', 'ét', '\udc00']) {
      expect(accepts(automaton, word), word).toBe(false)
    }
    expect(isEmpty(definite(fromWords([])))).toBe(true)
    for (const some of [[], [''], ['a'], ['', 'ab', 'b'], words]) {
      const others = definite(exceptWords(some))
      expect(areEqual(others, complement(definite(fromWords(some))))).toBe(true)
    }
  })

  it('are bounded by their lengths in code points', () => {
    const range = definite(lengthBetween(1, 2))
    expect(['', '😀', 'a😀', 'abc'].map((text) => accepts(range, text))).toEqual([
      false,
      true,
      true,
      false,
    ])
    expect(accepts(definite(lengthBetween(2, null)), 'abcdef')).toBe(true)
    expect(accepts(definite(lengthBetween(0, 0)), '')).toBe(true)
    expect(accepts(definite(lengthBetween(0, 0)), 'a')).toBe(false)
    expect(isEmpty(definite(lengthBetween(3, 2)))).toBe(true)
    expect(lengthBetween(0, 1_000_000)).toBeNull()
  })

  it('know their least and their most', () => {
    expect(lengthsOf(automatonOf('^(ab|c){2,3}$'))).toEqual({ min: 2, max: 6 })
    expect(lengthsOf(automatonOf('^a+b$'))).toEqual({ min: 2, max: null })
    expect(lengthsOf(automatonOf('abc'))).toEqual({ min: 3, max: null })
    expect(lengthsOf(definite(fromWords([''])))).toEqual({ min: 0, max: 0 })
  })

  it('are everything or nothing', () => {
    expect(areEqual(complement(anyText), noText)).toBe(true)
    expect(areEqual(complement(noText), anyText)).toBe(true)
    expect(areEqual(automatonOf(''), anyText)).toBe(true)
    expect(areEqual(automatonOf('$^a'), noText)).toBe(true)
    expect(isEmpty(automatonOf('a$b'))).toBe(true)
  })
})

describe('patterns', () => {
  const matches: readonly [
    pattern: string,
    accepted: readonly string[],
    rejected: readonly string[],
  ][] = [
    ['^(?!foo)[a-z]+$', ['bar', 'fo', 'xfoo'], ['foo', 'foobar', '']],
    ['^(?!.*\\.\\.)[a-z.]+$', ['a.b', '.'], ['a..b', '..']],
    ['^((?!foo).)*$', ['', 'fo', 'fofo'], ['foo', 'a foo b']],
    ['^((?!.*x)a)*$', ['', 'aaa'], ['x', 'ax']],
    ['^(?=.*\\d)(?=.*[a-z]).{4,8}$', ['abc1', '1xyz'], ['abcd', '1234', 'a1', 'abcdefgh1']],
    ['\\bcat\\b', ['cat', 'a cat', 'cat!'], ['concat', 'cats']],
    ['(?<=^|,)x', ['x', 'a,x'], ['ax', '']],
    ['(?<!-)end$', ['end', 'the end'], ['-end']],
    ['^\\p{Lu}\\p{Ll}+$', ['Émile', 'Ab'], ['émile', 'AB']],
    ['^\\p{Script=Greek}+$', ['αβγ'], ['abc']],
    ['^[\\p{L}--]+$', ['a-é'], ['1']],
    ['^\\P{L}$', ['1', '😀'], ['a']],
    ['^\\u{1F600}|\\uD83D\\uDE01$', ['😀', '😁'], ['😂']],
    ['^[😀-😂]$', ['😁'], ['😃', 'a']],
    ['^.$', ['😀', '\t'], ['\n', '\u2028', 'ab', '']],
    ['^[^]$', ['\n', 'a'], ['']],
    ['^[]$', [], ['', 'a']],
    ['^\\x41\\cJ\\0$', ['A\n\0'], ['A\n']],
    ['^[\\b]$', ['\b'], ['b']],
    ['^a{2}$|^b{2,}$|^c{0,1}$', ['aa', 'bbb', '', 'c'], ['a', 'b', 'cc']],
    // Read as without the `u` flag, as hand-written schemas are.
    ['^\\-\\_\\@\\/$', ['-_@/'], ['\\-']],
    ['^[\\w-.]+$', ['a-b.c'], ['a b']],
    ['^[\\w|-|.]+$', ['a|.'], ['a-b']],
    ['^a{,5}$', ['a{,5}'], ['aaa']],
    ['^a{$', ['a{'], ['a']],
    ['^x]}$', ['x]}'], ['x']],
    ['^(?=a)*b$', ['b'], ['a']],
  ]
  it.each(matches)('%s', (pattern, accepted, rejected) => {
    const automaton = automatonOf(pattern)
    expect(accepted.filter((text) => !accepts(automaton, text))).toEqual([])
    expect(rejected.filter((text) => accepts(automaton, text))).toEqual([])
  })

  const faults: readonly [pattern: string, kind: string, offset: number, reason: string][] = [
    ['[unclosed', 'syntax', 0, 'has a class that is not closed'],
    ['a(b', 'syntax', 1, 'has a group that is not closed'],
    ['ab)c', 'syntax', 2, 'has a ) without its group'],
    ['a**', 'syntax', 2, 'repeats nothing'],
    ['{2}', 'syntax', 0, 'repeats nothing'],
    ['a{3,2}', 'syntax', 1, 'has a count whose end is below its start'],
    ['[b-a]', 'syntax', 2, 'has a range that ends before it starts'],
    ['^(?<=x)+a$', 'syntax', 7, 'repeats an assertion'],
    ['\\Afoo\\Z', 'syntax', 0, 'has the escape \\A, which ECMA-262 does not know'],
    ['(?P<name>a)', 'syntax', 2, 'has a kind of group that ECMA-262 does not know'],
    ['(?i)a', 'syntax', 2, 'has a kind of group that ECMA-262 does not know'],
    ['\\p{Nonsense}', 'syntax', 0, 'names the unknown property "Nonsense"'],
    ['\\p{L}}{', 'none', 0, ''],
    ['a\\', 'syntax', 1, 'ends with a lone backslash'],
    ['(\\w)\\1', 'unsupported', 5, 'refers back to a group'],
    ['(?<n>a)\\k<n>', 'unsupported', 8, 'refers back to a group'],
    ['(?<=a(?=b))c', 'unsupported', 0, 'looks ahead from within a look-behind'],
    ['^[a-z]{1,65535}$', 'limit', 0, 'repeats too much to be written out'],
    ['((a{1,100}){1,100}){1,100}', 'limit', 0, 'repeats too much to be written out'],
    [`${'('.repeat(200)}a${')'.repeat(200)}`, 'limit', 129, 'has groups more than 128 deep'],
    ['a'.repeat(65_537), 'limit', 0, 'is longer than 65536 characters'],
    ['a.{30}b', 'limit', 0, 'has too many states'],
  ]
  it.each(faults)('%s has the fault %s', (pattern, kind, offset, reason) => {
    const found = fromPattern(pattern)
    if (kind === 'none') expect(isFault(found)).toBe(false)
    else expect(found).toEqual({ kind, offset, reason })
  })

  it('that are hostile come to an end', () => {
    const words = Array.from({ length: 10_000 }, (_, i) => `w${(i * 7919) % 100_003}`).join('|')
    const hostile = [
      words,
      '(a{0,100}){0,100}',
      '(a*)*b',
      '((a|aa)+)+$',
      '(.*a){12}.{12}',
      '(?=(?=(?=a*)*)*)*',
      '(?:(?!a)(?!b)(?!c)(?!d)(?!e)(?!f)(?!g)|(?=h)|(?=i)|(?=j)|(?=k)|(?=l))*$',
      `^${'(?=.*[a-z].*[0-9])'.repeat(20)}.*$`,
      `^(?:${'(?!x)|'.repeat(500)}y)*$`,
      'a.{15}b.{15}c.{15}d',
      `[${'\\p{L}\\p{Lu}\\p{Ll}'.repeat(50)}]{1,500}`,
    ]
    const before = process.cpuUsage()
    for (const pattern of hostile) fromPattern(pattern)
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 1e6).toBeLessThan(20)
  })
})
