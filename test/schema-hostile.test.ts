import { describe, expect, it } from 'vitest'
import { GrammarError } from '../src/diagnostics/errors.ts'
import { acceptGbnf } from '../src/gbnf/accept.ts'
import { emitGbnf } from '../src/gbnf/emit.ts'
import { hermes } from '../src/formats/index.ts'
import { buildGrammar } from '../src/grammar.ts'
import type { JsonSchema } from '../src/peg/node.ts'
import { schemaToGbnf } from '../src/text/schema-to-gbnf.ts'

const isSentence = (gbnf: string, text: string): boolean =>
  acceptGbnf(gbnf, text).kind === 'complete'

// On a busy machine the time says little; that they end is what is tested.
describe('hostile schemas end, with a grammar and a report', { timeout: 120_000 }, () => {
  it('ten thousand words', () => {
    const words = Array.from({ length: 10_000 }, (_, i) => `word-${i * 7919}`)
    const { gbnf, report } = schemaToGbnf({ enum: words })
    expect(report.exact).toBe(true)
    expect(isSentence(gbnf, JSON.stringify(words[9_999]))).toBe(true)
    expect(isSentence(gbnf, '"word-"')).toBe(false)
  })

  it('words that each begin the next', () => {
    const words = Array.from({ length: 300 }, (_, i) => 'a'.repeat(i + 1))
    const { gbnf } = schemaToGbnf({ enum: words })
    expect(isSentence(gbnf, JSON.stringify('a'.repeat(299)))).toBe(true)
    expect(isSentence(gbnf, JSON.stringify('a'.repeat(301)))).toBe(false)
  })

  it('nesting without end', () => {
    let schema: JsonSchema = { type: 'integer' }
    for (let i = 0; i < 20_000; i++) schema = { type: 'array', items: schema }
    const { gbnf, report } = schemaToGbnf(schema)
    expect(report.entries.filter(({ effect }) => effect === 'refused')).toHaveLength(1)
    const { warnings } = buildGrammar((p) => p.schema(schema))
    expect(warnings.map(({ code }) => code)).toContain('nesting-limit')
    expect(isSentence(gbnf, '[[[]]]')).toBe(true)
    expect(isSentence(gbnf, '[[1]]')).toBe(false)
  })

  it('unions nested without end', () => {
    let schema: JsonSchema = { type: 'integer' }
    for (let i = 0; i < 20_000; i++) schema = { anyOf: [schema, { type: 'null' }] }
    expect(isSentence(schemaToGbnf(schema).gbnf, 'null')).toBe(true)
  })

  it('a product of unions', () => {
    const pair = (i: number): JsonSchema => ({
      anyOf: [
        { properties: { [`a${i}`]: { type: 'integer' } } },
        { properties: { [`b${i}`]: { type: 'integer' } } },
      ],
    })
    const schema = { type: 'object', allOf: Array.from({ length: 24 }, (_, i) => pair(i)) }
    const { report } = schemaToGbnf(schema)
    expect(report.entries).toContainEqual(
      expect.objectContaining({ keyword: 'allOf', effect: 'relaxed' }),
    )
  })

  it('an object that holds itself is a recursion', () => {
    const schema: Record<string, unknown> = { type: 'object' }
    schema['properties'] = { next: schema }
    expect(isSentence(schemaToGbnf(schema).gbnf, '{"next":{"next":{}}}')).toBe(true)
  })

  it('a value that holds itself', () => {
    const value: unknown[] = []
    value.push(value)
    expect(schemaToGbnf({ const: value }).report.exact).toBe(false)
  })

  it('getters that throw, and one that never ends', () => {
    const schema = {
      type: 'object',
      get properties(): never {
        throw new Error('no')
      },
    }
    expect(isSentence(schemaToGbnf(schema).gbnf, '{}')).toBe(true)
    expect(isSentence(schemaToGbnf(endlessArray()).gbnf, '[[[]]]')).toBe(true)
  })

  it('keywords of the wrong type', () => {
    const schema = {
      type: { a: 1 },
      properties: [1],
      required: 'a',
      enum: 3,
      anyOf: {},
      allOf: [1, null, 'x'],
      minLength: -1,
      maximum: 'x',
      items: 7,
      $ref: 7,
    }
    expect(isSentence(schemaToGbnf(schema).gbnf, '{"a":1}')).toBe(true)
  })

  it('a thousand optional properties', () => {
    const keys = Array.from({ length: 1_000 }, (_, i) => `key${i}`)
    const properties = Object.fromEntries(keys.map((key) => [key, { type: 'null' }]))
    const { gbnf } = schemaToGbnf({ type: 'object', properties })
    expect(isSentence(gbnf, '{"key3":null,"key40":null,"key999":null}')).toBe(true)
    expect(isSentence(gbnf, '{"key40":null,"key3":null}')).toBe(false)
    expect(gbnf.length).toBeLessThan(2_000_000)
  })
})

