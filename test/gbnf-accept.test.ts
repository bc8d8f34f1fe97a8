import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { GrammarError } from '../src/diagnostics/errors.ts'
import { acceptGbnf, createAcceptor, type AcceptResult } from '../src/gbnf/accept.ts'
import { describeExpected } from '../src/gbnf/expected.ts'
import { printGbnf } from '../src/gbnf/print.ts'
import { compileGbnf, readGbnf } from '../src/gbnf/read.ts'
import { sampleMany } from '../src/gbnf/sample.ts'
import { sampleGrammars } from './support/gbnf-samples.ts'

function say(result: AcceptResult): string {
  switch (result.kind) {
    case 'complete':
      return 'complete'
    case 'prefix':
      return `prefix, expected ${describeExpected(result.expected)}`
    case 'refused':
      return `refused at ${result.offset}: expected ${describeExpected(result.expected)}, found ${JSON.stringify(result.found)}`
    case 'limited':
      return `${result.code} at ${result.offset}`
  }
}

const check = (gbnf: string, text: string): string => say(acceptGbnf(gbnf, text))

describe('the verdict', () => {
  it.each([
    ['root ::= "yes" | "no"', 'yes', 'complete'],
    ['root ::= "yes" | "no"', '', 'prefix, expected "yes" or "no"'],
    ['root ::= "yes" | "no"', 'ye', 'prefix, expected "s"'],
    ['root ::= "yes" | "no"', 'yo', 'refused at 1: expected "es", found "o"'],
    ['root ::= "yes" | "no"', 'yesno', 'refused at 3: expected the end of the text, found "n"'],
    ['root ::= ""', '', 'complete'],
    ['root ::= ""', 'a', 'refused at 0: expected the end of the text, found "a"'],
    ['root ::= [0-9]+ "!"', '12x', 'refused at 2: expected a character of [0-9] or "!", found "x"'],
    ['root ::= [^"]* "\\""', 'ab', 'prefix, expected a character of [^"] or "\\""'],
    ['root ::= . "b"', '', 'prefix, expected any character'],
    ['root ::= "a" "b" [c] "d"', 'a', 'prefix, expected "bcd"'],
    ['root ::= "a"{2,3}', 'aaaa', 'refused at 3: expected the end of the text, found "a"'],
    ['root ::= "a"+', 'aé', 'refused at 1: expected "a" or the end of the text, found "é"'],
    ['root ::= "a" | "a" "b" | "a"', 'a', 'complete'],
    ['root ::= a | a\na ::= "x" "y"', 'x', 'prefix, expected "y"'],
  ])('%s on %j', (gbnf, text, verdict) => expect(check(gbnf, text)).toBe(verdict))

  it('counts offsets in UTF-16 code units, and characters in code points', () => {
    expect(check('root ::= "😀" "b"', '😀x')).toBe('refused at 2: expected "b", found "x"')
    expect(check('root ::= . .', '😀😀')).toBe('complete')
  })

  it('takes a lone surrogate as U+FFFD', () => {
    expect(check('root ::= "a\\uFFFD"', 'a\ud83d')).toBe('complete')
    expect(check('root ::= "a\\uFFFDb"', 'a\udc00b')).toBe('complete')
  })

  it('says at most eight expectations', () => {
    const gbnf = `root ::= ${[...'abcdefghij'].map((c) => `"${c}"`).join(' | ')}`
    const words = [...'abcdefg'].map((c) => `"${c}"`).join(', ')
    expect(check(gbnf, '')).toBe(`prefix, expected ${words} or 3 more`)
  })

  it('throws the faults of a grammar', () => {
    expect(() => acceptGbnf('root ::= x', '')).toThrow(GrammarError)
  })
})

describe('text that comes in pieces', () => {
  it('gives the verdict of the whole text, however it is cut', () => {
    for (const gbnf of Object.values(sampleGrammars)) {
      const program = compileGbnf(gbnf)
      for (const sentence of sampleMany(program, 3, { seed: 3, maxLength: 20 })) {
        for (const text of [sentence, sentence.slice(0, -1), `${sentence}}`]) {
          const whole = createAcceptor(program)
          whole.feed(text)
          for (let cut = 0; cut <= text.length; cut++) {
            const acceptor = createAcceptor(program)
            acceptor.feed(text.slice(0, cut))
            acceptor.result()
            acceptor.feed(text.slice(cut))
            expect(acceptor.result(), `${JSON.stringify(text)} cut at ${cut}`).toEqual(
              whole.result(),
            )
          }
        }
      }
    }
  })

  it('waits for the other half of a surrogate pair', () => {
    const acceptor = createAcceptor('root ::= "a😀"')
    expect(acceptor.feed('a\ud83d')).toBe(true)
    expect(say(acceptor.result())).toBe('prefix, expected "😀"')
    expect(acceptor.feed('\ude00')).toBe(true)
    expect(say(acceptor.result())).toBe('complete')
  })

  it('keeps its verdict once it has refused', () => {
    const acceptor = createAcceptor('root ::= "ab"')
    expect(acceptor.feed('x')).toBe(false)
    expect(acceptor.feed('ab')).toBe(false)
    expect(say(acceptor.result())).toBe('refused at 0: expected "ab", found "x"')
  })
})

