import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { loadArena } from '../src/analyze/load-arena.ts'
import { GrammarError } from '../src/diagnostics/errors.ts'
import { formatDiagnostic } from '../src/diagnostics/format.ts'
import { formats } from '../src/formats/index.ts'
import { buildGrammar } from '../src/grammar.ts'
import type { Arena } from '../src/peg/arena.ts'
import { decodeArena, encodeArena, type ArenaJson } from '../src/peg/codec.ts'
import type { Make } from './support/inspect.ts'
import { buildPlan } from './support/plan.ts'
import { arenaPlans } from './support/random-arenas.ts'

/** Through text and back. */
function reload(arena: Arena): Arena {
  return loadArena(JSON.parse(JSON.stringify(encodeArena(arena))))
}

function expectSame(loaded: Arena, arena: Arena): void {
  expect(loaded.nodes).toEqual(arena.nodes)
  expect([...loaded.rules]).toEqual([...arena.rules])
  expect(loaded.root).toBe(arena.root)
}

const sample: Make = (p) =>
  p.sequence(
    p.rule('call', () => p.sequence('<', p.chars('[a-z]', 1, 3), p.optional(p.ref('call')), '>')),
    p.until('a', { text: '<b>', token: true }),
    p.schema({ type: 'object' }, { name: 's', settings: { order: 'any' } }),
  )

interface Changeable {
  version: unknown
  root: unknown
  rules: unknown
  nodes: unknown
}

/** What a value is refused for. */
function refusals(value: unknown): string[] {
  return decodeArena(value).diagnostics.map((d) => `${d.path}: ${d.message}`)
}

/** What the sample is refused for after a change. */
function refusalsOf(change: (saved: ArenaJson) => Partial<Changeable>): string[] {
  const saved = encodeArena(buildGrammar(sample))
  return refusals({ ...saved, ...change(saved) })
}

describe('an arena', () => {
  it('goes to JSON and back', () => {
    const arena = buildGrammar(sample)
    expectSame(reload(arena), arena)
    expect(Object.isFrozen(reload(arena).nodes[0])).toBe(true)
  })

  it('goes to JSON and back, whatever it is', () => {
    fc.assert(
      fc.property(arenaPlans, (plan) => {
        const arena = buildPlan(plan)
        if (arena !== null) expectSame(reload(arena), arena)
      }),
    )
  })

  it('goes to JSON and back as a shipped format', () => {
    const parameters = { type: 'object', properties: { city: { type: 'string' } } }
    const arena = formats.hermes({ tools: [{ function: { name: 'weather', parameters } }] }).arena()
    expectSame(reload(arena), arena)
  })

  it('is saved with a version, and without what follows from the rest', () => {
    const json = encodeArena(
      buildGrammar((p) => p.rule('r', () => p.sequence('a', p.optional(p.ref('r'))))),
    )
    expect(json).toEqual({
      version: 1,
      root: 4,
      rules: [['r', 4]],
      nodes: [
        { kind: 'ref', name: 'r' },
        { kind: 'repeat', item: 0, min: 0, max: 1 },
        { kind: 'literal', text: 'a' },
        { kind: 'sequence', items: [2, 1] },
        { kind: 'rule', name: 'r', item: 3, trigger: false, silent: false },
      ],
    })
  })
})

