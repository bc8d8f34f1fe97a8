import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { GrammarError } from '../diagnostics/errors.ts'
import { formatDiagnostics, quote } from '../diagnostics/format.ts'
import { fromGbnf } from '../index.ts'
import type { Arena } from '../peg/arena.ts'
import { readPeggyGrammar, type PlacedArena } from '../peggy.ts'
import type { Arguments } from './arguments.ts'
import { UsageError } from './exit.ts'
import { readTextFile, type Io } from './io.ts'

/** The options of every command that takes a grammar in Peggy's syntax. */
export const peggyOptions = {
  'start-rule': {
    value: 'NAME',
    help: 'of a .peggy file: the rule that the whole text must match; the first unless given',
  },
  'strip-actions': {
    help: 'of a .peggy file: leave out the code in it, which is refused otherwise',
  },
} as const

/** Whether an argument means a grammar in GBNF, not a format: by its ending, or as it is another file. */
export function isGbnfFile(argument: string): boolean {
  if (isPeggyFile(argument)) return false
  return argument.endsWith('.gbnf') || argument.includes('/') || existsSync(argument)
}

/**
 * The arena of a GBNF file; where its parser reads less than the grammar admits, that goes to standard error.
 *
 * @throws {UsageError} when it cannot be read, or a parser cannot follow it
 */
export async function readGbnfArena(path: string, io: Io): Promise<{ arena: Arena; text: string }> {
  const text = await readTextFile(path)
  const found = fromGbnf(text)
  const notes = formatDiagnostics(found.diagnostics, text)
  if (found.kind === 'refused') {
    throw new UsageError(`${path} is no grammar that can be parsed with\n${notes}`)
  }
  if (notes !== '') io.warn(notes)
  if (found.kind === 'lossy' && found.counterExample !== null) {
    io.warn(
      `the grammar admits ${quote(found.counterExample.text)}, which the parser does not read`,
    )
  }
  return { arena: found.arena, text }
}

/** Whether an argument means a grammar in Peggy's syntax. */
export function isPeggyFile(argument: string): boolean {
  return /\.(peggy|pegjs)$/.test(argument)
}

/** A file's name without its folders. */
export function nameOfFile(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? path
}

/**
 * The arena of a grammar in Peggy's syntax, with what it imports, and where its nodes stand.
 *
 * @throws {UsageError} when it cannot be read or compiled, with every fault and its place
 */
export async function readPeggyFile(path: string, args: Arguments): Promise<PlacedArena> {
  const source = await readTextFile(path)
  const startRule = args.text('start-rule')
  const options = {
    ...(startRule === undefined ? {} : { startRule }),
    ...(args.flag('strip-actions') ? { actions: 'strip' as const } : {}),
    imports: await readImports(path, source),
  }
  try {
    return readPeggyGrammar(source, options)
  } catch (error) {
    if (!(error instanceof GrammarError)) throw error
    // The message shows each place in the source.
    throw new UsageError(`${path} is no grammar that can be compiled\n${error.message}`)
  }
}

/** More files than this are not looked for. */
const maxImports = 64

/** The sources of the modules that a grammar imports by relative paths, and that these import. */
async function readImports(path: string, source: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  const left = [source]
  for (let text = left.pop(); text !== undefined; text = left.pop()) {
    for (const [, , name = ''] of text.matchAll(/\bfrom\s*(["'])([^"'\r\n]+)\1/g)) {
      if (Object.hasOwn(found, name) || Object.keys(found).length >= maxImports) continue
      // Modules are named by what stands in the import: all paths are seen from the first file.
      const imported = await readTextFile(join(dirname(path), name)).catch(() => null)
      if (imported === null) continue
      found[name] = imported
      left.push(imported)
    }
  }
  return found
}
