import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { findNodes, readSources, type SourceFile } from './support/sources.ts'

/**
 * The parts of src from the top down: each may import from every row below its own, never from its own row's other
 * parts, nor from a row above. So there are no cycles between parts.
 */
const layers: readonly (readonly string[])[] = [
  ['cli'],
  // Entries of the package only re-export.
  ['index.ts', 'peggy.ts', 'schema.ts'],
  ['testing', 'integrations', 'gateway', 'compile', 'draw', 'targets'],
  ['protocol'],
  ['template'],
  ['formats'],
  ['chat'],
  ['text'],
  ['verify'],
  ['grammar.ts'],
  ['schema', 'ast'],
  ['automata'],
  // The machine and the emitted grammar meet only in the arena.
  ['machine', 'gbnf'],
  ['analyze'],
  ['peg'],
  ['diagnostics'],
  ['util'],
]

/** Edges that the table forbids and that stand all the same: `from -> to`, each with its reason. */
const extraEdges: Readonly<Record<string, string>> = {}

/** Packages that a part may import at run time. The core has none. */
const packagesOf: Readonly<Record<string, readonly string[]>> = {
  // Peggy's own parser reads the grammars written for it; only the entry `pegbnf/peggy` leads here.
  text: ['peggy'],
  // Optional: `pegbnf types` asks for it when it is not there.
  cli: ['json-schema-to-typescript'],
}

/** Files of more than 400 lines, each with its reason. */
const longFiles: Readonly<Record<string, string>> = {
  'src/compile/runtime-text.ts': 'written by scripts/generate.ts',
}

const sources = readSources('src')
const everything = [...sources, ...['test', 'bench', 'scripts'].flatMap(readExisting)]

describe('src', () => {
  it('consists of the known parts', () => {
    const known = new Set(layers.flat())
    expect(sources.map((file) => partOf(file.path)).filter((part) => !known.has(part))).toEqual([])
  })

  it('is imported only from above', () => {
    const edges = sources.flatMap((file) =>
      relativeImports(file).map((target) => ({
        file: file.path,
        from: partOf(file.path),
        to: partOf(target),
      })),
    )
    const forbidden = edges.filter(
      ({ from, to }) =>
        from !== to && layerOf(from) >= layerOf(to) && !(`${from} -> ${to}` in extraEdges),
    )
    expect(forbidden.map(({ file, to }) => `${file} imports from ${to}`)).toEqual([])
    // An exception that nothing needs any more is taken out.
    const used = new Set(edges.map(({ from, to }) => `${from} -> ${to}`))
    expect(Object.keys(extraEdges).filter((edge) => !used.has(edge))).toEqual([])
  })

  it('imports nothing from outside src', () => {
    const outside = sources.flatMap((file) =>
      relativeImports(file)
        .filter((target) => !target.startsWith('src/'))
        .map((target) => `${file.path} imports ${target}`),
    )
    expect(outside).toEqual([])
  })

  it('uses Node only in the command line and the gateway for Node', () => {
    const users = sources.filter((file) => file.imports.some((name) => name.startsWith('node:')))
    const elsewhere = users
      .map((file) => file.path)
      .filter((path) => !path.startsWith('src/cli/') && path !== 'src/gateway/node.ts')
    expect(elsewhere).toEqual([])
  })

  it('imports no package but those of its table', () => {
    const packages = sources.flatMap((file) =>
      file.imports
        .filter((name) => !name.startsWith('src/') && !name.startsWith('node:'))
        .filter((name) => !packagesOf[partOf(file.path)]?.includes(name))
        .map((name) => `${file.path} imports ${name}`),
    )
    expect(packages).toEqual([])
  })

  it('has no default export', () => {
    expect(sources.flatMap((file) => findNodes(file, isDefaultExport))).toEqual([])
  })

  it('prints only in the command line', () => {
    const library = sources.filter((file) => !file.path.startsWith('src/cli/'))
    const isConsole = (node: ts.Node) => ts.isIdentifier(node) && node.text === 'console'
    expect(library.flatMap((file) => findNodes(file, isConsole))).toEqual([])
  })
})

describe('every source file', () => {
  it('has no any', () => {
    const isAny = (node: ts.Node) => node.kind === ts.SyntaxKind.AnyKeyword
    expect(everything.flatMap((file) => findNodes(file, isAny))).toEqual([])
  })

  it('has at most 400 lines, or a reason', () => {
    // The tests themselves are lists of cases, which may be long.
    const code = everything.filter((file) => !file.path.endsWith('.test.ts'))
    const long = code.filter((file) => file.text.split('\n').length - 1 > 400)
    expect(long.map((file) => file.path)).toEqual(Object.keys(longFiles).toSorted())
  })

  it('is named by what it owns', () => {
    const vague = /(^|\/)(utils?|helpers?|types|common|misc)\.ts$/
    const badCase = /[A-Z_]/
    const names = everything.map((file) => file.path)
    expect(names.filter((path) => vague.test(path) || badCase.test(path))).toEqual([])
  })
})

/** The part of src that a path belongs to: a folder, or a file of src itself. */
function partOf(path: string): string {
  return path.split('/')[1] ?? path
}

function layerOf(part: string): number {
  return layers.findIndex((layer) => layer.includes(part))
}

function relativeImports(file: SourceFile): string[] {
  return file.imports.filter((name) => name.startsWith('src/') || name.startsWith('../'))
}

function isDefaultExport(node: ts.Node): boolean {
  if (ts.isExportAssignment(node)) return true
  if (ts.isExportSpecifier(node)) return node.name.text === 'default'
  return (
    ts.canHaveModifiers(node) &&
    (ts.getModifiers(node) ?? []).some((modifier) => modifier.kind === ts.SyntaxKind.DefaultKeyword)
  )
}

/** The sources of a folder that may not be there. */
function readExisting(folder: string): SourceFile[] {
  try {
    return readSources(folder)
  } catch {
    return []
  }
}
