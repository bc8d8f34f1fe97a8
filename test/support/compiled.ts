import { compileParser, type CompileParserOptions } from '../../src/compile/index.ts'
import type { AstNode } from '../../src/ast/node.ts'
import type { Machine, MachineLimits } from '../../src/machine/machine-types.ts'
import type { ParseResult } from '../../src/machine/result.ts'
import type { Arena } from '../../src/peg/arena.ts'

interface Options {
  readonly limits?: Partial<MachineLimits>
}

/** What a generated module exports, as its declarations say. */
export interface CompiledModule {
  parse(
    text: string,
    options?: Options,
  ): {
    readonly status: ParseResult['kind']
    result(): ParseResult
    ast(): AstNode
    readonly tape: { readonly records: Int32Array; readonly length: number }
    slice(start: number, end: number): string
  }
  recognise(text: string, options?: Options): boolean
  open(options?: Options): Machine & { ast(): AstNode }
  printAst(root: AstNode): string
  /** How many texts the generated functions have matched, and how many they left to the machine. */
  readonly counts: { matched: number; left: number }
}

/** Generates a parser and loads it as a user's program would, with two counters put in. */
export async function loadCompiled(
  arena: Arena,
  options: CompileParserOptions = {},
): Promise<CompiledModule> {
  const { code } = compileParser(arena, options)
  const counted = code.replace(
    'return $start(0)',
    `counts.left++
    const found = $start(0)
    if (found === end) { counts.matched++; counts.left-- }
    return found`,
  )
  if (counted === code) throw new Error('the generated functions are not entered where they were')
  const source = `${counted}\nexport const counts = { matched: 0, left: 0 }\n`
  const module: CompiledModule = await import(
    /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(source)}`
  )
  return module
}
