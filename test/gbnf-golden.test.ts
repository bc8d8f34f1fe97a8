import { describe, expect, it } from 'vitest'
import type { FormatOptions } from '../src/chat/chat-types.ts'
import { formatList, formatNames } from '../src/formats/index.ts'
import { acceptGbnf } from '../src/gbnf/accept.ts'
import { emitGbnf } from '../src/gbnf/emit.ts'
import { emitLazyGbnf } from '../src/gbnf/lazy.ts'
import { createRandom } from '../src/gbnf/random.ts'
import { compileGbnf, readGbnf } from '../src/gbnf/read.ts'
import { sampleMany } from '../src/gbnf/sample.ts'
import type { Arena } from '../src/peg/arena.ts'
import type { NodeKind } from '../src/peg/node.ts'
import { printArena } from '../src/peg/print.ts'
import { mutate } from '../src/verify/mutate.ts'
import { verify } from '../src/verify/verify.ts'
import { goldenArenas } from './support/golden-arenas.ts'
import { expectGolden, namesIn } from './support/golden.ts'
import { describeWithOracle, grammarOracle } from './support/oracle.ts'
import { takesTools } from './support/takes-tools.ts'

const timeout = 120_000

const tools: NonNullable<FormatOptions['tools']> = [
  {
    type: 'function',
    function: {
      name: 'get_weather',
      parameters: {
        type: 'object',
        properties: {
          city: { type: 'string' },
          days: { type: 'integer', minimum: 1, maximum: 14 },
          unit: { enum: ['celsius', 'fahrenheit'] },
        },
        required: ['city'],
      },
    },
  },
  {
    type: 'function',
    function: {
      name: 'get_time',
      parameters: {
        type: 'object',
        properties: {
          zones: { type: 'array', items: { type: 'string' } },
          exact: { type: 'boolean' },
        },
        required: ['zones'],
      },
    },
  },
  { type: 'function', function: { name: 'search', parameters: { type: 'object' } } },
]

const responseSchema = {
  type: 'object',
  properties: { answer: { type: 'string' }, sure: { type: 'boolean' } },
  required: ['answer'],
}

/** The arenas of every shipped format: calls allowed, calls required, an answer by schema. */
const formatArenas: ReadonlyMap<string, Arena> = new Map(
  formatList.flatMap(({ name, make }): [string, Arena][] => {
    const answer = make({ responseSchema }).arena()
    if (!takesTools(make))
      return [
        [name, make().arena()],
        [`${name}.schema`, answer],
      ]
    return [
      [name, make({ tools }).arena()],
      [`${name}.required`, make({ tools, toolChoice: 'required' }).arena()],
      [`${name}.schema`, answer],
    ]
  }),
)

interface Golden {
  readonly name: string
  readonly arena: Arena
  readonly gbnf: string
}

/** Average stacks. Content that ends before markers with different first characters keeps one for each. */
const shippedAverage = 5
const otherAverage = 4.5

/** Each arena's grammar, and beside it the lazy one where it has triggers. */
const goldens: readonly Golden[] = [...goldenArenas, ...formatArenas].flatMap(([name, arena]) => {
  const lazy = /\.(?:required|schema)$/.test(name) ? null : emitLazyGbnf(arena)
  const eager = { name, arena, gbnf: emitGbnf(arena).gbnf }
  return lazy === null ? [eager] : [eager, { name: `${name}.lazy`, arena, gbnf: lazy.gbnf }]
})

const named = goldens.map((golden): [string, Golden] => [golden.name, golden])
const shipped = new Set(formatArenas.values())

/** Sentences of a golden grammar, and the same ones damaged. */
function textsOf(gbnf: string, count: number): { sentences: string[]; damaged: string[] } {
  // A shortest sentence of many thousand characters is read often enough by one sample.
  const sentences = sampleMany(compileGbnf(gbnf), count, { maxLength: 120, seed: 3 })
  const random = createRandom(5)
  const damaged = sentences.map((text, i) => mutate(text, sentences[i - 1] ?? '', random))
  return { sentences, damaged }
}

