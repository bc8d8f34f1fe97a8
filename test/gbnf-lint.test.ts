import { readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { acceptGbnf } from '../src/gbnf/accept.ts'
import { countDerivations } from '../src/gbnf/derivations.ts'
import { formatGbnf } from '../src/gbnf/format-gbnf.ts'
import { lintGbnf } from '../src/gbnf/lint.ts'
import { printGbnf } from '../src/gbnf/print.ts'
import { createRandom } from '../src/gbnf/random.ts'
import { compileGbnf, readGbnf } from '../src/gbnf/read.ts'
import { sampleMany } from '../src/gbnf/sample.ts'
import { parseText } from '../src/machine/parse.ts'
import { fromGbnf } from '../src/text/gbnf/from-gbnf.ts'
import { mutate } from '../src/verify/mutate.ts'
import { createTestFolder, runCli } from './support/cli.ts'
import { sampleGrammars } from './support/gbnf-samples.ts'
import { namesIn } from './support/golden.ts'
import { randomGbnf } from './support/random-gbnf.ts'
import { projectRoot } from './support/sources.ts'

const sketch = (text: string): string[] =>
  lintGbnf(text).map(({ code, line, column }) => `${code} ${line}:${column}`)

describe('fromGbnf', () => {
  it('reads what the grammar admits where it says so, and never anything else', () => {
    const counts = { exact: 0, lossy: 0, shown: 0, compared: 0 }
    const property = fc.property(randomGbnf, fc.integer(), (grammar, seed) => {
      const text = printGbnf(grammar)
      fc.pre(readGbnf(text).ok)
      const found = fromGbnf(text)
      if (found.kind === 'refused') return
      counts[found.kind]++
      const admits = (each: string): boolean => acceptGbnf(text, each).kind === 'complete'
      const reads = (each: string): boolean => parseText(found.arena, each).status === 'success'
      if (found.kind === 'lossy' && found.counterExample !== null) {
        counts.shown++
        expect(admits(found.counterExample.text), text).toBe(true)
        expect(reads(found.counterExample.text), text).toBe(false)
      }
      const dice = createRandom(seed)
      const sentences = drawn(text, seed)
      for (const each of [
        ...sentences,
        ...sentences.map((one, i) => mutate(one, sentences[i - 1] ?? '', dice)),
      ]) {
        counts.compared++
        const what = `${text}\n${JSON.stringify(each)}`
        if (found.kind === 'exact') expect(reads(each), what).toBe(admits(each))
        else if (reads(each)) expect(admits(each), what).toBe(true)
      }
    })
    fc.assert(property, { numRuns: 400, seed: 5 })
    expect(Math.min(counts.exact, counts.lossy, counts.shown)).toBeGreaterThan(10)
    expect(counts.compared).toBeGreaterThan(300)
  })

  it('reads grammars as people write them', () => {
    for (const name of ['json', 'arithmetic', 'list', 'until', 'call']) {
      const text = sampleGrammars[name] ?? ''
      const found = fromGbnf(text)
      if (found.kind === 'refused') throw new Error(`${name} is refused`)
      for (const sentence of sampleMany(text, 20)) {
        const read = parseText(found.arena, sentence).status === 'success'
        if (found.kind === 'exact') expect(read, `${name}: ${JSON.stringify(sentence)}`).toBe(true)
      }
    }
  })

  it.each([
    ['root ::= "a" | "ab" | "" | "abc"', 'exact'],
    ['root ::= word "!"\nword ::= "no" | "not"', 'exact'],
    ['root ::= [a-z]* "z"', 'lossy'],
    ['root ::= ("a" | "ab") "c"', 'exact'],
    ['root ::= ("a" | "ab") ("c" | "bc" "d")', 'lossy'],
    ['root ::= root "a" | "a"', 'refused'],
    ['root ::= nowhere', 'refused'],
  ])('%s is %s', (text, kind) => {
    expect(fromGbnf(text).kind).toBe(kind)
  })

  it('names the place where a parser would lose text', () => {
    const found = fromGbnf('root ::= item\nitem ::= [a-z]* "z"')
    expect(found).toMatchObject({
      kind: 'lossy',
      diagnostics: [{ code: 'gbnf-lossy-repetition', rule: 'item', line: 2, column: 1 }],
      counterExample: { text: 'z' },
    })
  })
})

describe('lintGbnf', () => {
  it.each([
    ['root ::= "a"\n', []],
    ['root ::= a\na ::= a "x" | "x"\n', ['gbnf-left-recursion 2:1']],
    ['root ::= a\n', ['gbnf-undefined-rule 1:10']],
    ['root ::= "a"\nb ::= c\nc ::= "c"\n', ['gbnf-unused-rule 2:1', 'gbnf-unused-rule 3:1']],
    ['root ::= x+\nx ::= "a" | "aa"\n', ['gbnf-ambiguous 1:1']],
    ['root ::= "a" | "b" x\nx ::= [0-9] | [0-5]\n', ['gbnf-ambiguous 1:1']],
    [`root ::= ${'"a"? '.repeat(40)}\n`, ['gbnf-ambiguous 1:1', 'gbnf-stack-growth 1:1']],
    ['root ::= "a"{0,40}\n', []],
  ])('finds in %j what there is', (text, codes) => {
    expect(sketch(text)).toEqual(codes)
  })

  it('finds nothing slow in the grammars of the shipped formats', () => {
    for (const name of ['hermes', 'qwen3-coder', 'apertus']) {
      const found = lintGbnf(readFileSync(`${projectRoot}gbnf/${name}.gbnf`, 'utf8'), {
        samples: 20,
      })
      expect(found.filter(({ code }) => code === 'gbnf-stack-growth')).toEqual([])
    }
  })

  it('counts the ways to make a text', () => {
    const catalan = compileGbnf('root ::= "x" | "(" root root ")" | "(" root ")" ')
    expect(countDerivations(catalan, '(xx)')?.ways).toBe(1)
    const words = compileGbnf('root ::= x x x\nx ::= "a" | "aa" | "aaa"')
    // 5 as a sum of three numbers from 1 to 3.
    expect(countDerivations(words, 'aaaaa')?.ways).toBe(6)
    expect(countDerivations(words, 'aa')?.ways).toBe(0)
    expect(countDerivations(compileGbnf('root ::= ("a"? | "b")*'), 'ab')).toBeNull()
  })
})

describe('formatGbnf', () => {
  const grammars = [
    ...Object.values(sampleGrammars),
    ...namesIn('gbnf', '.gbnf')
      .slice(0, 60)
      .map((name) => readFileSync(`${projectRoot}gbnf/${name}.gbnf`, 'utf8')),
  ]

  it('changes nothing that a grammar means, and nothing the second time', () => {
    for (const text of grammars) {
      for (const width of [40, 100]) {
        const formatted = formatGbnf(text, { width })
        const [before, after] = [readGbnf(text), readGbnf(formatted)]
        if (!before.ok || !after.ok) throw new Error('a grammar cannot be read')
        expect(printGbnf(after.grammar)).toBe(printGbnf(before.grammar))
        expect(formatGbnf(formatted, { width })).toBe(formatted)
        expect(formatted.match(/#[^\n"[\]]*$/gm)).toEqual(text.match(/#[^\n"[\]]*$/gm))
      }
    }
  })

  it('lays out', () => {
    const text = `# Head
root::=(a|  "b c" )+   # end of a line


# about a
a ::= [a-z]   |
  # one more
  "x"{2,3}
`
    expect(formatGbnf(text, { width: 40 })).toBe(`# Head
root ::= (a | "b c")+ # end of a line

# about a
a ::= [a-z] |
  # one more
  "x"{2,3}
`)
    expect(formatGbnf('root ::= "aaaaaaaaaa" | ("bbbbbbbbb" | "c")', { width: 20 })).toBe(
      'root ::= "aaaaaaaaaa" |\n  ("bbbbbbbbb" | "c")\n',
    )
    expect(formatGbnf('root :: nonsense')).toBe('root :: nonsense')
  })
})

describe('on the command line', () => {
  const folder = createTestFolder()
  afterAll(() => folder.remove())

  it('lints, formats and verifies a file', async () => {
    const bad = folder.file('bad.gbnf', 'root ::= x+\nx ::= "a"|"aa"\n')
    const lint = await runCli(['lint', bad])
    expect(lint.code).toBe(1)
    expect(lint.out).toContain('warning[gbnf-ambiguous]')
    expect(lint.out).toContain('1 | root ::= x+\n  | ^')
    const good = folder.file('good.gbnf', 'root ::= [a-z]+ ("," [a-z]+)*\n')
    expect(await runCli(['lint', good])).toMatchObject({ code: 0, out: '' })
    expect(await runCli(['fmt', bad, '--check'])).toMatchObject({ code: 1 })
    expect(await runCli(['fmt', bad, '-w'])).toMatchObject({ code: 0 })
    expect(readFileSync(bad, 'utf8')).toBe('root ::= x+\nx ::= "a" | "aa"\n')
    expect(await runCli(['verify', good, '--budget', '50'])).toMatchObject({ code: 0 })
    const lossy = folder.file('lossy.gbnf', 'root ::= [a-z]* "z"\n')
    const verified = await runCli(['verify', lossy, '--budget', '50'])
    expect(verified).toMatchObject({ code: 1 })
    expect(verified.err).toContain('the grammar admits "z", which the parser does not read')
    const tree = await runCli(['parse', good], 'ab,c')
    expect(tree).toMatchObject({ code: 0, out: expect.stringContaining('(root "ab,c")') })
  })
})

/** Sentences, where the grammar has any that end. */
function drawn(text: string, seed: number): string[] {
  try {
    return sampleMany(text, 5, { seed, maxLength: 20 })
  } catch {
    return []
  }
}
