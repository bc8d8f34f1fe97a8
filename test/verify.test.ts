import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isExact } from '../src/analyze/gbnf-loss.ts'
import { compileGbnf } from '../src/gbnf/read.ts'
import { buildGrammar } from '../src/grammar.ts'
import type { Builder, Operand } from '../src/peg/builder.ts'
import { sentencesByLength } from '../src/verify/enumerate.ts'
import { shrinkText } from '../src/verify/shrink.ts'
import { verify, type CounterExample, type VerifyOptions } from '../src/verify/verify.ts'
import { buildPlan, printPlan } from './support/plan.ts'
import { arenaPlans } from './support/random-arenas.ts'
import { sentencesOver } from './support/texts-over.ts'

type Make = (p: Builder) => Operand

const { CI, TEST_HARDER } = process.env
const factor = TEST_HARDER !== undefined ? 100 : CI !== undefined ? 8 : 1

/** The counter-examples of the grammar view; the other view finds the same ones. */
function disagreements(make: Make, options: VerifyOptions = { budget: 200 }): CounterExample[] {
  const { counterExamples } = verify(buildGrammar(make), options)
  return counterExamples.filter(({ view }) => view === 'grammar')
}

describe('verify', () => {
  it('finds nothing wrong with an exact arena', () => {
    const arena = buildGrammar((p) =>
      p.sequence(
        p.optional(p.sequence('<think>', p.until('</think>'), '</think>')),
        p.choice(p.sequence('{"n": ', p.jsonNumber(), '}'), p.sequence('[', p.json(), ']')),
        p.end(),
      ),
    )
    const report = verify(arena, { budget: 400 })
    expect(report).toMatchObject({ ok: true, sentences: 400, sampled: 100, undecided: 0 })
    expect(report.prefixes).toBeGreaterThan(4000)
    expect(report.read).toBeGreaterThan(10)
  })

  it('names the smallest text that ordered choice does not read', () => {
    const make: Make = (p) => p.sequence(p.choice('a', 'ab'), 'c')
    expect(disagreements(make)).toEqual([
      { kind: 'prefix-fails', view: 'grammar', text: 'abc', offset: 1 },
    ])
  })

  it('names the smallest text that a greedy repetition does not read', () => {
    const make: Make = (p) => p.sequence(p.zeroOrMore('a'), 'a')
    expect(disagreements(make)).toEqual([
      { kind: 'not-read', view: 'grammar', text: 'a', offset: 1 },
    ])
  })

  it('finds what a lookahead refuses', () => {
    const make: Make = (p) => p.sequence(p.not('b'), p.chars('[a-c]'))
    expect(disagreements(make)).toEqual([
      { kind: 'prefix-fails', view: 'grammar', text: 'b', offset: 0 },
    ])
  })

  it('finds what a grammar that someone wrote refuses', () => {
    const make: Make = (p) => p.sequence(p.chars('[ab]'), p.optional('!'))
    expect(disagreements(make, { gbnf: 'root ::= [ab]+ | "ab!"' })).toEqual([
      { kind: 'not-admitted', view: 'grammar', text: 'a!', offset: 1 },
    ])
  })

  it('holds the lenient reading against the grammar too', () => {
    const make: Make = (p) => p.dual('a', p.choice('a', 'b'))
    expect(verify(buildGrammar(make)).counterExamples).toEqual([
      { kind: 'prefix-fails', view: 'reading', text: 'b', offset: 0 },
    ])
  })

  it('has nothing to say about a grammar without a sentence', () => {
    const report = verify(buildGrammar((p) => p.sequence('a', p.recover('b'))))
    expect(report).toMatchObject({ ok: true, sentences: 0, sampled: 0 })
  })

  it('draws the same texts from the same seed', () => {
    const arena = buildGrammar((p) => p.json())
    const options = { budget: 100, seed: 5 }
    expect(verify(arena, options)).toEqual(verify(arena, options))
  })

  it(
    'agrees with the analysis: an arena that is found exact has no counter-example',
    { timeout: 120_000 },
    () => {
      let exact = 0
      const agrees = fc.property(arenaPlans, (plan) => {
        if (JSON.stringify(plan).includes('"gbnf"')) return
        const arena = buildPlan(plan)
        if (arena === null || !isExact(arena)) return
        exact++
        const { counterExamples } = verify(arena, { budget: 60, samples: 20 })
        const wrong = counterExamples.filter(({ view }) => view === 'grammar')
        if (wrong.length > 0) throw new Error(`${JSON.stringify(wrong)}\n${printPlan(plan)}`)
      })
      fc.assert(agrees, { numRuns: 1000 * factor, seed: 20_251_130 })
      expect(exact).toBeGreaterThan(100)
    },
  )
})

describe('sentencesByLength', () => {
  it('gives every short sentence once, the shortest first', () => {
    const gbnf = 'root ::= item ("," item)*\nitem ::= [ab]{1,2} | "(" root ")"'
    const all = sentencesOver(gbnf, 'ab,()', 5)
    const found: string[] = []
    for (const sentence of sentencesByLength(compileGbnf(gbnf), 100_000)) {
      if (sentence.length > 5) break
      found.push(sentence)
    }
    // A class is represented by a few of its characters; "b" is none of them here.
    expect(new Set(found)).toEqual(new Set([...all].filter((text) => !text.includes('b'))))
    expect(found.length).toBe(new Set(found).size)
    expect(found.map((text) => text.length)).toEqual(
      found.map((text) => text.length).toSorted((a, b) => a - b),
    )
  })

  it('goes straight to sentences that are long', () => {
    const gbnf = `root ::= "${'x'.repeat(300)}" [0-9]+ | [a-z]+ "${'y'.repeat(300)}"`
    const [first] = sentencesByLength(compileGbnf(gbnf), 2000)
    expect(first?.length).toBe(301)
  })
})

describe('shrinkText', () => {
  it('keeps what is needed', () => {
    expect(shrinkText('xx<y>zz</y>', (text) => /<.>.*<\/.>/.test(text))).toBe('<a></a>')
  })

  it('asks no more often than allowed', () => {
    let asked = 0
    const holds = (): boolean => ++asked < 0
    shrinkText('abc'.repeat(1000), holds, 50)
    expect(asked).toBe(50)
  })
})