describe('a saved arena of unknown origin', () => {
  it('is refused when it is of another version, or none at all', () => {
    expect(refusalsOf(() => ({ version: 2 }))).toEqual(['version: version 1 is expected, not 2'])
    for (const [value, shown] of [
      [null, 'null'],
      [[], 'a list'],
      [7, '7'],
      [{}, 'nothing'],
    ] as const) {
      expect(decodeArena(value).diagnostics[0]?.message).toBe(`version 1 is expected, not ${shown}`)
    }
  })

  it('is refused when an id leads nowhere', () => {
    expect(refusalsOf(() => ({ root: 9999 }))).toEqual(['root: 9999 is not the number of a node'])
    expect(refusalsOf(() => ({ root: 0.5 }))).toEqual(['root: 0.5 is not the number of a node'])
    expect(
      refusals({
        version: 1,
        root: 0,
        rules: [],
        nodes: [
          { kind: 'sequence', items: [0, -1] },
          { kind: 'tag', tag: 't', item: '0' },
        ],
      }),
    ).toEqual([
      'nodes[0].items: a list of numbers of nodes is expected',
      'nodes[1].item: the number of a node is expected',
    ])
  })

  it('is refused when a field is not what it should be', () => {
    const bad: [object, string][] = [
      [{ kind: 'loop' }, 'nodes[0]: "loop" is not a kind of node'],
      [{ kind: '__proto__' }, 'nodes[0]: "__proto__" is not a kind of node'],
      [{ kind: 'constructor' }, 'nodes[0]: "constructor" is not a kind of node'],
      [{ kind: 'literal' }, 'nodes[0].text: a text is expected'],
      [{ kind: 'literal', text: '' }, 'nodes[0].text: a text is expected'],
      [
        { kind: 'chars', set: [98, 97], min: 0, max: null },
        'nodes[0].set: sorted ranges of code points are expected',
      ],
      [
        { kind: 'chars', set: [97, 98, 99, 99], min: 0, max: null },
        'nodes[0].set: sorted ranges of code points are expected',
      ],
      [
        { kind: 'chars', set: [97, 1e7], min: 0, max: null },
        'nodes[0].set: sorted ranges of code points are expected',
      ],
      [
        { kind: 'chars', set: [97, 98], min: -1, max: null },
        'nodes[0].min: a whole number from 0 is expected',
      ],
      [
        { kind: 'chars', set: [97, 98], min: 3, max: 2 },
        'nodes[0].max: the maximum 2 is below the minimum 3',
      ],
      [
        { kind: 'until', delimiters: [] },
        'nodes[0].delimiters: a list of delimiters, each with text and token, is expected',
      ],
      [
        { kind: 'until', delimiters: [{ text: '', token: false }] },
        'nodes[0].delimiters: a list of delimiters, each with text and token, is expected',
      ],
      [
        { kind: 'stringContent', quote: '`', flavour: 'json' },
        'nodes[0].quote: one of "\\"", "\'" is expected',
      ],
    ]
    for (const [node, expected] of bad) {
      expect(refusals({ version: 1, root: 0, rules: [], nodes: [node] })).toEqual([expected])
    }
  })

  it('is refused when rules and nodes do not name each other', () => {
    expect(refusalsOf(({ rules }) => ({ rules: [...rules, ['x', 0]] }))).toContain(
      'rules: node 0 is not the rule "x"',
    )
    expect(
      refusalsOf(({ rules }) => ({ rules: rules.filter(([name]) => name !== 'call') })),
    ).toEqual(
      expect.arrayContaining([
        expect.stringContaining('the rule "call" is not'),
        expect.stringContaining('is not defined'),
      ]),
    )
    expect(refusalsOf(({ rules }) => ({ rules: [...rules, ...rules] }))[0]).toContain(
      'is listed twice',
    )
    expect(refusalsOf(() => ({ rules: { call: 1 } }))).toContain(
      'rules: a list is expected, not an object',
    )
  })

  it('is refused when a node stands inside itself', () => {
    expect(
      refusals({
        version: 1,
        root: 0,
        rules: [],
        nodes: [
          { kind: 'tag', tag: 't', item: 1 },
          { kind: 'peek', item: 0 },
        ],
      }),
    ).toEqual(['nodes[1]: node 0 stands inside itself'])
  })

  it('is refused when its grammar has faults', () => {
    const json = encodeArena(
      buildGrammar((p) => p.rule('r', () => p.sequence('a', p.optional(p.ref('r'))))),
    )
    const changed = {
      ...json,
      nodes: json.nodes.map((n) => (n.kind === 'sequence' ? { ...n, items: [1, 2] } : n)),
    }
    expect(() => loadArena(changed)).toThrow(/left-recursion/)
  })

  it('names at most twenty faults', () => {
    const nodes = Array.from({ length: 1000 }, () => ({ kind: 'what' }))
    expect(refusals({ version: 1, root: 0, rules: [], nodes })).toHaveLength(20)
  })

  it('keeps nothing that it does not know', () => {
    const json = JSON.parse(
      '{"version":1,"root":0,"rules":[],"nodes":[{"kind":"any","__proto__":{"x":1},"min":3}]}',
    ) as unknown
    expect(loadArena(json).nodes).toEqual([{ kind: 'any' }])
  })

  it('keeps the key __proto__ of a schema a key', () => {
    const schema = JSON.parse('{"properties":{"__proto__":{"type":"string"}}}') as {
      properties: object
    }
    const json = encodeArena(buildGrammar((p) => p.schema(schema)))
    const node = loadArena(JSON.parse(JSON.stringify(json))).nodes.find((n) => n.kind === 'schema')
    expect(JSON.stringify(node?.kind === 'schema' ? node.schema : null)).toBe(
      JSON.stringify(schema),
    )
    expect({}).not.toHaveProperty('type')
  })

  it('may nest a schema only so deep', () => {
    const deep = JSON.parse('{"a":'.repeat(5000) + '{}' + '}'.repeat(5000)) as object
    const nodes = [{ kind: 'any' }, { kind: 'schema', name: 's', schema: deep, item: 0, strict: 0 }]
    expect(refusals({ version: 1, root: 1, rules: [], nodes })).toEqual([
      'nodes[1].schema: it is nested more than 500 deep',
    ])
  })

  it('is refused, not trusted, however it is damaged', () => {
    const text = JSON.stringify(encodeArena(buildGrammar(sample)))
    const value = fc.jsonValue({ maxDepth: 2 })
    fc.assert(
      fc.property(fc.nat(text.length), fc.nat(8), value, (at, size, put) => {
        const damaged = text.slice(0, at) + JSON.stringify(put) + text.slice(at + size)
        let json: unknown
        try {
          json = JSON.parse(damaged)
        } catch {
          return
        }
        try {
          expect(loadArena(json).root).toBeTypeOf('number')
        } catch (error) {
          if (!(error instanceof GrammarError)) throw error
        }
      }),
      { numRuns: 2000 },
    )
  })

  it('is to be parsed first', () => {
    expect(() => loadArena('{}')).toThrow(
      new TypeError('loadArena takes a parsed value: loadArena(JSON.parse(text))'),
    )
  })

  it('is told what to do', () => {
    const [fault] = decodeArena({}).diagnostics
    expect(fault && formatDiagnostic(fault)).toBe(
      'error[bad-arena]: version 1 is expected, not nothing\n  --> version\n  hint: load what encodeArena saved, unchanged',
    )
  })
})
