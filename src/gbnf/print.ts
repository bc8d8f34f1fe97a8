import { assertNever } from '../util/assert-never.ts'
import { escapeClass, escapeLiteral, escapeToken } from './escape.ts'
import {
  nothing,
  type CharRange,
  type GbnfChoice,
  type GbnfExpr,
  type GbnfGrammar,
  type GbnfToken,
} from './expr.ts'
import { rootName } from './names.ts'
import { MaxExprDepth, nestedTooDeeply } from './source.ts'

/** How a notation that is built like GBNF writes what is not put together of parts. */
export interface Dialect {
  literal(text: string): string
  charClass(ranges: readonly CharRange[], negated: boolean): string
  readonly any: string
  token(token: GbnfToken): string
  rule(name: string): string
}

const gbnf: Dialect = {
  literal: escapeLiteral,
  charClass: escapeClass,
  any: '.',
  token: ({ token, negated }) => escapeToken(token, negated),
  rule: (name) => name,
}

/**
 * Writes a grammar as GBNF: one rule a line, in the order of the grammar, with no more parentheses
 * than needed. The same grammar gives the same text, which reads back as an equal grammar.
 *
 * @example
 * ```ts
 * printGbnf({ rules: [{ name: 'root', expr: repeat(choice([literal('a'), literal('b')]), 1, null) }] })
 * // 'root ::= ("a" | "b")+\n'
 * ```
 */
export function printGbnf(grammar: GbnfGrammar): string {
  return printDialect(grammar, gbnf)
}

/** Writes a grammar in a notation that is built like GBNF. */
export function printDialect(grammar: GbnfGrammar, dialect: Dialect): string {
  const printer = createPrinter(dialect)
  let text = ''
  for (const { name, expr } of grammar.rules) {
    text += `${dialect.rule(name)} ::= ${printer.print(name, expr)}\n`
  }
  return text
}

/**
 * Writes one expression, as the right side of a rule.
 *
 * @example
 * ```ts
 * printExpr(choice([literal('a'), sequence([ref('x'), literal('b')])])) // '"a" | x "b"'
 * ```
 */
export function printExpr(expr: GbnfExpr): string {
  return createPrinter(gbnf).print(rootName, expr)
}

interface Printer {
  /** The right side of a rule. */
  print(name: string, expr: GbnfExpr): string
}

function createPrinter(dialect: Dialect): Printer {
  // The parts of the text: a text for each expression would be made anew at every level.
  let parts: string[] = []
  let owner = rootName

  /** A whole right side. An empty alternative is legal, but easily overlooked. */
  function printBody(expr: GbnfExpr, depth: number): void {
    const bare = bareOf(expr, depth)
    if (!isChoice(bare)) {
      if (isBlank(bare, depth)) parts.push('""')
      else printItem(bare, depth)
      return
    }
    for (let i = 0; i < bare.alternatives.length; i++) {
      if (i > 0) parts.push(' | ')
      printBody(bare.alternatives[i] ?? nothing, depth + 1)
    }
  }

  /** An expression between others: only a choice needs parentheses there. */
  function printItem(expr: GbnfExpr, depth: number): void {
    const bare = bareOf(expr, depth)
    switch (bare.kind) {
      case 'literal':
        if (bare.text !== '') parts.push(dialect.literal(bare.text))
        break
      case 'class':
        parts.push(dialect.charClass(bare.ranges, bare.negated))
        break
      case 'any':
        parts.push(dialect.any)
        break
      case 'token':
        parts.push(dialect.token(bare))
        break
      case 'ref':
        parts.push(dialect.rule(bare.name))
        break
      case 'sequence':
        printItems(bare.items, depth + 1)
        break
      case 'choice':
        if (isChoice(bare)) printGroup(bare, depth)
        else parts.push(dialect.charClass([], false))
        break
      case 'repeat':
        printRepeated(bare.item, depth + 1)
        parts.push(boundsOf(bare.min, bare.max))
        break
      default:
        assertNever(bare)
    }
  }

  function printItems(items: readonly GbnfExpr[], depth: number): void {
    let isFirst = true
    for (const item of items) {
      if (isBlank(item, depth)) continue
      if (!isFirst) parts.push(' ')
      isFirst = false
      printItem(item, depth)
    }
  }

  /** What a repetition applies to: one item, in parentheses unless it is one by itself. */
  function printRepeated(expr: GbnfExpr, depth: number): void {
    const bare = bareOf(expr, depth)
    const isOne = bare.kind !== 'sequence' && bare.kind !== 'repeat' && !isBlank(bare, depth)
    if (isOne) printItem(bare, depth)
    else printGroup(bare, depth)
  }

  function printGroup(expr: GbnfExpr, depth: number): void {
    parts.push('(')
    printBody(expr, depth)
    parts.push(')')
  }

  /** The expression inside sequences of one part and choices of one alternative. */
  function bareOf(expr: GbnfExpr, depth: number): GbnfExpr {
    if (depth > MaxExprDepth) throw nestedTooDeeply(owner)
    let only: GbnfExpr | null = null
    if (expr.kind === 'sequence') only = onlyItem(expr.items, depth + 1)
    else if (expr.kind === 'choice' && expr.alternatives.length === 1) {
      only = expr.alternatives[0] ?? null
    }
    return only === null ? expr : bareOf(only, depth + 1)
  }

  /** The item that is all that is printed of a sequence. */
  function onlyItem(items: readonly GbnfExpr[], depth: number): GbnfExpr | null {
    let only: GbnfExpr | null = null
    for (const item of items) {
      if (isBlank(item, depth)) continue
      if (only !== null) return null
      only = item
    }
    return only
  }

  /** Whether nothing is printed of an expression between others. */
  function isBlank(expr: GbnfExpr, depth: number): boolean {
    if (depth > MaxExprDepth) throw nestedTooDeeply(owner)
    switch (expr.kind) {
      case 'literal':
        return expr.text === ''
      case 'sequence':
        for (const item of expr.items) if (!isBlank(item, depth + 1)) return false
        return true
      case 'choice': {
        const only = expr.alternatives[0]
        return only !== undefined && expr.alternatives.length === 1 && isBlank(only, depth + 1)
      }
      default:
        return false
    }
  }

  return {
    print(name, expr) {
      owner = name
      parts = []
      printBody(expr, 0)
      return parts.join('')
    },
  }
}

function boundsOf(min: number, max: number | null): string {
  if (max === null) return min === 0 ? '*' : min === 1 ? '+' : `{${min},}`
  if (min === 0 && max === 1) return '?'
  return min === max ? `{${min}}` : `{${min},${max}}`
}

/** Without alternatives it is written as a class that holds nothing. */
function isChoice(expr: GbnfExpr): expr is GbnfChoice {
  return expr.kind === 'choice' && expr.alternatives.length > 0
}
