import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  findLeftRecursion,
  findNullableRules,
  findUndefinedRules,
  findUnreachableRules,
} from '../src/gbnf/analyse.ts'
import { escapeClass, escapeLiteral, escapeToken, isTokenText } from '../src/gbnf/escape.ts'
import {
  charClass,
  choice,
  literal,
  nothing,
  ref,
  repeat,
  sequence,
  type CharRange,
  type GbnfExpr,
} from '../src/gbnf/expr.ts'
import { createNamer, isRuleName, toRuleName } from '../src/gbnf/names.ts'
import { printExpr, printGbnf } from '../src/gbnf/print.ts'
import { compileGbnf, readGbnf } from '../src/gbnf/read.ts'
import { describeWithOracle, grammarOracle } from './support/oracle.ts'
import { randomGbnf } from './support/random-gbnf.ts'

const point = fc.oneof(
  fc.constantFrom(
    ...Array.from('"\\[]^- \n\r\t\0\x7f\u00a0\u200b\u2028\ufeff{}', (c) => c.charCodeAt(0)),
  ),
  fc.integer({ min: 0, max: 0x10ffff }).filter((each) => each < 0xd800 || each > 0xdfff),
)

describe('escapes', () => {
  it('of literals read back', () => {
    const text = fc.array(point, { maxLength: 20 }).map((points) => String.fromCodePoint(...points))
    fc.assert(
      fc.property(text, (given) => {
        const reading = readGbnf(`root ::= ${escapeLiteral(given)}`)
        expect(reading.ok && reading.grammar.rules[0]?.expr).toEqual(literal(given))
      }),
      { numRuns: 500 },
    )
  })

  it('of classes read back', () => {
    const ranges = fc.array(
      fc.tuple(point, point).map(([a, b]): CharRange => [Math.min(a, b), Math.max(a, b)]),
      { minLength: 1, maxLength: 5 },
    )
    fc.assert(
      fc.property(ranges, fc.boolean(), (given, negated) => {
        const written = escapeClass(given, negated)
        const [found] = compileGbnf(`root ::= ${written} | [^x]`).classes
        const [wanted] = compileGbnf({
          rules: [
            {
              name: 'root',
              expr: choice([charClass(given, negated), charClass([[120, 120]], true)]),
            },
          ],
        }).classes
        expect(found).toEqual(wanted)
      }),
      { numRuns: 500 },
    )
  })

  it('show what cannot be seen', () => {
    expect(escapeLiteral('a\u00a0\u200b\ufeff\u0301\u{e0041}\x7fé')).toBe(
      '"a\\xA0\\u200B\\uFEFF\\u0301\\U000E0041\\x7Fé"',
    )
    expect(escapeLiteral('\ud83d')).toBe('"\\uD83D"')
  })

  it('of tokens', () => {
    expect([escapeToken(7, false), escapeToken('<x>', true)]).toEqual(['<[7]>', '!<x>'])
    expect(['<x>', '<|a b|>', '<[x>', 'x', '<a>b>', '<>'].map(isTokenText)).toEqual([
      true,
      true,
      false,
      false,
      false,
      true,
    ])
  })
})

describe('printing', () => {
  const a = literal('a')
  it.each<[string, GbnfExpr]>([
    ['"a" "a"', sequence([a, sequence([a])])],
    ['"a" | "a" | ""', choice([a, choice([a, nothing])])],
    ['("a" | "a") "a"', sequence([choice([a, a]), a])],
    ['("a" "a")*', repeat(sequence([a, a]), 0, null)],
    ['("a"?)+', repeat(repeat(a, 0, 1), 1, null)],
    [
      '"a"{2} x{2,} [a-c]{2,3} .{0,2}',
      sequence([
        repeat(a, 2, 2),
        repeat(ref('x'), 2, null),
        repeat(charClass([[97, 99]]), 2, 3),
        repeat(charClass([], true), 0, 2),
      ]),
    ],
    ['[b-a]', charClass([])],
    ['("")?', repeat(literal(''), 0, 1)],
    [
      '[^"\\\\\\x00-\\x1F]',
      charClass(
        [
          [34, 34],
          [92, 92],
          [0, 31],
        ],
        true,
      ),
    ],
  ])('%s', (text, expr) => expect(printExpr(expr)).toBe(text))

  it('reads back a class that names its only member twice', () => {
    const rules = [
      {
        name: 'root',
        expr: charClass([
          [0x2d, 0x2d],
          [0x2d, 0x2d],
        ]),
      },
    ]
    const reading = readGbnf(printGbnf({ rules }))
    expect(reading.ok && [...reading.program.code]).toEqual([...compileGbnf({ rules }).code])
  })

  it('is stable, and reads back with the same meaning', () => {
    fc.assert(
      fc.property(randomGbnf, (grammar) => {
        const text = printGbnf(grammar)
        const reading = readGbnf(text)
        fc.pre(reading.ok)
        expect(printGbnf(reading.grammar)).toBe(text)
        expect([...reading.program.code]).toEqual([...compileGbnf(grammar).code])
      }),
      { numRuns: 300 },
    )
  })
})

