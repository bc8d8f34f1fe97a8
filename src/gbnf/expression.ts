import { diagnose } from '../diagnostics/diagnostic.ts'
import { GrammarError } from '../diagnostics/errors.ts'
import { childrenOf, nothing, type GbnfExpr } from './expr.ts'
import { rootName } from './names.ts'
import { readGbnf } from './read.ts'

// In parentheses, so that lines may break and a second rule is an error.
const opening = `${rootName} ::= (\n`

/**
 * Reads one GBNF expression, the right side of a rule. It stands for itself: it may not name rules.
 *
 * @throws {GrammarError} when the text is no such expression
 * @example
 * ```ts
 * readExpression('[0-9]+ ("." [0-9]+)?').kind // 'sequence'
 * ```
 */
export function readExpression(text: string): GbnfExpr {
  const reading = readGbnf(`${opening}${text}\n)`)
  if (!reading.ok) {
    throw new GrammarError(
      reading.diagnostics.map(({ line, offset, ...rest }) => ({
        ...rest,
        ...(offset === undefined ? {} : { offset: Math.max(0, offset - opening.length) }),
        ...(line === undefined ? {} : { line: line - 1 }),
      })),
    )
  }
  const expr = reading.grammar.rules[0]?.expr ?? nothing
  const [name] = refsOf(expr)
  if (name !== undefined) {
    const hint = 'write the rule out in place of its name'
    throw new GrammarError([
      diagnose('gbnf-undefined-rule', `a GBNF expression names the rule "${name}"`, { hint }),
    ])
  }
  return expr
}

/** The rules that an expression names, in the order of the text. */
export function refsOf(expr: GbnfExpr): string[] {
  const names: string[] = []
  collectRefs(expr, names)
  return names
}

function collectRefs(expr: GbnfExpr, names: string[]): void {
  if (expr.kind === 'ref') names.push(expr.name)
  else for (const child of childrenOf(expr)) collectRefs(child, names)
}