describe('tokens', () => {
  const gbnf = 'root ::= <think> !</think>* </think> [a-z]*'

  it.each([
    ['<think>so</think>ok', 'complete'],
    ['<think></think>', 'complete'],
    ['<thi', 'prefix, expected the token <think>'],
    ['<think>so</th', 'prefix, expected the token !</think> or the token </think>'],
    ['<think>a</x>', 'prefix, expected the token !</think> or the token </think>'],
    ['so', 'refused at 0: expected the token <think>, found "s"'],
    ['<thing>', 'refused at 0: expected the token <think>, found "<"'],
    [
      '<think></think><think>',
      'refused at 15: expected a character of [a-z] or the end of the text, found "<"',
    ],
  ])('are found in text: %s', (text, verdict) => {
    expect(check(gbnf, text)).toBe(verdict)
    const acceptor = createAcceptor(gbnf)
    for (const char of text) acceptor.feed(char)
    expect(say(acceptor.result())).toBe(verdict)
  })

  it('the longest first', () => {
    expect(check('root ::= <a> "b>" | <a>', '<a>b>')).toBe('complete')
    expect(check('root ::= <|a> | !<|a>+ "."', '<|a>')).toBe('complete')
  })

  it('may be spelled by characters where the grammar has characters', () => {
    expect(check('root ::= <think> | "<think>!"', '<think>!')).toBe('complete')
  })

  it('by id match only a token that came with its id', () => {
    const acceptor = createAcceptor('root ::= <[7]> "x" !<[7]>')
    acceptor.feedToken({ id: 7, text: '<t>' })
    acceptor.feed('x')
    acceptor.feedToken({ id: 8, text: 'anything' })
    expect(say(acceptor.result())).toBe('complete')
    expect(check('root ::= <[7]>', 'x')).toBe('refused at 0: expected the token <[7]>, found "x"')
    expect(check('root ::= !<[7]>', 'x')).toBe('complete')
  })

  it('are read in their characters by characters', () => {
    const acceptor = createAcceptor('root ::= "abc" | "ab" <[7]>')
    acceptor.feedToken({ id: 1, text: 'ab' })
    acceptor.feedToken({ id: 7, text: 'c' })
    expect(say(acceptor.result())).toBe('complete')
    const other = createAcceptor('root ::= "abc" | "ab" <[7]>')
    expect(other.feedToken({ id: 1, text: 'abx' })).toBe(false)
    expect(say(other.result())).toBe('refused at 2: expected "c" or the token <[7]>, found "x"')
  })
})

describe('stacks', () => {
  const counts = (gbnf: string, text: string): number[] => {
    const { average, max } = acceptGbnf(gbnf, text).stacks
    return [Math.round(average * 100) / 100, max]
  }

  it('are as many as llama.cpp has', () => {
    expect(counts('root ::= "a"*', 'aaaa')).toEqual([2, 2])
    expect(counts('root ::= "a"{0,200}', 'aaaa')).toEqual([2, 2])
    expect(counts(`root ::= ${'"a"? '.repeat(200)}`, 'a')).toEqual([200, 201])
    expect(counts('root ::= [a-z] | [A-Z] | [0-9]', '')).toEqual([3, 3])
    expect(counts('root ::= x | x\nx ::= "a"', '')).toEqual([1, 1])
  })

  it('are limited in number', () => {
    const gbnf = 'root ::= ("a"{0,20}){0,10}'
    expect(say(acceptGbnf(gbnf, 'aaaa', { maxStacks: 30 }))).toBe('stack-limit at 3')
    expect(say(acceptGbnf(gbnf, 'aaaa'))).toBe('complete')
  })

  it('are limited in all', () => {
    expect(say(acceptGbnf('root ::= "a"*', 'aaaaaaaa', { maxWork: 10 }))).toBe('stack-limit at 6')
  })

  it('cost the same however long the text', { timeout: 60_000 }, () => {
    const program = compileGbnf(sampleGrammars['json'] ?? '')
    const item = '{"id": 17, "name": "é中😀", "list": [1, [2, [3]]]}'
    const read = (n: number): number => {
      const start = process.cpuUsage()
      const text = `{"a": [${Array.from({ length: n }, () => item).join(', ')}]}`
      expect(acceptGbnf(program, text).kind).toBe('complete')
      return process.cpuUsage(start).user
    }
    read(500)
    expect(read(16_000) / read(2000)).toBeLessThan(24)
  })

  it('of 100,000 nested brackets are no deeper trouble', { timeout: 60_000 }, () => {
    const result = acceptGbnf(sampleGrammars['json'] ?? '', `{"a": ${'['.repeat(100_000)}`)
    expect(result.kind).toBe('prefix')
    expect(result.stacks.max).toBeLessThan(20)
  })
})

describe('what is sampled', () => {
  it('is accepted, and so is what it begins with', () => {
    for (const gbnf of Object.values(sampleGrammars)) {
      const program = compileGbnf(gbnf)
      for (const text of sampleMany(program, 20, { seed: 5, maxLength: 50 })) {
        expect(acceptGbnf(program, text).kind, text).toBe('complete')
        fc.assert(
          fc.property(fc.nat([...text].length), (end) => {
            const beginning = [...text].slice(0, end).join('')
            expect(acceptGbnf(program, beginning).kind).not.toBe('refused')
          }),
          { numRuns: 5, seed: 1 },
        )
      }
    }
  })

  it('is accepted by the printed grammar with the same stacks', () => {
    for (const gbnf of Object.values(sampleGrammars)) {
      const reading = readGbnf(gbnf)
      if (!reading.ok) throw new Error(gbnf)
      const printed = compileGbnf(printGbnf(reading.grammar))
      const data = compileGbnf(reading.grammar)
      for (const text of sampleMany(data, 5, { seed: 2 })) {
        expect(acceptGbnf(printed, text)).toEqual(acceptGbnf(data, text))
      }
    }
  })
})
