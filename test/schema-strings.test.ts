import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  accepts,
  complement,
  fromPattern,
  isFault,
  union,
  type Automaton,
} from '../src/automata/index.ts'
import { acceptGbnf } from '../src/gbnf/accept.ts'
import { emitGbnf } from '../src/gbnf/emit.ts'
import { parseText } from '../src/machine/parse.ts'
import type { Arena } from '../src/peg/arena.ts'
import type { JsonSchema } from '../src/peg/node.ts'
import { schemaToArena } from '../src/text/schema-to-gbnf.ts'
import { randomPatterns, randomTexts } from './support/random-patterns.ts'

const { CI, TEST_HARDER } = process.env
const numRuns = 30 * (TEST_HARDER !== undefined ? 100 : CI !== undefined ? 5 : 1)
const seed = TEST_HARDER !== undefined ? Date.now() : 20_251_130
const timeout = 60_000 + numRuns * 500
const manyTexts = fc.array(randomTexts, { minLength: 5, maxLength: 10 })

function automatonOf(pattern: string): Automaton {
  const found = fromPattern(pattern)
  if (isFault(found)) throw new Error(`${pattern} ${found.reason}`)
  return found
}

function reads(arena: Arena, text: string): boolean {
  const result = parseText(arena, text, { view: 'grammar' }).result()
  return result.kind === 'success' && result.end === text.length
}

/** Where no string will do, the schema still has a value: an impossible one would admit any. */
function beside(schema: JsonSchema): JsonSchema {
  return { anyOf: [{ const: 0 }, schema] }
}

/** What the grammar and the parser make of JSON texts; they must be of one mind. */
function verdicts(schema: JsonSchema, texts: readonly string[]): boolean[] {
  const { arena } = schemaToArena(schema, { whitespace: 'compact' })
  const gbnf = emitGbnf(arena).gbnf
  return texts.map((text) => {
    const isAccepted = acceptGbnf(gbnf, text).kind === 'complete'
    expect([text, reads(arena, text)]).toEqual([text, isAccepted])
    return isAccepted
  })
}

describe('strings of random patterns', () => {
  it(
    'are what the automaton accepts, as JSON writes them',
    () => {
      fc.assert(
        fc.property(randomPatterns, manyTexts, (pattern, texts) => {
          const automaton = automatonOf(pattern)
          const json = texts.map((text) => JSON.stringify(text))
          const found = verdicts(beside({ type: 'string', pattern }), json)
          expect(found).toEqual(texts.map((text) => accepts(automaton, text)))
        }),
        { numRuns, seed },
      )
    },
    timeout,
  )

  it(
    'meet lengths, each other and what must not be',
    () => {
      fc.assert(
        fc.property(randomPatterns, randomPatterns, manyTexts, (one, other, texts) => {
          const schema = {
            type: 'string',
            allOf: [{ pattern: one, minLength: 1 }, { maxLength: 4 }],
            not: { pattern: other },
          }
          const either = union(complement(automatonOf(one)), automatonOf(other))
          if (either === null) throw new Error('over the limit')
          const found = verdicts(
            beside(schema),
            texts.map((text) => JSON.stringify(text)),
          )
          expect(found).toEqual(
            texts.map((text) => {
              const length = [...text].length
              return !accepts(either, text) && length >= 1 && length <= 4
            }),
          )
        }),
        { numRuns, seed },
      )
    },
    timeout,
  )

  it(
    'partition the keys of objects',
    () => {
      fc.assert(
        fc.property(randomPatterns, randomPatterns, manyTexts, (one, other, texts) => {
          const schema = {
            type: 'object',
            properties: { a: { const: 0 } },
            patternProperties: { [one]: { enum: [0, 1, 3] }, [other]: { enum: [0, 2, 3] } },
            additionalProperties: { const: 4 },
          }
          const pairs = texts.flatMap((text) =>
            [0, 1, 2, 3, 4].map((value) => [text, value] as const),
          )
          const found = verdicts(
            schema,
            pairs.map(([key, value]) => JSON.stringify({ [key]: value })),
          )
          const [a, b] = [automatonOf(one), automatonOf(other)]
          expect(found).toEqual(
            pairs.map(([key, value]) => {
              const [inA, inB] = [accepts(a, key), accepts(b, key)]
              if (key === 'a') return value === 0
              if (one === other || (inA && inB)) {
                if (one === other && !inB) return value === 4
                return one === other ? [0, 2, 3].includes(value) : [0, 3].includes(value)
              }
              if (inA) return [0, 1, 3].includes(value)
              return inB ? [0, 2, 3].includes(value) : value === 4
            }),
          )
        }),
        { numRuns, seed },
      )
    },
    timeout,
  )
})

describe('long strings', () => {
  const cases: readonly [pattern: string, text: string][] = [
    ['^(?:\\S+\\s+)*\\S+$', 'né 日本 x\u00a0'.repeat(5_000) + 'y'],
    ['ab', `${'a'.repeat(20_000)}${'b\n'.repeat(20_000)}`],
    ['^[a-z]+(-[a-z]+)*$', `${'abc-'.repeat(20_000)}x`],
    ['^(?:ab|cd)*$', 'abcd'.repeat(20_000)],
  ]
  it.each(cases)('of %s are no deeper than short ones', (pattern, text) => {
    const { arena } = schemaToArena({ type: 'string', pattern })
    expect(reads(arena, JSON.stringify(text))).toBe(true)
  })
})

describe('escapes', () => {
  const cases: readonly [
    schema: JsonSchema,
    accepted: readonly string[],
    rejected: readonly string[],
  ][] = [
    [
      { type: 'string', pattern: '^[^a]$' },
      ['"b"', '"\\n"', '"\\u00e9"', '"\\ud83d\\ude00"', '"😀"', '"\\/"', '"\\""'],
      ['"a"', '"\\ud83d"', '"\\u0061"', '""', '"bb"'],
    ],
    [
      { type: 'string', pattern: '^[é😀]+$' },
      ['"é"', '"\\u00E9"', '"\\uD83D\\uDE00"', '"😀é"'],
      ['"\\u00ea"', '"\\ud83d\\ude01"', '"e"'],
    ],
    [
      { type: 'string', pattern: '^[\\x00-\\x1f]$' },
      ['"\\n"', '"\\u000a"', '"\\u0000"', '"\\u001F"', '"\\b"'],
      ['"\n"', '" "', '"\\u0020"'],
    ],
    [
      {
        type: 'object',
        properties: { 'a/b': { const: 1 }, é: { const: 1 } },
        additionalProperties: { const: 2 },
      },
      ['{"a/b":1}', '{"é":1}', '{"e":2}', '{"a/":2}', '{"\\u00ea":2}', '{"":2}'],
      ['{"a\\/b":2}', '{"\\u00e9":2}', '{"a/b":2}', '{"\\u0061/b":2}'],
    ],
    [
      {
        type: 'object',
        patternProperties: { '^\\ud800$': { const: 1 } },
        additionalProperties: { const: 2 },
      },
      ['{"a":2}', '{"\\ud83d\\ude00":2}'],
      ['{"\\ud800":2}', '{"\\ud800":1}'],
    ],
  ]
  it.each(cases)('of %j', (schema, accepted, rejected) => {
    expect(verdicts(schema, accepted)).toEqual(accepted.map(() => true))
    expect(verdicts(schema, rejected)).toEqual(rejected.map(() => false))
  })
})
