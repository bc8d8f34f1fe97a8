// Writes the parsers of peg/*.peggy, and the part that generated parsers share, into src. With --check, reports
// what is not up to date.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { buildSync } from 'esbuild'
import peggy from 'peggy'
import { parsers, railroad, railroadPackage, runtimeNames } from './parsers.ts'
import { root } from './run.ts'

/** What the classes that are used need themselves. */
const drawnAlong = ['DiagramMultiContainer', 'Start', 'End', 'Terminal', 'Comment']

const check = process.argv.includes('--check')
for (const { grammar, parser } of parsers) put(grammar, `src/${parser}.js`, generate(grammar))
put('src/compile/runtime/standalone.ts', 'src/compile/runtime-text.ts', bundleRuntime())
put(railroadPackage, `src/${railroad}.js`, bundleRailroad())

function put(from: string, target: string, source: string): void {
  if (!check) {
    writeFileSync(root + target, source)
    console.log(`${from} -> ${target}`)
  } else if (!existsSync(root + target) || readFileSync(root + target, 'utf8') !== source) {
    console.error(`${target} is not what ${from} generates: run npm run generate`)
    process.exitCode = 1
  }
}

/** What every generated parser carries, as a text of one expression and the names that it gives. */
function bundleRuntime(): string {
  const { outputFiles } = buildSync({
    entryPoints: [`${root}src/compile/runtime/standalone.ts`],
    bundle: true,
    format: 'iife',
    globalName: 'runtime',
    platform: 'neutral',
    target: 'es2022',
    // Comments would name the files of this project.
    minifySyntax: false,
    legalComments: 'none',
    write: false,
  })
  const text = new TextDecoder()
    .decode(outputFiles[0]?.contents)
    .split('\n')
    // esbuild writes where each part came from.
    .filter((line) => !/^\s*\/\/ src\//.test(line) && line !== '"use strict";')
  const names = runtimeNames.join(', ')
  const lines = [...text, `const { ${names} } = runtime`].filter((line) => line !== '')
  return [
    '// Written by `npm run generate` from src/compile/runtime.',
    '/** What every generated parser carries: the machine, and the scans of its functions. */',
    'export const RuntimeText: string = [',
    ...lines.map((line) => `  ${JSON.stringify(line)},`),
    "].join('\\n')",
    '',
  ].join('\n')
}

/** The classes of the library of railroad diagrams that are used. It is in the public domain (CC0). */
function bundleRailroad(): string {
  const names = 'Choice, Diagram, FakeSVG, Group, OneOrMore, Path, Sequence, Skip, Stack'
  const source = readFileSync(`${root}node_modules/${railroadPackage}/lib/index.mjs`, 'utf8')
  // Its table of factories keeps every class alive; so does what reads them from JSON.
  const kept = new Set([...names.split(', '), ...drawnAlong])
  const code = source
    .replace(/^class (\w+) [^]*?^}$/gm, (found, name: string) => (kept.has(name) ? found : ''))
    .replace(/^(const classes|function \w+FromJSON)\b[^]*?^};?$/gm, '')
    .replace(/^\tstatic fromJSON[^]*?^\t}$|^(const )?funcs\b.*$|^export .*$/gm, '')
  const { outputFiles } = buildSync({
    stdin: {
      contents: `${code}\nOptions.INTERNAL_ALIGNMENT = 'left'\nexport { ${names} }`,
    },
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    legalComments: 'none',
    write: false,
  })
  const text = new TextDecoder().decode(outputFiles[0]?.contents)
  const lines = text.split('\n').filter((line) => !/^\s*\/\/ /.test(line))
  return `// Written by \`npm run generate\` from ${railroadPackage} (CC0-1.0).\n${lines.join('\n')}`
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
