import { expect } from 'vitest'
import { createAst } from '../../src/ast/node.ts'
import { printAst } from '../../src/ast/print.ts'
import { buildGrammar } from '../../src/grammar.ts'
import type { CompileOptions } from '../../src/machine/compile.ts'
import { openMachine } from '../../src/machine/parse.ts'
import type { Machine, MachineLimits } from '../../src/machine/machine-types.ts'
import type { Arena } from '../../src/peg/arena.ts'
import { createBuilder, type Builder, type Operand } from '../../src/peg/builder.ts'
import type { NodeId } from '../../src/peg/node.ts'
import {
  checkCommitted,
  checkPrefixes,
  checkReference,
  checkResume,
  createSubject,
  reparsePrefixes,
} from './machine-laws.ts'

/** How the outcome of a parse is asked for. */
export interface OutcomeOptions extends CompileOptions {
  /** Do not say that the text ends: what is shown so far. */
  readonly partial?: boolean
  readonly limits?: Partial<MachineLimits>
}

type Grammar = Arena | ((p: Builder) => Operand)

/**
 * What a text comes to, as one string: the AST, or the failure. Before that the text is read in
 * many cuttings by the plain and by the optimised code, and both are held to the reference.
 */
export function outcomeOf(grammar: Grammar, text: string, options: OutcomeOptions = {}): string {
  const arena = typeof grammar === 'function' ? buildGrammar(grammar) : grammar
  const { partial = false, limits = {}, ...compiled } = options
  if (options.limits === undefined) {
    checkLaws(arena, text, { ...compiled, plain: true })
    checkLaws(arena, text, compiled)
  }
  const machine = openMachine(arena, { ...compiled, limits })
  machine.feed(text)
  if (!partial) machine.finish()
  return describeOutcome(machine, arena)
}

/** The AST of what was read; a failure says where, and what was expected there. */
export function describeOutcome(machine: Machine, arena: Arena): string {
  const result = machine.result()
  if (result.kind !== 'failure') return printAst(createAst(machine, arena))
  const expected = result.expected.map((e) => {
    if (e.kind === 'literal') return JSON.stringify(e.text)
    if (e.kind === 'rule') return e.name
    return e.kind === 'class' ? e.label : 'the end'
  })
  const wanted = expected.length === 0 ? '' : `, expected ${expected.join(' or ')}`
  return `${result.code} at ${result.offset}${wanted}`
}

/** The laws of the machine on one text, by every chunk size and every cut in two. */
export function checkLaws(arena: Arena, text: string, options: CompileOptions): void {
  const subject = createSubject(arena, options)
  const prefixes = reparsePrefixes(subject, text)
  checkReference(subject, text, prefixes)
  checkPrefixes(prefixes)
  for (const chunks of chunkings(text)) {
    checkResume(subject, chunks, prefixes)
    checkCommitted(subject, chunks)
  }
}

/** The text in chunks of each size, and cut in two at each place. */
export function chunkings(text: string): string[][] {
  const bySize = Array.from({ length: Math.min(text.length, 8) }, (_, i) => chunksOf(text, i + 1))
  const inTwo = Array.from({ length: text.length }, (_, i) => [text.slice(0, i), text.slice(i)])
  return [[text], ...bySize, ...inTwo]
}

function chunksOf(text: string, size: number): string[] {
  const count = Math.ceil(text.length / size)
  return Array.from({ length: count }, (_, i) => text.slice(i * size, (i + 1) * size))
}

/** Expects one outcome for a text. */
export function check(
  grammar: Grammar,
  text: string,
  wanted: string,
  options: OutcomeOptions = {},
): void {
  expect(outcomeOf(grammar, text, options)).toBe(wanted)
}

/**
 * An arena that no analysis has seen: for what `buildGrammar` refuses, but an arena read from JSON
 * might hold.
 */
export function uncheckedArena(make: (p: Builder) => NodeId): Arena {
  const { builder, draft } = createBuilder()
  const root = make(builder)
  const nodes = draft.nodes.map((node) =>
    node.kind === 'ref' ? { ...node, target: draft.rules.get(node.name) ?? root } : node,
  )
  return { nodes, rules: draft.rules, root, warnings: [] }
}
