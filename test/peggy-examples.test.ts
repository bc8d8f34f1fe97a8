// The grammars that PEG.js 0.10.0 was published with, which Peggy's documents still show: as they are, code and all.
import { readFileSync } from 'node:fs'
import peggy from 'peggy'
import { describe, expect, it } from 'vitest'
import { createRandom as createDice } from '../src/gbnf/random.ts'
import { parseText } from '../src/machine/parse.ts'
import { fromPeggy } from '../src/peggy.ts'
import { toWellFormed } from '../src/util/well-formed.ts'
import { mutate } from '../src/verify/mutate.ts'
import { namesIn } from './support/golden.ts'
import { createRandom, randomSentence } from './support/random-texts.ts'
import { projectRoot } from './support/sources.ts'
import { withoutActions } from './support/strip-actions.ts'

const { TEST_HARDER } = process.env
const factor = TEST_HARDER === undefined ? 1 : 50

/** Peggy has no limit to its work, and some of these grammars try the same text at many rules. */
const limits = { maxSteps: 2_000 }
const maxLength = 120

const programs: Readonly<Record<string, readonly string[]>> = {
  arithmetics: ['2 * (3 + 4)', ' 1-2 -3/4 ', '((7))', '2 *', '1 2'],
  css: [
    '@import url(a.css) print; a:hover > b.c, #d[e="f"] { color: #fff !important; margin: 0 -1px }',
    '/* c */ @media screen { p { top: 1.5em } }',
    'h1 + p, *, .x.y:first-child { font: 12px/1 "Arial", sans-serif; }',
    '@charset "utf-8";\n@page :first { margin: 2cm }',
    'a { color: }',
    'a { color: red',
  ],
  json: ['{"a": [1, -2.5e+3, true, null, "\\u00e9\\n"]}', '[1, 2', '{"a" 1}', '01'],
  javascript: [
    'var a = 1, b = function (x) { return x + 1; };',
    'for (var i = 0; i < 10; i++) { if (i % 2) continue; else break }',
    'for (k in o) delete o[k]\ntry { f() } catch (e) { throw e } finally { g() }',
    'switch (a) { case 1: b(); break; default: c() }',
    'a = { get b() { return /[/]x/g.test("y") }, "c": [,1,,], 2: void 0 }',
    'outer: while (true) { do { x >>>= 1 } while (x) ; break outer }',
    'a\n++b',
    'new a.b(c)[d].e(f)',
    'x = a ? b : c, d && e || !f',
    '"use strict"; with (a) debugger',
    'if (a) else b',
    'var class = 1',
    'return = 2',
    'f(a,)',
    '/* open',
  ],
}

describe.each(namesIn('fixtures/peggy-examples', '.pegjs'))('the example %s', (name) => {
  const path = `${projectRoot}fixtures/peggy-examples/${name}.pegjs`
  const source = readFileSync(path, 'utf8')

  it('is read and refused as by the parser that Peggy generates', { timeout: 120_000 }, () => {
    const arena = fromPeggy(source, { actions: 'strip' })
    const parser = peggy.generate(source, { plugins: [withoutActions] })
    const random = createRandom(5)
    const dice = createDice(5)
    const counts = { accepted: 0, refused: 0, beyond: 0 }
    const given = programs[name] ?? []
    let last = given[0] ?? ''

    function compare(text: string): void {
      if (text.length > maxLength || text !== toWellFormed(text)) return
      const machine = parseText(arena, text, { limits })
      const result = machine.result()
      if (result.kind === 'failure' && result.code === 'work-limit') {
        counts.beyond++
        return
      }
      const expected = peggyReads(parser, text)
      counts[expected ? 'accepted' : 'refused']++
      expect(machine.status === 'success', JSON.stringify(text)).toBe(expected)
    }

    for (const text of given) {
      compare(text)
      for (let i = 0; i < 10 * factor; i++) compare(mutate(text, last, dice))
      last = text
    }
    for (let i = 0; i < 40 * factor; i++) {
      const text = randomSentence(arena, random)
      compare(text)
      compare(mutate(text, last, dice))
      last = text
    }
    expect(Math.min(counts.accepted, counts.refused)).toBeGreaterThan(15)
    expect(counts.beyond).toBeLessThan((counts.accepted + counts.refused) / 4)
  })
})

function peggyReads(parser: peggy.Parser, text: string): boolean {
  try {
    parser.parse(text)
    return true
  } catch (error) {
    if (error instanceof parser.SyntaxError) return false
    throw error
  }
}
