// Writes the parsers of peg/*.peggy into src. With --check, reports those that are not up to date.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import peggy from 'peggy'
import { parsers } from './parsers.ts'
import { root } from './run.ts'

const check = process.argv.includes('--check')
for (const { grammar, parser } of parsers) {
  const target = `src/${parser}.js`
  const source = generate(grammar)
  if (!check) {
    writeFileSync(root + target, source)
    console.log(`${grammar} -> ${target}`)
  } else if (!existsSync(root + target) || readFileSync(root + target, 'utf8') !== source) {
    console.error(`${target} is not what ${grammar} generates: run npm run generate`)
    process.exitCode = 1
  }
}

function generate(grammar: string): string {
  const text = readFileSync(root + grammar, 'utf8')
  try {
    return peggy.generate(text, { grammarSource: grammar, output: 'source', format: 'es' })
  } catch (error) {
    // Peggy's own report shows the place in the grammar.
    if (error instanceof peggy.GrammarError || error instanceof peggy.parser.SyntaxError) {
      console.error(error.format([{ source: grammar, text }]))
      process.exit(1)
    }
    throw error
  }
}
