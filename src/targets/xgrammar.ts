import { diagnose, type Diagnostic } from '../diagnostics/diagnostic.ts'
import { emitGbnf } from '../gbnf/emit.ts'
import { emitLazyGbnf } from '../gbnf/lazy.ts'
import { beyondAscii } from '../gbnf/xgrammar-classes.ts'
import { adaptToXgrammar } from '../gbnf/xgrammar.ts'
import type { Arena } from '../peg/arena.ts'

/** A grammar in XGrammar's EBNF, and every place where it admits more than the parser reads. */
export interface EmittedXgrammar {
  readonly ebnf: string
  readonly warnings: readonly Diagnostic[]
}

/**
 * The grammar of an arena in XGrammar's EBNF, as vLLM and SGLang take it; its root is `root`. With
 * `lazy` it begins at a trigger rule, where there is one.
 *
 * @example
 * ```ts
 * emitXgrammar(buildGrammar((p) => p.sequence('a', p.any()))).ebnf // 'root ::= "a" [^]\n'
 * ```
 */
export function emitXgrammar(
  arena: Arena,
  { lazy = false }: { readonly lazy?: boolean } = {},
): EmittedXgrammar {
  const emitted = (lazy ? emitLazyGbnf(arena) : null) ?? emitGbnf(arena)
  const { ebnf, isWidened } = adaptToXgrammar(emitted.grammar)
  return {
    ebnf,
    get warnings() {
      const widened = diagnose('xgrammar-lossy-class', `the grammar ${beyondAscii}`, {
        hint: 'parse what the model writes: the parser still refuses the others',
      })
      return isWidened ? [...emitted.warnings, widened] : emitted.warnings
    },
  }
}