describe('printed formats', () => {
  const names = formatNames()
  const printed = [...formatArenas].filter(([name]) => names.includes(name))

  it.each(printed)('peg/%s.peg', (name, arena) => {
    expectGolden(`peg/${name}.peg`, printArena(arena))
  })

  it('has no print of a format that is gone', () => {
    expect(namesIn('peg', '.peg').toSorted()).toEqual(names.toSorted())
  })
})

describe('golden grammars', () => {
  it.each(named)('gbnf/%s.gbnf', (name, { gbnf }) => {
    expectGolden(`gbnf/${name}.gbnf`, gbnf)
    expect(readGbnf(gbnf).diagnostics).toEqual([])
  })

  it('are all in use', () => {
    expect(namesIn('gbnf', '.gbnf').toSorted()).toEqual(goldens.map(({ name }) => name).toSorted())
  })

  it('cover every kind of node', () => {
    const kinds = new Set(
      [...goldenArenas.values()].flatMap((arena) => arena.nodes.map((node) => node.kind)),
    )
    const all: Record<NodeKind, true> = {
      start: true,
      end: true,
      eps: true,
      literal: true,
      token: true,
      sequence: true,
      choice: true,
      repeat: true,
      peek: true,
      not: true,
      any: true,
      chars: true,
      space: true,
      until: true,
      through: true,
      rest: true,
      stringContent: true,
      atomic: true,
      tag: true,
      rule: true,
      ref: true,
      cut: true,
      schema: true,
      gbnf: true,
      dual: true,
      recover: true,
      json: true,
      python: true,
    }
    expect([...kinds].toSorted()).toEqual(Object.keys(all).toSorted())
  })

  it.each(named)('%s samples fast: few stacks', (_, { gbnf, arena }) => {
    const program = compileGbnf(gbnf)
    let characters = 0
    let stacks = 0
    for (const text of textsOf(gbnf, 40).sentences) {
      const result = acceptGbnf(program, text)
      expect(result.kind, text).toBe('complete')
      expect(result.stacks.max).toBeLessThanOrEqual(32)
      characters += text.length
      stacks += result.stacks.average * text.length
    }
    expect(stacks / characters).toBeLessThanOrEqual(
      shipped.has(arena) ? shippedAverage : otherAverage,
    )
  })
})

// Formats share the time: the more there are, the less each is searched.
const share = (all: number): number => Math.max(20, Math.round(all / formatList.length))

describe('shipped formats', () => {
  it.each([...formatArenas])('%s: grammar and parser agree', { timeout }, (_, arena) => {
    expect(verify(arena, { budget: share(3000), samples: share(1000) })).toMatchObject({
      ok: true,
      undecided: 0,
    })
  })

  it.each([...formatArenas])('%s is exact', { timeout }, (_, arena) => {
    expect(emitGbnf(arena).warnings).toEqual([])
  })
})

describeWithOracle('the real llama.cpp', () => {
  const oracle = grammarOracle()

  it(
    'loads every golden grammar and judges sentences and damaged ones alike',
    { timeout },
    async () => {
      const cases = goldens.map(({ gbnf }) => {
        const { sentences, damaged } = textsOf(gbnf, 12)
        return { gbnf, texts: [...sentences, ...damaged].filter((text) => !text.includes('\0')) }
      })
      const verdicts = await oracle.check(cases)
      verdicts.forEach((verdict, i) => {
        const { gbnf = '', texts = [] } = cases[i] ?? {}
        const name = goldens[i]?.name
        if (!verdict.loads) throw new Error(`${name}: ${verdict.error}`)
        const ours = texts.map((text) => acceptGbnf(gbnf, text).kind === 'complete')
        expect(
          verdict.texts.map((text) => text.accepts),
          name,
        ).toEqual(ours)
      })
    },
  )
})