function endlessArray(): { readonly type: 'array'; readonly items: JsonSchema } {
  return {
    type: 'array',
    get items() {
      return endlessArray()
    },
  }
}

describe('what cannot be read', () => {
  const throws = (): never => {
    throw new Error('no')
  }
  const trapped: JsonSchema = new Proxy(
    {},
    { get: throws, has: throws, ownKeys: throws, getOwnPropertyDescriptor: throws },
  )

  it.each([
    ['a proxy whose traps throw', trapped, ''],
    ['one within a schema', { type: 'object', properties: { a: trapped } }, '/properties/a'],
  ])('%s is said with its path', (_, schema, path) => {
    const { report } = schemaToGbnf(schema)
    expect(report.entries).toContainEqual(expect.objectContaining({ path, effect: 'refused' }))
  })

  it.each([null, 7, 'x', [], undefined])('%j is no schema, and takes nothing down', (value) => {
    const { gbnf, report } = schemaToGbnf(value as unknown as JsonSchema)
    expect(isSentence(gbnf, '{"a":[1]}')).toBe(true)
    expect(report.exact).toBe(false)
    const arena = buildGrammar((p) => p.schema(value as unknown as JsonSchema))
    expect(arena.warnings.map(({ code }) => code)).toContain('schema-refused')
  })
})

describe('what admits no value', () => {
  const impossible = { type: 'object', properties: { a: false }, required: ['a'] }

  it('is a grammar of no text, and told by a code of its own', () => {
    const { gbnf, report } = schemaToGbnf(impossible)
    expect(report.entries).toContainEqual({
      path: '',
      keyword: '',
      effect: 'refused',
      reason: 'admits no value',
    })
    expect(['', '{}', '{"a":1}', 'null'].filter((text) => isSentence(gbnf, text))).toEqual([])
    expect(() => schemaToGbnf(impossible, { strict: true })).toThrow(
      expect.objectContaining({ code: 'schema-impossible' }),
    )
  })

  it('is any value in a larger grammar, so that one odd tool takes nothing down', () => {
    const arena = buildGrammar((p) => p.schema(impossible))
    expect(arena.warnings.map(({ code }) => code)).toContain('schema-impossible')
  })

  it('patterns too many to be told apart are told, not narrowed in silence', () => {
    const part = (letter: string): JsonSchema => ({
      patternProperties: {
        [`^[${letter}x]{5000}$`]: { type: 'integer' },
        [`^${letter}{7999}y$`]: true,
      },
      additionalProperties: { type: 'integer' },
    })
    const { gbnf, report } = schemaToGbnf({ type: 'object', allOf: [part('a'), part('b')] })
    expect(report.entries).toContainEqual(
      expect.objectContaining({ keyword: 'additionalProperties', effect: 'relaxed' }),
    )
    expect(isSentence(gbnf, '{"k":1}')).toBe(true)
  })
})