describe('names', () => {
  it('hold letters, digits and dashes', () => {
    expect(['a', 'A-1', '-', '', 'a_b', 'é', 'a.b', 'a\n'].map(isRuleName)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
      false,
      false,
    ])
  })

  it('are made of any text', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => isRuleName(toRuleName(text))))
    expect(['get_weather.v2', '__', 'a--b', 'Ünï'].map(toRuleName)).toEqual([
      'get-weather-v2',
      'rule',
      'a-b',
      'n',
    ])
  })

  it('differ from each other', () => {
    const wanted = ['a', 'a', 'a-2', 'a', 'root', 'a_2']
    expect(wanted.map(createNamer(['root']))).toEqual([
      'a',
      'a-2',
      'a-2-2',
      'a-3',
      'root-2',
      'a-2-3',
    ])
  })
})

describe('questions about rules', () => {
  const grammar = (text: string): { rules: { name: string; expr: GbnfExpr }[] } => {
    const reading = readGbnf(text)
    if (!reading.ok) throw new Error(text)
    return { rules: [...reading.grammar.rules] }
  }

  it('which may be empty', () => {
    const found = findNullableRules(
      grammar('root ::= a b c "x"\na ::= b | "x"\nb ::= "y"*\nc ::= "z" b\nd ::= a b ""'),
    )
    expect([...found].toSorted()).toEqual(['a', 'b', 'd'])
  })

  it('which are never reached', () => {
    expect(findUnreachableRules(grammar('root ::= a\na ::= "x" root\nb ::= c\nc ::= "y"'))).toEqual(
      ['b', 'c'],
    )
  })

  it('which are not defined', () => {
    expect(findUndefinedRules({ rules: [{ name: 'root', expr: repeat(ref('x'), 0, 1) }] })).toEqual(
      ['x'],
    )
  })

  it('which are left recursive', () => {
    const rules = [
      { name: 'root', expr: sequence([repeat(literal('a'), 0, 1), ref('b'), literal('x')]) },
      { name: 'b', expr: choice([literal('y'), ref('root')]) },
      { name: 'c', expr: sequence([literal('a'), ref('c')]) },
    ]
    expect(findLeftRecursion({ rules })).toEqual([['root', 'b', 'root']])
  })
})

describeWithOracle('the real llama.cpp', () => {
  it(
    'reads escapes as the text and the class that they stand for',
    { timeout: 60_000 },
    async () => {
      const points = fc.sample(point, { numRuns: 150, seed: 5 }).filter((each) => each > 0)
      const texts = points.map((each) => String.fromCodePoint(each))
      const trials = points.map((each, i) => ({
        gbnf: `root ::= ${escapeLiteral(texts[i] ?? '')} ${escapeClass(
          [
            [each, each],
            [each, each],
          ],
          false,
        )} ${escapeClass([[each, each]], true)}`,
        texts: ['x', 'y', 'xx'].map((rest) => `${texts[i]}${texts[i]}${rest}`),
      }))
      const outcomes = await grammarOracle().check(trials)
      trials.forEach(({ gbnf }, i) => {
        const outcome = outcomes[i]
        const accepted = outcome?.loads === true ? outcome.texts.map(({ accepts }) => accepts) : []
        expect(accepted, gbnf).toEqual([points[i] !== 0x78, points[i] !== 0x79, false])
      })
    },
  )
})
