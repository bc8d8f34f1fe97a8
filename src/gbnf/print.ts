import { assertNever } from '../util/assert-never.ts'
import { escapeClass, escapeLiteral, escapeToken } from './escape.ts'
import type { CharRange, GbnfChoice, GbnfExpr, GbnfGrammar, GbnfToken } from './expr.ts'
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
  let out = ''
  for (const { name, expr } of grammar.rules) {
    out += `${dialect.rule(name)} ::= ${printBody(expr, { depth: 0, rule: name, dialect })}\n`
  }
  return out
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
  return printBody(expr, { depth: 0, rule: 'root', dialect: gbnf })
}

/** Where an expression stands, and how it is written. */
interface Place {
  readonly depth: number
  readonly rule: string
  readonly dialect: Dialect
}

/** A whole right side. An empty alternative is legal, but easily overlooked. */
function printBody(expr: GbnfExpr, at: Place): string {
  const bare = bareOf(expr, at)
  if (!isChoice(bare)) return printItem(bare, at) || '""'
  return bare.alternatives.map((each) => printBody(each, deeper(at))).join(' | ')
}

/** An expression between others: only a choice needs parentheses there. */
function printItem(expr: GbnfExpr, at: Place): string {
  const bare = bareOf(expr, at)
  switch (bare.kind) {
    case 'literal':
      return bare.text === '' ? '' : at.dialect.literal(bare.text)
    case 'class':
      return at.dialect.charClass(bare.ranges, bare.negated)
    case 'any':
      return at.dialect.any
    case 'token':
      return at.dialect.token(bare)
    case 'ref':
      return at.dialect.rule(bare.name)
    case 'sequence':
      return printItems(bare.items, deeper(at))
    case 'choice':
      return isChoice(bare) ? `(${printBody(bare, at)})` : at.dialect.charClass([], false)
    case 'repeat':
      return `${printRepeated(bare.item, deeper(at))}${printBounds(bare.min, bare.max)}`
    default:
      return assertNever(bare)
  }
}

function printItems(items: readonly GbnfExpr[], at: Place): string {
  let out = ''
  for (const item of items) {
    const text = printItem(item, at)
    if (text !== '') out += out === '' ? text : ` ${text}`
  }
  return out
}

/** What a repetition applies to: one item, in parentheses unless it is one by itself. */
function printRepeated(expr: GbnfExpr, at: Place): string {
  const bare = bareOf(expr, at)
  const isOne = bare.kind !== 'sequence' && bare.kind !== 'repeat' && !isBlank(bare, at)
  return isOne ? printItem(bare, at) : `(${printBody(bare, at)})`
}

function printBounds(min: number, max: number | null): string {
  if (max === null) return min === 0 ? '*' : min === 1 ? '+' : `{${min},}`
  if (min === 0 && max === 1) return '?'
  return min === max ? `{${min}}` : `{${min},${max}}`
}

/** The expression inside sequences of one part and choices of one alternative. */
function bareOf(expr: GbnfExpr, at: Place): GbnfExpr {
  if (at.depth > MaxExprDepth) throw nestedTooDeeply(at.rule)
  let only: GbnfExpr | null = null
  if (expr.kind === 'sequence') only = onlyItem(expr.items, deeper(at))
  else if (expr.kind === 'choice' && expr.alternatives.length === 1) only = expr.alternatives[0] ?? null
  return only === null ? expr : bareOf(only, deeper(at))
}

/** The item that is all that is printed of a sequence. */
function onlyItem(items: readonly GbnfExpr[], at: Place): GbnfExpr | null {
  let only: GbnfExpr | null = null
  for (const item of items) {
    if (isBlank(item, at)) continue
    if (only !== null) return null
    only = item
  }
  return only
}

/** Whether nothing is printed of an expression between others. */
function isBlank(expr: GbnfExpr, at: Place): boolean {
  if (at.depth > MaxExprDepth) throw nestedTooDeeply(at.rule)
  switch (expr.kind) {
    case 'literal':
      return expr.text === ''
    case 'sequence':
      return expr.items.every((item) => isBlank(item, deeper(at)))
    case 'choice': {
      const [only, other] = expr.alternatives
      return only !== undefined && other === undefined && isBlank(only, deeper(at))
    }
    default:
      return false
  }
}

/** Without alternatives it is written as a class that holds nothing. */
function isChoice(expr: GbnfExpr): expr is GbnfChoice {
  return expr.kind === 'choice' && expr.alternatives.length > 0
}

function deeper(at: Place): Place {
  return { ...at, depth: at.depth + 1 }
}