describe('cases that multiply', { timeout: 120_000 }, () => {
  const numbers = Array.from({ length: 40 }, (_, i) => i)
  const effects = (schema: JsonSchema): string[] =>
    schemaToGbnf(schema).report.entries.map(({ keyword, effect }) => `${keyword} ${effect}`)

  it('forty conditions', () => {
    const allOf = numbers.map((i) => ({
      if: { properties: { [`k${i}`]: { const: i } }, required: [`k${i}`] },
      then: { required: [`r${i}`] },
    }))
    expect(effects({ type: 'object', allOf })).toContain('allOf relaxed')
  })

  it('alternatives in alternatives', () => {
    let schema: JsonSchema = { type: 'integer' }
    for (let i = 0; i < 60; i++) schema = { oneOf: [schema, { properties: { x: schema } }] }
    expect(effects(schema)).toContain('oneOf relaxed')
  })

  it('negations in negations', () => {
    let schema: JsonSchema = { type: 'object', required: ['a'] }
    for (let i = 0; i < 60; i++) schema = { not: { properties: { x: schema }, required: ['x'] } }
    const { gbnf } = schemaToGbnf(schema)
    expect([isSentence(gbnf, '{}'), isSentence(gbnf, '7')]).toEqual([true, false])
  })

  it('counts of items and of properties', () => {
    const allOf = numbers.slice(0, 6).map((minimum) => ({ contains: { minimum }, minContains: 50 }))
    expect(effects({ type: 'array', minItems: 1_000, allOf })).toContain('contains ignored')
    const properties = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`k${i}`, true]))
    const counted = { type: 'object', properties, maxProperties: 200 }
    expect(effects(counted)).toContain('maxProperties relaxed')
  })

  it('steps and limits of many digits', () => {
    expect(effects({ type: 'integer', multipleOf: 99_991 })).toContain('multipleOf ignored')
    const minimum = 10n ** 300n
    const { gbnf, report } = schemaToGbnf({ type: 'integer', minimum, maximum: minimum + 5n })
    expect(report.exact).toBe(true)
    expect(isSentence(gbnf, String(minimum + 4n))).toBe(true)
    expect(isSentence(gbnf, String(minimum + 6n))).toBe(false)
  })
})

describe('patterns that explode', { timeout: 120_000 }, () => {
  const patterns = [
    '^(a+)+$',
    '^(a|a)*b$',
    '^(.*a.{40}|.*b.{40})$',
    '^(?=.*a.{20})(?=.*b.{20})(?=.*c.{20}).*$',
    '^((((a{1,99}){1,99}){1,99}){1,99})$',
    '(x{0,3000}y){0,3000}',
    `^(${'(a?'.repeat(200)}${')'.repeat(200)})$`,
    `^${Array.from({ length: 30 }, (_, i) => `(?!.*${i}.{9}$)`).join('')}.*$`,
  ]

  it.each(patterns)('%s ends in a grammar within bounds, or is reported', (pattern) => {
    const { gbnf, report } = schemaToGbnf({ type: 'string', pattern })
    const entry = report.entries.find(({ keyword }) => keyword === 'pattern')
    expect(['exact', 'relaxed', 'ignored', 'refused']).toContain(entry?.effect)
    // 600 states of an automaton at most are written.
    expect(gbnf.length).toBeLessThan(300_000)
    if (entry?.effect !== 'exact') expect(isSentence(gbnf, '"zz z"')).toBe(true)
  })
})

describe('three hundred tools', { timeout: 120_000 }, () => {
  const sizeOf = (count: number): { nodes: number; text: number } => {
    const arena = buildGrammar((p) =>
      p.choice(
        ...Array.from({ length: count }, (_, i) =>
          p.sequence(`tool-${i} `, p.schema(toolSchema(i), { name: `tool-${i}` })),
        ),
      ),
    )
    return { nodes: arena.nodes.length, text: emitGbnf(arena).gbnf.length }
  }

  it('take ten times what thirty do', () => {
    const [few, many] = [sizeOf(30), sizeOf(300)]
    expect(many.nodes).toBeLessThan(11 * few.nodes)
    expect(many.text).toBeLessThan(11 * few.text)
  })
})

function toolSchema(i: number): JsonSchema {
  return {
    type: 'object',
    properties: {
      [`id_${i}`]: { type: 'string', pattern: '^[a-z]{2,8}$' },
      limit: { type: 'integer', minimum: 1, maximum: 100 },
      order: { enum: ['ascending', 'descending', `by_field_${i}`] },
      tags: { type: 'array', items: { type: 'string' } },
    },
    required: [`id_${i}`],
  }
}

