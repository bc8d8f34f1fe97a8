import { createAcceptor } from '../gbnf/accept.ts'
import type { GbnfProgram } from '../gbnf/program.ts'
import { createMachine } from '../machine/machine.ts'
import type { Program } from '../machine/program.ts'

/** What a parser makes of a whole text. */
export type Reading =
  | { readonly kind: 'reads' | 'limit' }
  | { readonly kind: 'fails'; readonly offset: number; readonly early: boolean }

/** Reads a text one code point at a time, so that each of its prefixes is read. */
export function readText(program: Program, text: string): Reading {
  const machine = createMachine(program)
  for (const char of text) {
    machine.feed(char)
    if (machine.status === 'failure') break
  }
  const early = machine.status === 'failure'
  machine.finish()
  const result = machine.result()
  if (result.kind === 'success') {
    // A success that leaves text unread is a failure of the whole.
    return result.end === text.length
      ? { kind: 'reads' }
      : { kind: 'fails', offset: result.end, early: false }
  }
  if (result.kind === 'needMoreInput') return { kind: 'fails', offset: text.length, early: false }
  const isLimit = result.code !== 'no-match' && result.code !== 'trailing-input'
  return isLimit ? { kind: 'limit' } : { kind: 'fails', offset: result.offset, early }
}

/** What a grammar says of a whole text. */
export type Admission =
  { readonly kind: 'yes' | 'limit' } | { readonly kind: 'no'; readonly offset: number }

export /** Whether a grammar admits a text; very ambiguous grammars are given up. */
function admits(grammar: GbnfProgram, text: string): Admission {
  const acceptor = createAcceptor(grammar, { maxStacks: 4096, maxWork: 1_000_000 })
  acceptor.feed(text)
  const result = acceptor.result()
  if (result.kind === 'complete') return { kind: 'yes' }
  if (result.kind === 'limited') return { kind: 'limit' }
  return { kind: 'no', offset: result.kind === 'refused' ? result.offset : text.length }
}
