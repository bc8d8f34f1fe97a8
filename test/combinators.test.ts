import { describe, expect, it } from 'vitest'
import { buildGrammar } from '../src/grammar.ts'
import { openMachine } from '../src/machine/parse.ts'
import type { Arena } from '../src/peg/arena.ts'
import type { NodeKind } from '../src/peg/node.ts'
import type { Case } from './support/cases.ts'
import { namesIn, testCases } from './support/golden.ts'
import { combinators } from './support/grammars.ts'
import { describeOutcome, outcomeOf } from './support/outcome.ts'

const folder = 'fixtures/combinators'
// `partial`: the end of the text is not known. `tokens`: which stretches the tokenizer made one
// token, as `0:<a> 7:</a>`. `view`: `grammar` for the strict reading.
const known = ['grammar', 'partial', 'tokens', 'view']

function arenaOf(kind: NodeKind, { attributes }: Case): Arena {
  const name = attributes.get('grammar') ?? 'plain'
  const make = combinators[kind][name]
  if (make === undefined) throw new Error(`${kind} has no grammar ${name} in support/grammars.ts`)
  return buildGrammar(make)
}

function run(kind: NodeKind, found: Case): string[] {
  const arena = arenaOf(kind, found)
  const partial = found.attributes.has('partial')
  const view = found.attributes.get('view') === 'grammar' ? 'grammar' : 'reading'
  const tokens = found.attributes.get('tokens')
  if (tokens === undefined) return [outcomeOf(arena, found.input, { partial, view })]
  const machine = openMachine(arena, { view })
  machine.feed(found.input, marksOf(tokens))
  if (!partial) machine.finish()
  return [describeOutcome(machine, arena)]
}

function marksOf(tokens: string): { start: number; text: string }[] {
  const marks = tokens.split(' ').filter((mark) => mark !== '')
  return marks.map((mark) => {
    const colon = mark.indexOf(':')
    return { start: Number(mark.slice(0, colon)), text: mark.slice(colon + 1) }
  })
}

for (const kind of Object.keys(combinators) as NodeKind[]) {
  testCases(`${folder}/${kind}.txt`, { attributes: known }, (found) => run(kind, found))
}

describe(folder, () => {
  it('has cases for each kind of node, and no others', () => {
    expect(namesIn(folder, '.txt').toSorted()).toEqual(Object.keys(combinators).toSorted())
  })
})
