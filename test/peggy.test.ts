import { readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import peggy from 'peggy'
import { describe, expect, it } from 'vitest'
import { GrammarError } from '../src/diagnostics/errors.ts'
import { emitGbnf } from '../src/gbnf/emit.ts'
import { createRandom as createDice } from '../src/gbnf/random.ts'
import { readGbnf } from '../src/gbnf/read.ts'
import { parseText, openMachine } from '../src/machine/parse.ts'
import type { Arena } from '../src/peg/arena.ts'
import { fromPeggy, type PeggyOptions } from '../src/peggy.ts'
import { toWellFormed } from '../src/util/well-formed.ts'
import { mutate } from '../src/verify/mutate.ts'
import { namesIn } from './support/golden.ts'
import { peggyGrammars } from './support/random-peggy.ts'
import { createRandom, randomSentence } from './support/random-texts.ts'
import { projectRoot } from './support/sources.ts'

const { TEST_HARDER } = process.env
const factor = TEST_HARDER === undefined ? 1 : 100

const accepts = (arena: Arena, text: string): boolean => parseText(arena, text).status === 'success'

function peggyAccepts(parser: peggy.Parser, text: string): boolean {
  try {
    parser.parse(text)
    return true
  } catch {
    return false
  }
}

/** Sentences of a grammar, and the same damaged, with characters beyond the basic plane among them. */
function textsOf(arena: Arena, count: number, seed: number): string[] {
  const random = createRandom(seed)
  const dice = createDice(seed)
  const sentences = Array.from({ length: count }, () => randomSentence(arena, random))
  const damaged = sentences.map((text, i) => mutate(text, sentences[i - 1] ?? '', dice))
  const astral = sentences.map((text) => {
    const at = random(text.length + 1)
    return `${text.slice(0, at)}😀${text.slice(at)}`
  })
  return [...sentences, ...damaged, ...astral].filter((text) => text === toWellFormed(text))
}

describe.each(namesIn('fixtures/peggy', '.peggy'))('fixtures/peggy/%s.peggy', (name) => {
  const source = readFileSync(`${projectRoot}fixtures/peggy/${name}.peggy`, 'utf8')
  const options: PeggyOptions = name === 'script' ? { actions: 'strip' } : {}
  const arena = fromPeggy(source, options)

  it('is accepted and refused as by the parser that Peggy generates', () => {
    const parser = peggy.generate(source)
    const texts = textsOf(arena, 150 * factor, 7)
    const counts = { accepted: 0, refused: 0 }
    for (const text of texts) {
      const expected = peggyAccepts(parser, text)
      counts[expected ? 'accepted' : 'refused']++
      expect(accepts(arena, text), JSON.stringify(text)).toBe(expected)
    }
    expect(Math.min(counts.accepted, counts.refused)).toBeGreaterThan(20)
  })

  it('streams: a prefix of a sentence never fails', () => {
    for (const text of textsOf(arena, 20, 11).filter((each) => accepts(arena, each))) {
      const machine = openMachine(arena)
      for (const char of text) machine.feed(char)
      expect(machine.status, JSON.stringify(text)).toBe('needMoreInput')
      machine.finish()
      expect(machine.status).toBe('success')
    }
  })

  it('prints a grammar that can be read', () => {
    expect(readGbnf(emitGbnf(arena).gbnf).ok).toBe(true)
  })
})

describe('fromPeggy', () => {
  it('agrees with Peggy on random grammars and texts', () => {
    let compared = 0
    const property = fc.property(peggyGrammars, fc.integer(), ({ source, texts }, seed) => {
      const parser = generate(source)
      const arena = compile(source)
      expect(arena === null, source).toBe(parser === null)
      if (arena === null || parser === null) return
      for (const text of [...texts, ...textsOf(arena, 3, seed)]) {
        compared++
        expect(accepts(arena, text), `${source}\n${JSON.stringify(text)}`).toBe(
          peggyAccepts(parser, text),
        )
      }
    })
    fc.assert(property, { numRuns: 300 * factor, seed: 3 })
    expect(compared).toBeGreaterThan(1000)
  })

  it('gives labels as tags', () => {
    const arena = fromPeggy('pair = key:$[a-z]+ "=" @value:[0-9]+')
    const tags = [...arena.nodes].flatMap((node) => (node.kind === 'tag' ? [node.tag] : []))
    expect(tags).toEqual(['key', 'value'])
  })

  it('reads text up to a delimiter as until, which a grammar can say', () => {
    const arena = fromPeggy('note = "/*" (!end .)* end\nend = "*/"')
    expect(arena.nodes.some((node) => node.kind === 'until')).toBe(true)
    expect(arena.warnings).toEqual([])
  })

  it('imports rules of other grammars by name, as a whole, and by default', () => {
    const arena = fromPeggy(
      'import first, { digit as d } from "./base.peggy"\nimport * as words from "words"\nall = d words.one first',
      {
        imports: {
          './base.peggy': 'hash = "#"\ndigit = [0-9]',
          words: 'one = "one" digit\ndigit = "!"',
        },
      },
    )
    expect(accepts(arena, '7one!#')).toBe(true)
    expect(accepts(arena, '7one7#')).toBe(false)
  })

  it('starts at another rule where one is named', () => {
    const source = 'a = "a" b\nb = "b"'
    expect(accepts(fromPeggy(source, { startRule: 'b' }), 'b')).toBe(true)
  })

  it.each([
    ['a = "x" { return 1 }', 'peggy-code'],
    ['a = "x" &{ return true }', 'peggy-code'],
    ['{ let x }\na = "x"', 'peggy-code'],
    ['a = n:"x" "y"|n|', 'peggy-code'],
    ['a = b', 'undefined-rule'],
    ['import { b } from "b"\na = b', 'undefined-rule'],
    ['a = a "x"', 'left-recursion'],
    ['a = ("x"?)*', 'empty-repetition'],
    ['a = [\\p{Nonsense}]u', 'peggy-syntax'],
    ['a = "x', 'peggy-syntax'],
    [`a = ${'('.repeat(1000)}"x"${')'.repeat(1000)}`, 'peggy-limit'],
  ])('refuses %s', (source, code) => {
    expect(faultOf(source)).toMatchObject({
      code,
      diagnostics: [expect.objectContaining({ code })],
    })
    // Each fault shows where it stands.
    expect(faultOf(source).diagnostics[0]?.offset).toBeTypeOf('number')
  })

  it('finds all faults at once', () => {
    expect(faultOf('a = b { return 1 }\nc = d').diagnostics.map(({ code }) => code)).toEqual([
      'peggy-code',
      'undefined-rule',
      'undefined-rule',
    ])
  })

  it('leaves code out when asked, but never a predicate', () => {
    expect(accepts(fromPeggy('{ let n }\na = "x" { return 1 }', { actions: 'strip' }), 'x')).toBe(
      true,
    )
    expect(() => fromPeggy('a = &{ return 1 } "x"', { actions: 'strip' })).toThrow(GrammarError)
  })

  it('folds case as Peggy does', () => {
    const source = 'a = "kß"i / [k-lµ]i "1" / [kſ]iu "2"'
    const parser = peggy.generate(source)
    const arena = fromPeggy(source)
    for (const head of ['k', 'K', '\u212a', 'L', 'µ', 'μ', 'Μ', 's', 'S', 'ſ', 'kß', 'Kẞ', 'KSS']) {
      for (const text of [head, `${head}1`, `${head}2`]) {
        expect(accepts(arena, text), text).toBe(peggyAccepts(parser, text))
      }
    }
  })
})

function generate(source: string): peggy.Parser | null {
  try {
    return peggy.generate(source)
  } catch {
    return null
  }
}

function compile(source: string): Arena | null {
  try {
    return fromPeggy(source)
  } catch (error) {
    if (error instanceof GrammarError) return null
    throw error
  }
}

function faultOf(source: string): GrammarError {
  try {
    fromPeggy(source)
  } catch (error) {
    if (error instanceof GrammarError) return error
    throw error
  }
  throw new Error(`nothing is wrong with ${source}`)
}
