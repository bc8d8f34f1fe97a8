import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { expectGolden } from './support/golden.ts'
import { projectRoot } from './support/sources.ts'
import { installTarball } from './support/tarball.ts'

const { folder, manifest } = installTarball()
const entries = Object.entries(manifest.exports).flatMap(([entry, target]) =>
  typeof target === 'string' ? [] : [{ entry, ...target }],
)
const goldenOf = (entry: string): string =>
  `fixtures/exports/${entry === '.' ? 'index' : entry.slice('./'.length)}.txt`

const program = ts.createProgram(
  entries.map(({ types }) => join(folder, types)),
  {
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
    lib: ['lib.es2023.d.ts', 'lib.webworker.d.ts', 'lib.webworker.asynciterable.d.ts'],
    types: [],
    strict: true,
    noEmit: true,
  },
)

describe.each(entries)('the packed entry $entry', ({ entry, types, default: code }) => {
  it('exports the reviewed names', () => {
    const lines = declaredNames(join(folder, types)).map(({ name, isValue }) =>
      isValue ? name : `type ${name}`,
    )
    expectGolden(goldenOf(entry), `${lines.join('\n')}\n`)
  })

  it('exports at run time what its types say', async () => {
    const module: object = await import(pathToFileURL(join(folder, code)).href)
    const declared = declaredNames(join(folder, types))
    const values = declared.filter(({ isValue }) => isValue).map(({ name }) => name)
    expect(Object.keys(module).toSorted()).toEqual(values.toSorted())
  })
})

describe('the package', () => {
  it('has declarations that compile for its users, without Node', () => {
    const diagnostics = ts.getPreEmitDiagnostics(program)
    expect(
      diagnostics.map((found) => ts.flattenDiagnosticMessageText(found.messageText, '\n')),
    ).toEqual([])
  })

  it('holds the build, the source it maps to, and the documents', () => {
    expect(readdirSync(folder).toSorted()).toEqual([
      'LICENSE',
      'README.md',
      'dist',
      'docs',
      'package.json',
      'src',
    ])
  })

  it('maps its code to sources that it ships', () => {
    const map: { sources: string[] } = JSON.parse(
      readFileSync(join(folder, 'dist/index.js.map'), 'utf8'),
    )
    expect(map.sources.filter((source) => !existsSync(join(folder, 'dist', source)))).toEqual([])
  })

  it('has a command that says its version', () => {
    const command = join(folder, manifest.bin['pegbnf'] ?? '')
    const printed = execFileSync(process.execPath, [command, '--version'], { encoding: 'utf8' })
    expect(printed).toContain(manifest.version)
  })

  it('has a golden for each entry and no other', () => {
    const goldens = readdirSync(`${projectRoot}fixtures/exports`)
    expect(goldens.map((name) => `fixtures/exports/${name}`).toSorted()).toEqual(
      entries.map(({ entry }) => goldenOf(entry)).toSorted(),
    )
  })

  it('has an entry in the changelog', () => {
    const changelog = readFileSync(`${projectRoot}CHANGELOG.md`, 'utf8')
    expect(changelog).toContain(`\n## ${manifest.version}\n`)
  })
})

/** What a declaration file exports, values before types, each sorted. */
function declaredNames(file: string): { name: string; isValue: boolean }[] {
  const checker = program.getTypeChecker()
  const source = program.getSourceFile(file)
  const module = source && checker.getSymbolAtLocation(source)
  if (module === undefined) throw new Error(`${file} is not a module`)
  return checker
    .getExportsOfModule(module)
    .map((symbol) => {
      const isAlias = (symbol.flags & ts.SymbolFlags.Alias) !== 0
      const target = isAlias ? checker.getAliasedSymbol(symbol) : symbol
      // `export type { Class }` gives the name without its value.
      const isTypeOnly = symbol.declarations?.some(ts.isTypeOnlyExportDeclaration) ?? false
      return {
        name: symbol.name,
        isValue: !isTypeOnly && (target.flags & ts.SymbolFlags.Value) !== 0,
      }
    })
    .toSorted(
      (left, right) =>
        Number(right.isValue) - Number(left.isValue) || (left.name < right.name ? -1 : 1),
    )
}
