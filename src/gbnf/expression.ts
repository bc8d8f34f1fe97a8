import { diagnose, type Diagnostic } from '../diagnostics/diagnostic.ts'
import { GrammarError } from '../diagnostics/errors.ts'
import { childrenOf, nothing, type GbnfExpr } from './expr.ts'
import { rootName } from './names.ts'
import { readGbnf } from './read.ts'

// In parentheses, so that lines may break and a second rule is an error.
const opening = `${rootName} ::= (\n`

/** An expression that was read, or all that is wrong with its text. */
type ExpressionReading =
  | { readonly expr: GbnfExpr; readonly diagnostics: readonly [] }
  | { readonly expr: null; readonly diagnostics: readonly Diagnostic[] }

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
  const { expr, diagnostics } = tryExpression(text)
  if (expr === null) throw new GrammarError(diagnostics)
  return expr
}

/** The same for a text that may be wrong. */
export function tryExpression(text: string): ExpressionReading {
  const reading = readGbnf(`${opening}${text}\n)`)
  if (!reading.ok) return { expr: null, diagnostics: reading.diagnostics.map(withinExpression) }
  const expr = reading.grammar.rules[0]?.expr ?? nothing
  const [name] = refsOf(expr)
  if (name === undefined) return { expr, diagnostics: [] }
  const message = `a GBNF expression names the rule "${name}"`
  return { expr: null, diagnostics: [diagnose('gbnf-undefined-rule', message, { hint: nameHint })] }
}

const nameHint = 'write the rule out in place of its name'

/** A finding without what stands around the expression. */
function withinExpression({ code, severity, message, ...found }: Diagnostic): Diagnostic {
  const { line, column, offset, related } = found
  const hint = code === 'gbnf-undefined-rule' ? nameHint : found.hint
  return {
    code,
    severity,
    message,
    ...(offset === undefined ? {} : { offset: Math.max(0, offset - opening.length) }),
    ...(line === undefined ? {} : { line: line - 1 }),
    ...(column === undefined ? {} : { column }),
    ...(related === undefined ? {} : { related }),
    ...(hint === undefined ? {} : { hint }),
  }
}

/** The rules that an expression names, in the order of the text. */
export function refsOf(expr: GbnfExpr): string[] {
  const names: string[] = []
  pushRefs(expr, names, none)
  return names.reverse()
}

const none: ReadonlySet<string> = new Set()

/** Puts the rules that an expression names on a stack, the first of the text on top; not those seen. */
export function pushRefs(expr: GbnfExpr, stack: string[], seen: ReadonlySet<string>): void {
  switch (expr.kind) {
    case 'ref':
      if (!seen.has(expr.name)) stack.push(expr.name)
      break
    case 'repeat':
      pushRefs(expr.item, stack, seen)
      break
    case 'sequence':
    case 'choice': {
      const parts = childrenOf(expr)
      for (let i = parts.length - 1; i >= 0; i--) {
        const part = parts[i]
        if (part !== undefined) pushRefs(part, stack, seen)
      }
    }
  }
}
