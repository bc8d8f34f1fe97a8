import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { expect, it } from 'vitest'
import { projectRoot } from './support/sources.ts'

/** The API reference is written from the entries of `typedoc.json`: it must know all, and have something to say. */
const settings: { readonly entryPoints: readonly string[] } = JSON.parse(
  readFileSync(`${projectRoot}typedoc.json`, 'utf8'),
)
const manifest: { readonly exports: Readonly<Record<string, { readonly default?: string }>> } =
  JSON.parse(readFileSync(`${projectRoot}package.json`, 'utf8'))

it('the reference has every entry of the package', () => {
  const entries = Object.values(manifest.exports).flatMap((target) =>
    target.default === undefined
      ? []
      : [target.default.replace('./dist/', 'src/').replace(/\.js$/, '.ts')],
  )
  expect([...settings.entryPoints].toSorted()).toEqual(entries.toSorted())
})

it('every public name has a doc comment', () => {
  const files = settings.entryPoints.map((entry) => projectRoot + entry)
  const program = ts.createProgram(files, {
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
    allowImportingTsExtensions: true,
    noEmit: true,
    types: [],
  })
  const checker = program.getTypeChecker()
  const bare = files.flatMap((file) => {
    const source = program.getSourceFile(file)
    const module = source === undefined ? undefined : checker.getSymbolAtLocation(source)
    expect(module, file).toBeDefined()
    return (module === undefined ? [] : checker.getExportsOfModule(module))
      .map((symbol) =>
        symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol,
      )
      .filter((symbol) => {
        const isModule = symbol.flags & ts.SymbolFlags.ValueModule
        return !isModule && symbol.getDocumentationComment(checker).length === 0
      })
      .map(({ name }) => `${file.slice(projectRoot.length)}: ${name}`)
  })
  expect(bare).toEqual([])
}, 60_000)
