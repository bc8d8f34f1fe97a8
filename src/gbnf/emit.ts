import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import type { Arena } from '../peg/arena.ts'
import type { NodeId } from '../peg/node.ts'
import { alt } from './simplify.ts'
import type { GbnfGrammar } from './expr.ts'
import { rulesOfArena, type TokenStyle } from './from-arena.ts'
import { rootName } from './names.ts'
import { optimiseTable } from './optimise.ts'
import { printGbnf } from './print.ts'
import { checkArena, checkOptions, type OptionNames } from '../util/wrong-argument.ts'

/** Options of `emitGbnf`. */
export interface EmitOptions {
  /** How `token` nodes are printed; as their text by default. */
  readonly tokens?: TokenStyle
}

/** A grammar for llama.cpp. */
export interface EmittedGrammar {
  /** The text to give to llama.cpp: its root rule is `root`. */
  readonly gbnf: string
  /** The same as data. */
  readonly grammar: GbnfGrammar
  /**
   * Every place where the grammar admits more than the parser reads, and every keyword of a schema
   * that it does not hold as written.
   */
  readonly warnings: readonly Diagnostic[]
}

/**
 * The GBNF of an arena: what the parser reads, in the strict view, shaped so that llama.cpp samples
 * it fast. The same arena gives the same text, whatever the order its rules were defined in.
 *
 * @example
 * ```ts
 * const arena = buildGrammar((p) => p.sequence('<b>', p.until('</b>'), '</b>'))
 * emitGbnf(arena).gbnf
 * // root ::= "<b>" through-b
 * // through-b ::= [^<] through-b | "<" through-b-1
 * // …
 * ```
 */
export function emitGbnf(arena: Arena, options: EmitOptions = {}): EmittedGrammar {
  checkArena('argument 1 of emitGbnf', arena)
  checkOptions('options of emitGbnf', options, { tokens: true } satisfies OptionNames<EmitOptions>)
  return emitFrom(arena, [arena.root], options)
}

/** The grammar whose root is any of the given nodes. */
export function emitFrom(
  arena: Arena,
  roots: readonly NodeId[],
  { tokens = 'literal' }: EmitOptions,
): EmittedGrammar {
  const { table, exprOf, rules } = rulesOfArena(arena, roots, tokens)
  table.bodies.set(rootName, rules.bodyOf(rootName) ?? alt(roots.map(exprOf)))
  const grammar = optimiseTable(table, rules)
  return {
    gbnf: printGbnf(grammar),
    grammar,
    // An arena finds its warnings when they are asked for, which takes longer than printing it.
    get warnings() {
      return arena.warnings.filter(({ code }) => /^(?:gbnf-lossy-|schema-|duplicate-tool$|tool-name$)/.test(code))
    },
  }
}
