import { readFileSync } from 'node:fs'
import { formatDiagnostics } from '../../src/diagnostics/format.ts'
import { printGbnf } from '../../src/gbnf/print.ts'
import { readGbnf } from '../../src/gbnf/read.ts'
import { readCases, type Case, type CaseFormat } from './cases.ts'
import { namesIn } from './golden.ts'
import { projectRoot } from './sources.ts'

/**
 * Attributes of the cases under `fixtures/gbnf-read`: `vocabulary` for grammars that llama.cpp loads
 * only with a model whose vocabulary has their tokens, `hangs` for those on which it never comes back,
 * `cut` for those of which it sees only the beginning.
 */
export const gbnfCaseFormat: CaseFormat = { attributes: ['vocabulary', 'hangs', 'cut'] }

/** The files of cases, named from the project's folder. */
export function gbnfCaseFiles(): string[] {
  return namesIn('fixtures/gbnf-read', '.txt').map((name) => `fixtures/gbnf-read/${name}.txt`)
}

/** Every case, of all files. */
export function readGbnfCases(): Case[] {
  return gbnfCaseFiles().flatMap((file) =>
    readCases(readFileSync(projectRoot + file, 'utf8'), gbnfCaseFormat),
  )
}

/** What reading a text comes to: the grammar printed, unless it is refused, and what was found. */
export function describeReading(text: string): string[] {
  const reading = readGbnf(text)
  const found = formatDiagnostics(reading.diagnostics, text)
  return [...(reading.ok ? [printGbnf(reading.grammar)] : []), found]
    .map((part) => part.trim())
    .filter((part) => part !== '')
}
