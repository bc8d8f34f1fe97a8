// The same grammar, in Peggy's syntax, by the parsers that Peggy and this library generate from it; and the same
// language by hand for Chevrotain.
import { readFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import peggy from 'peggy'
import { openMachine } from '../../src/machine/parse.ts'
import { fromPeggy } from '../../src/peggy.ts'
import { compare } from '../support/compare.ts'
import { generate } from '../support/generated.ts'
import { recogniseCsv, recogniseScript } from './chevrotain.ts'
import { makeCsv, makeScript } from './data.ts'
import { valueLanguages } from './values.ts'

const languages = [
  { name: 'csv', text: makeCsv(), chevrotain: recogniseCsv },
  { name: 'script', text: makeScript(), chevrotain: recogniseScript },
]

for (const { name, text, chevrotain } of languages) {
  const source = readFileSync(`fixtures/peggy/${name}.peggy`, 'utf8')
  const arena = fromPeggy(source, { actions: 'strip' })
  const generated = await generate(arena, { ruleRecords: false, source: `${name}.peggy` })
  // The actions of the grammar are left out for Peggy too.
  const parser = peggy.generate(source.replaceAll(/\{\{?[^{}]*(?:\}\}?)(?=\s)/g, ''))
  const candidates = {
    generated: () => generated.recognise(text),
    'generated, with tape': () => generated.parse(text).status === 'success',
    machine: () => {
      const machine = openMachine(arena, { ruleRecords: false })
      machine.feed(text)
      machine.finish()
      return machine.status === 'success'
    },
    peggy: () => accepts(() => parser.parse(text)),
    chevrotain: () => chevrotain(text),
  }
  for (const [who, run] of Object.entries(candidates)) {
    if (!run()) throw new Error(`${who} does not read the ${name} text`)
  }
  console.log(`\n${name}: ${text.length} characters; the module: ${generated.sizes}`)
  const measured = await compare(`recognise ${name}`, candidates)
  measured.ratio('generated', 'peggy', 12)
  measured.ratio('generated', 'chevrotain', 3)
}

for (const { name, text } of languages) {
  const language = valueLanguages[name]
  if (language === undefined) throw new Error(`no values of ${name}`)
  const arena = fromPeggy(language.source, { actions: 'strip' })
  const build = language.builder(await generate(arena, { ruleRecords: false }), arena)
  const parser = peggy.generate(language.source)
  if (!isDeepStrictEqual(build(text), parser.parse(text))) {
    throw new Error(`the values of the ${name} text differ`)
  }
  const measured = await compare(`build the values of ${name}`, {
    generated: () => build(text),
    peggy: () => parser.parse(text) as unknown,
  })
  measured.ratio('generated', 'peggy', 4)
}

function accepts(parse: () => unknown): boolean {
  try {
    parse()
    return true
  } catch {
    return false
  }
}
