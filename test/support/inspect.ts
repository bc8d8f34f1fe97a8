import { expect } from 'vitest'
import type { Diagnostic } from '../../src/diagnostics/diagnostic.ts'
import { GrammarError } from '../../src/diagnostics/errors.ts'
import { buildGrammar } from '../../src/grammar.ts'
import type { Builder, Operand } from '../../src/peg/builder.ts'

/** What makes a grammar. */
export type Make = (p: Builder) => Operand

/** The faults for which a grammar is refused. */
export function faultsOf(make: Make): readonly Diagnostic[] {
  try {
    buildGrammar(make)
  } catch (error) {
    if (error instanceof GrammarError) return error.diagnostics
    throw error
  }
  return expect.fail('the grammar was built')
}

/** The codes and places of findings, one a line, for a glance. */
export function sketch(found: readonly Diagnostic[]): string[] {
  return found.map((d) => `${d.code} at ${d.path ?? d.rule ?? '?'}`)
}
