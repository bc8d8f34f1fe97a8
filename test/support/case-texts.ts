import { readFileSync } from 'node:fs'
import type { Builder, Operand } from '../../src/peg/builder.ts'
import { readCases } from './cases.ts'
import { combinators } from './grammars.ts'
import { projectRoot } from './sources.ts'

/** The grammars of `fixtures/combinators`, each with the texts of its cases. */
export function readCaseTexts(): { make: (p: Builder) => Operand; inputs: string[] }[] {
  return Object.entries(combinators).flatMap(([kind, grammars]) => {
    const source = readFileSync(`${projectRoot}fixtures/combinators/${kind}.txt`, 'utf8')
    const cases = readCases(source, { attributes: ['grammar', 'partial', 'tokens', 'view'] })
    return Object.entries(grammars).map(([name, make]) => ({
      make,
      inputs: cases
        .filter(({ attributes }) => (attributes.get('grammar') ?? 'plain') === name)
        .map(({ input }) => input),
    }))
  })
}
