import { existsSync } from 'node:fs'
import { formatDiagnostics } from '../diagnostics/format.ts'
import type { GbnfProgram } from '../gbnf/program.ts'
import { readGbnf } from '../gbnf/read.ts'
import { UsageError } from './exit.ts'
import { readTextFile, type Io } from './io.ts'
import { isPeggyFile } from './grammar-source.ts'

/** Whether an argument means a grammar's file, not a format. */
export function isGrammarFile(argument: string): boolean {
  if (isPeggyFile(argument)) return false
  return argument.endsWith('.gbnf') || argument.includes('/') || existsSync(argument)
}

/**
 * A grammar from its file, ready to run. What is odd about it goes to standard error.
 *
 * @throws {UsageError} when it is not a grammar that llama.cpp would load, with every fault
 */
export async function readGrammarFile(path: string, io: Io): Promise<GbnfProgram> {
  const text = await readTextFile(path)
  const reading = readGbnf(text)
  const found = formatDiagnostics(reading.diagnostics, text)
  if (!reading.ok) throw new UsageError(`${path} is not a grammar that llama.cpp loads\n${found}`)
  if (found !== '') io.warn(found)
  return reading.program
}
