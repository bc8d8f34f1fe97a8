import { describe, expect, it } from 'vitest'
import { GrammarError } from '../src/diagnostics/errors.ts'
import { printGbnf } from '../src/gbnf/print.ts'
import { checkGbnf, compileGbnf, readGbnf } from '../src/gbnf/read.ts'
import { literal, ref, repeat, sequence } from '../src/gbnf/expr.ts'
import {
  describeReading,
  gbnfCaseFiles,
  gbnfCaseFormat,
  readGbnfCases,
} from './support/gbnf-cases.ts'
import { testCases } from './support/golden.ts'
import { describeWithOracle, grammarOracle } from './support/oracle.ts'

for (const file of gbnfCaseFiles()) {
  testCases(file, gbnfCaseFormat, ({ input }) => describeReading(input))
}

const cases = readGbnfCases()

describe('what was read', () => {
  it('prints to a text that prints as itself', () => {
    for (const { input } of cases) {
      const reading = readGbnf(input)
      if (!reading.ok) continue
      const printed = printGbnf(reading.grammar)
      const again = readGbnf(printed)
      expect(again.ok && printGbnf(again.grammar), input).toBe(printed)
    }
  })

  it('says where each rule begins', () => {
    const reading = readGbnf('root ::= x\n\n  x ::= "a"')
    expect(reading.ok && [...reading.offsets]).toEqual([
      ['root', 0],
      ['x', 14],
    ])
  })

  it('has lines and columns, also behind line ends of two characters', () => {
    const [found] = readGbnf('root ::= "a"\r\n\r\nx ::= y').diagnostics
    expect(found).toMatchObject({ code: 'gbnf-undefined-rule', line: 3, column: 7, offset: 22 })
  })
})

describe('limits', () => {
  it('bounds parentheses before the parser recurses', () => {
    const deep = (n: number): string => `root ::= ${'('.repeat(n)}"a"${')'.repeat(n)}`
    expect(readGbnf(deep(256)).ok).toBe(true)
    expect(readGbnf(deep(257)).diagnostics[0]).toMatchObject({
      code: 'gbnf-size-limit',
      offset: 265,
    })
    expect(readGbnf(deep(200_000)).diagnostics[0]?.code).toBe('gbnf-size-limit')
    expect(readGbnf(deep(20), { maxDepth: 19 }).ok).toBe(false)
  })

  it('does not count parentheses in literals, classes, tokens and comments', () => {
    const text = 'root ::= "((((" [((((] <[1]> !<(((()> # ((((\n'
    expect(readGbnf(text, { maxDepth: 1 }).ok).toBe(true)
  })

  it('bounds the length', () => {
    const found = readGbnf('root ::= "a"', { maxLength: 11 }).diagnostics
    expect(found.map(({ code }) => code)).toEqual(['gbnf-size-limit'])
  })

  it('bounds what repetitions unroll to', () => {
    const text = `root ::= "${'a'.repeat(100_000)}"{1000}`
    expect(readGbnf(text).diagnostics[0]?.code).toBe('gbnf-size-limit')
  })

  it('bounds data that is nested without end', () => {
    let expr = literal('a') as ReturnType<typeof sequence>
    for (let i = 0; i < 100_000; i++) expr = repeat(expr, 1, 2)
    expect(() => printGbnf({ rules: [{ name: 'root', expr }] })).toThrow(GrammarError)
  })

  it('reads a chain of thousands of rules', { timeout: 60_000 }, () => {
    const rules = Array.from({ length: 20_000 }, (_, i) => `r${i} ::= r${i + 1}`)
    expect(readGbnf(`root ::= r0\n${rules.join('\n')}\nr20000 ::= "a"`).ok).toBe(true)
  })
})

describe('what makes llama.cpp hang or crash while it loads', () => {
  const chain = (n: number, rule: (next: string) => string): string[] => {
    const rules = Array.from({ length: n }, (_, i) => `a${i} ::= ${rule(`a${i + 1}`)}`)
    return describeReading(`root ::= a0\n${rules.join('\n')}\na${n} ::= "z"`).slice(-1)
  }

  it('rules that begin with each other in too many ways', () => {
    expect(chain(24, (next) => `${next} | ${next}`)[0]).not.toContain('gbnf-load-limit')
    expect(chain(60, (next) => `${next} | ${next}`)).toEqual([
      [
        'error[gbnf-load-limit]: rules begin with other rules in too many ways: llama.cpp hangs when it loads them',
        '  hint: left-factor them: a ::= b c | b d is a ::= b (c | d)',
      ].join('\n'),
    ])
  })

  it('too many stacks at the start', { timeout: 60_000 }, () => {
    expect(chain(18, (next) => `${next} "x" | ${next} "y"`)).toEqual([
      [
        'error[gbnf-load-limit]: the grammar begins in more than 65536 ways: llama.cpp hangs on them',
        '  hint: left-factor alternatives, and write x{0,n} in place of x? x? x?',
      ].join('\n'),
    ])
  })

  it('chains of too many rules', { timeout: 60_000 }, () => {
    expect(chain(60_000, (next) => next)[0]).toContain(
      'a chain of 60002 rules begin with each other',
    )
  })
})

describe('compileGbnf', () => {
  it('throws all faults of a grammar', () => {
    expect(() => compileGbnf('root ::= a b')).toThrow(GrammarError)
    const run = (): unknown => compileGbnf({ rules: [{ name: 'root', expr: ref('x') }] })
    expect(run).toThrow(/the rule "x" is used but not defined/)
  })

  it('checks data as its printed text', () => {
    for (const { input } of cases) {
      const reading = readGbnf(input)
      if (!reading.ok) continue
      const printed = readGbnf(printGbnf(reading.grammar))
      const codes = printed.diagnostics.filter(({ rule }) => rule !== undefined).map((d) => d.code)
      const checked = checkGbnf(reading.grammar).map((d) => d.code)
      expect(codes, input).toEqual(expect.arrayContaining(checked))
    }
  })
})

describeWithOracle('the real llama.cpp', () => {
  const oracle = grammarOracle({ limitMs: 20_000 })
  const judged = cases.filter(({ attributes }) => !attributes.has('vocabulary'))

  it('loads what is read and refuses what is refused', { timeout: 120_000 }, async () => {
    const finished = judged.filter(({ attributes }) => !attributes.has('hangs'))
    const outcomes = await oracle.check(finished.map(({ input }) => ({ gbnf: input, texts: [] })))
    for (const [i, { name, input, attributes }] of finished.entries()) {
      // It stops at a null character, as at the end of the text.
      if (!attributes.has('cut')) expect(outcomes[i]?.loads, name).toBe(readGbnf(input).ok)
    }
  })

  it('hangs on what is said to hang', { timeout: 180_000 }, async () => {
    // Soon stopped: it eats memory by the gigabyte.
    const hanging = judged.filter(({ attributes }) => attributes.has('hangs'))
    const outcomes = await grammarOracle({ limitMs: 1000 }).check(
      hanging.map(({ input }) => ({ gbnf: input, texts: [] })),
    )
    for (const [i, { name }] of hanging.entries()) {
      expect(outcomes[i], name).toMatchObject({ loads: false, error: 'timeout' })
    }
  })

  it('loads what is printed', { timeout: 60_000 }, async () => {
    const printed = judged
      .map(({ input }) => readGbnf(input))
      .filter((reading) => reading.ok)
      .map(({ grammar }) => ({ gbnf: printGbnf(grammar), texts: [] }))
    const outcomes = await oracle.check(printed)
    printed.forEach(({ gbnf }, i) => expect(outcomes[i]?.loads, gbnf).toBe(true))
  })
})