describe('strict', () => {
  const odd = { type: 'object', properties: { a: { type: 'string', pattern: '(a)\\1' } } }

  it('refuses what is not exact, with path and keyword', () => {
    let thrown: unknown
    try {
      schemaToGbnf(odd, { strict: true })
    } catch (error) {
      thrown = error
    }
    expect(thrown).toBeInstanceOf(GrammarError)
    expect(thrown).toMatchObject({
      code: 'schema-refused',
      diagnostics: [{ severity: 'error', path: '/properties/a' }],
    })
  })

  it('a grammar of tools names the tool, the place and the reason', () => {
    const parameters = {
      type: 'object',
      properties: { a: { type: 'strng' }, b: { type: 'array', uniqueItems: true } },
    }
    const tools = ['plain', 'odd'].map((name) => ({
      type: 'function' as const,
      function: { name, ...(name === 'odd' ? { parameters } : {}) },
    }))
    const found = hermes({ tools }).grammar().warnings
    expect(found.map(({ code, rule, path }) => [code, rule, path])).toEqual([
      ['schema-refused', 'odd-arguments', '/properties/a'],
      ['schema-ignored', 'odd-arguments', '/properties/b'],
    ])
  })

  it('in the builder, relaxed schemas are warnings', () => {
    const arena = buildGrammar((p) => p.schema(odd, { name: 'args' }))
    expect(arena.warnings.map(({ code, path }) => [code, path])).toContainEqual([
      'schema-refused',
      '/properties/a',
    ])
    expect(() => buildGrammar((p) => p.schema(odd, { settings: { strict: true } }))).toThrow(
      GrammarError,
    )
  })
})

describe('the schemas of a grammar', () => {
  it('have one budget of steps: those that come when it is spent admit any value', () => {
    const word = (tool: number, i: number): string => `${((i + tool) * 2_654_435_761).toString(36)}`
    const words = (tool: number): JsonSchema => ({
      enum: Array.from({ length: 500 }, (_, i) => word(tool, i)),
    })
    const maxSchemaSteps = 2_000
    const arena = buildGrammar(
      (p) =>
        p.choice(
          ...Array.from({ length: 40 }, (_, i) => p.schema(words(i), { name: `t${i}` })),
          p.schema({ type: 'null' }, { name: 'last' }),
        ),
      { maxSchemaSteps },
    )
    const late = arena.warnings.filter(({ code }) => code === 'schema-limit')
    expect(late.map(({ rule }) => rule)).not.toContain('t0')
    expect(late.at(-1)?.rule).toBe('last')
    // Each schema's own node, and the one that may have passed the limit.
    expect(arena.nodes.length).toBeLessThan(2 * maxSchemaSteps)
  })

  it('take a request of three hundred tools as it is', () => {
    const parameters = (i: number): JsonSchema => ({
      type: 'object',
      properties: Object.fromEntries(
        Array.from({ length: 12 }, (_, k) => [
          `p${i}_${k}`,
          { type: ['integer', 'string'][k % 2] },
        ]),
      ),
    })
    const arena = buildGrammar((p) =>
      p.choice(...Array.from({ length: 300 }, (_, i) => p.schema(parameters(i)))),
    )
    expect(arena.warnings.filter(({ code }) => code === 'schema-limit')).toEqual([])
  })
})

it('a tuple of any length is no deeper than its items', () => {
  const schema = {
    prefixItems: Array.from({ length: 5_000 }, () => ({ type: 'null' })),
    items: false,
  }
  const { gbnf, report } = schemaToGbnf({ type: 'array', ...schema }, { whitespace: 'compact' })
  expect(report.exact).toBe(true)
  const array = (length: number): string => JSON.stringify(Array.from({ length }, () => null))
  for (const length of [0, 1, 63, 64, 65, 128, 4_999, 5_000])
    expect(acceptGbnf(gbnf, array(length)).kind, `${length} items`).toBe('complete')
  expect(acceptGbnf(gbnf, array(5_001)).kind).toBe('refused')
})
