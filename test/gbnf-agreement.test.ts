import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { acceptGbnf, createAcceptor } from '../src/gbnf/accept.ts'
import { printGbnf } from '../src/gbnf/print.ts'
import { readGbnf } from '../src/gbnf/read.ts'
import { readGbnfCases } from './support/gbnf-cases.ts'
import { differences, textsFor, type Trial } from './support/gbnf-agreement.ts'
import { sampleGrammars } from './support/gbnf-samples.ts'
import { randomGbnf } from './support/random-gbnf.ts'
import { describeWithOracle, grammarOracle } from './support/oracle.ts'

const { CI, TEST_HARDER } = process.env
const factor = TEST_HARDER !== undefined ? 50 : CI !== undefined ? 5 : 1
const seed = TEST_HARDER !== undefined ? Date.now() % 1_000_000 : 20_251_201
const timeout = 60_000 * Math.max(1, factor)

describeWithOracle('llama.cpp agrees on what is complete, a prefix, or refused, and where', () => {
  const oracle = grammarOracle({ limitMs: 20_000 })

  async function expectAgreement(trials: readonly Trial[]): Promise<void> {
    const outcomes = await oracle.check(trials)
    const found = trials.flatMap((trial, i) => differences(trial, outcomes[i]))
    expect(found, `seed ${seed}`).toEqual([])
  }

  it('under grammars that people write', { timeout }, async () => {
    const texts = Object.values(sampleGrammars)
    await expectAgreement(texts.map((gbnf) => ({ gbnf, texts: textsFor(gbnf, seed, 20 * factor) })))
  })

  it('under every grammar of the reader’s cases', { timeout }, async () => {
    const kept = readGbnfCases().filter(({ attributes, name }) => {
      return (
        !['hangs', 'vocabulary', 'cut'].some((key) => attributes.has(key)) && !/token|id/.test(name)
      )
    })
    await expectAgreement(
      kept.map(({ input }) => ({ gbnf: input, texts: textsFor(input, seed, 3 * factor) })),
    )
  })

  it('under random grammars', { timeout }, async () => {
    const grammars = fc.sample(randomGbnf, { numRuns: 150 * factor, seed }).map(printGbnf)
    // What llama.cpp hangs on is shown elsewhere, by a few cases: each costs a process.
    const kept = grammars.filter((gbnf) => !readGbnf(gbnf).diagnostics.some(isHang))
    await expectAgreement(kept.map((gbnf) => ({ gbnf, texts: textsFor(gbnf, seed, 4) })))
  })

  it('but not on a character that comes in pieces and begins like an excluded one', async () => {
    const [verdict] = await oracle.check([{ gbnf: 'root ::= [^中]', texts: ['丮'] }])
    // Both begin with the bytes e4 b8.
    expect(verdict).toMatchObject({
      texts: [{ accepts: true, validPrefix: false, refusedAtByte: 0 }],
    })
    expect(acceptGbnf('root ::= [^中]', '丮').kind).toBe('complete')
  })

  it('on tokens by id', { timeout }, async () => {
    // The vocabulary of the judge: a token for each byte, from id 3 on.
    const idOf = (char: string): number => char.charCodeAt(0) + 3
    const [x, y] = [idOf('x'), idOf('y')]
    const grammars = [
      `root ::= <[${x}]> "y" | "x" <[${x}]>`,
      `root ::= !<[${x}]>* <[${x}]>`,
      `root ::= (!<[${x}]> | "xx")+ <[${y}]>?`,
      `root ::= [a-z] !<[${y}]>{2} "."`,
      `root ::= (<[${x}]> | <[${y}]>)+ | "xyx" "!"`,
    ]
    const texts = ['', 'x', 'y', 'xx', 'xy', 'yx', 'xxy', 'axx.', 'axy.', 'abc.', 'xyx!', 'yyyx']
    const outcomes = await oracle.check(grammars.map((gbnf) => ({ gbnf, texts })))
    for (const [i, gbnf] of grammars.entries()) {
      const outcome = outcomes[i]
      const theirs = outcome?.loads === true ? outcome.texts : []
      expect(
        theirs.map(({ validPrefix, complete }) => ({ validPrefix, complete })),
        gbnf,
      ).toEqual(
        texts.map((text) => {
          const acceptor = createAcceptor(gbnf)
          for (const char of Buffer.from(text).toString('latin1')) {
            acceptor.feedToken({ id: idOf(char), text: char })
          }
          const { kind } = acceptor.result()
          return { validPrefix: kind !== 'refused', complete: kind === 'complete' }
        }),
      )
    }
  })
})

function isHang({ hint }: { readonly hint?: string }): boolean {
  return hint?.includes('hangs') ?? false
}
