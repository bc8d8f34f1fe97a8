import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { acceptGbnf } from '../src/gbnf/accept.ts'
import { printGbnf } from '../src/gbnf/print.ts'
import { readGbnf } from '../src/gbnf/read.ts'
import { sampleGbnf, sampleMany } from '../src/gbnf/sample.ts'
import { sampleGrammars } from './support/gbnf-samples.ts'
import { randomGbnf } from './support/random-gbnf.ts'

const json = sampleGrammars['json'] ?? ''
const lengthOf = (text: string): number => [...text].length

describe('sampling', () => {
  it('gives the same sentences for the same seed, and others for another', () => {
    expect(sampleMany(json, 20, { seed: 4 })).toEqual(sampleMany(json, 20, { seed: 4 }))
    expect(sampleMany(json, 20, { seed: 4 })).not.toEqual(sampleMany(json, 20, { seed: 5 }))
  })

  it('brings up all alternatives', () => {
    const words = Array.from({ length: 40 }, (_, i) => `"w${i}."`).join(' | ')
    expect(new Set(sampleMany(`root ::= ${words}`, 100)).size).toBe(40)
  })

  it('brings up alternatives that nest, beside those that do not', () => {
    const texts = sampleMany('root ::= "x" | "(" root ")" | "[" root "," root "]"', 50).join('')
    expect(texts).toMatch(/\(.*\[.*\(/)
  })

  it('takes the shortest way when the length is used up', () => {
    for (const gbnf of ['root ::= "a"* | "b" root', 'root ::= "x" | "(" root ")"', json]) {
      for (const maxLength of [4, 10, 60]) {
        const texts = sampleMany(gbnf, 60, { maxLength })
        expect(Math.max(...texts.map(lengthOf)), gbnf).toBeLessThanOrEqual(maxLength)
      }
    }
  })

  it('gives the shortest sentence where even that is longer', () => {
    expect(sampleGbnf('root ::= "abc"{4} "d"*', { maxLength: 3 })).toBe('abcabcabcabc')
  })

  it('goes on repeating at times', () => {
    const lengths = sampleMany('root ::= [a-z]*', 60).map(lengthOf)
    expect(Math.min(...lengths)).toBe(0)
    expect(Math.max(...lengths)).toBeGreaterThan(15)
  })

  it('takes printable characters, edges of ranges, and others that are easy to get wrong', () => {
    const text = sampleMany('root ::= .{30}', 60).join('')
    expect(text).toMatch(/[a-z]/)
    expect(text).toMatch(/[^\0-\x7f]/)
    expect(text).toMatch(/[\u{10000}-\u{10ffff}]/u)
    expect(text).not.toMatch(/\0|\p{Surrogate}/u)
    const narrow = sampleMany('root ::= [\\u0100-\\u0200]{30}', 5).join('')
    expect(narrow).toContain('\u0100')
    expect(narrow).toContain('\u0200')
  })

  it('never takes what a negated class excludes', () => {
    expect(sampleMany('root ::= [^a-z\\n]{40}', 20).join('')).not.toMatch(/[a-z\n]/)
  })

  it('takes tokens by their text, by id only where a text is given', () => {
    expect(sampleGbnf('root ::= <think> "a"')).toBe('<think>a')
    expect(new Set(sampleMany('root ::= <[7]> | "b"', 20))).toEqual(new Set(['b']))
    const tokenText = (id: number): string => `<${id}>`
    expect(sampleMany('root ::= <[7]> | "b"', 20, { tokenText })).toContain('<7>')
  })

  it('leaves out what has no end, and says so where nothing has one', () => {
    expect(new Set(sampleMany('root ::= x | "b"\nx ::= "a" x', 20))).toEqual(new Set(['b']))
    expect(new Set(sampleMany('root ::= [z-a] | "b"', 20))).toEqual(new Set(['b']))
    expect(() => sampleGbnf('root ::= "a" root')).toThrow(/gbnf-endless/)
  })

  it('comes to an end where empty items repeat', () => {
    const gbnf = 'root ::= (x | y)* "."\nx ::= "a"?\ny ::= x'
    for (const text of sampleMany(gbnf, 50, { maxLength: 20 })) expect(text).toMatch(/^a*\.$/)
  })

  it('gives sentences of any grammar', () => {
    fc.assert(
      fc.property(randomGbnf, fc.nat(1000), (grammar, seed) => {
        const reading = readGbnf(printGbnf(grammar))
        fc.pre(reading.ok)
        const texts = trySample(printGbnf(grammar), seed)
        for (const text of texts) expect(acceptGbnf(reading.program, text).kind).toBe('complete')
      }),
      { numRuns: process.env['TEST_HARDER'] === undefined ? 150 : 15_000, seed: 11 },
    )
  })
})

function trySample(gbnf: string, seed: number): string[] {
  try {
    return sampleMany(gbnf, 3, { seed, maxLength: 30 })
  } catch (error) {
    expect(error).toMatchObject({ code: 'gbnf-endless' })
    return []
  }
}
