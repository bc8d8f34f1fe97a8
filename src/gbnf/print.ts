import { assertNever } from '../util/assert-never.ts'
import { escapeClass, escapeLiteral, escapeToken } from './escape.ts'
import type { GbnfChoice, GbnfExpr, GbnfGrammar } from './expr.ts'
import { MaxExprDepth, nestedTooDeeply } from './source.ts'

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
  let out = ''
  for (const { name, expr } of grammar.rules) out += `${name} ::= ${printBody(expr, 0, name)}\n`
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
  return printBody(expr, 0, 'root')
}

/** A whole right side. An empty alternative is legal, but easily overlooked. */
function printBody(expr: GbnfExpr, depth: number, rule: string): string {
  const bare = bareOf(expr, depth, rule)
  if (!isChoice(bare)) return printItem(bare, depth, rule) || '""'
  return bare.alternatives.map((each) => printBody(each, depth + 1, rule)).join(' | ')
}

/** An expression between others: only a choice needs parentheses there. */
function printItem(expr: GbnfExpr, depth: number, rule: string): string {
  const bare = bareOf(expr, depth, rule)
  switch (bare.kind) {
    case 'literal':
      return bare.text === '' ? '' : escapeLiteral(bare.text)
    case 'class':
      return escapeClass(bare.ranges, bare.negated)
    case 'any':
      return '.'
    case 'token':
      return escapeToken(bare.token, bare.negated)
    case 'ref':
      return bare.name
    case 'sequence':
      return printItems(bare.items, depth + 1, rule)
    case 'choice':
      return isChoice(bare) ? `(${printBody(bare, depth, rule)})` : escapeClass([], false)
    case 'repeat':
      return `${printRepeated(bare.item, depth + 1, rule)}${printBounds(bare.min, bare.max)}`
    default:
      return assertNever(bare)
  }
}

function printItems(items: readonly GbnfExpr[], depth: number, rule: string): string {
  let out = ''
  for (const item of items) {
    const text = printItem(item, depth, rule)
    if (text !== '') out += out === '' ? text : ` ${text}`
  }
  return out
}

/** What a repetition applies to: one item, in parentheses unless it is one by itself. */
function printRepeated(expr: GbnfExpr, depth: number, rule: string): string {
  const bare = bareOf(expr, depth, rule)
  const isOne = bare.kind !== 'sequence' && bare.kind !== 'repeat' && !isBlank(bare, depth, rule)
  return isOne ? printItem(bare, depth, rule) : `(${printBody(bare, depth, rule)})`
}

function printBounds(min: number, max: number | null): string {
  if (max === null) return min === 0 ? '*' : min === 1 ? '+' : `{${min},}`
  if (min === 0 && max === 1) return '?'
  return min === max ? `{${min}}` : `{${min},${max}}`
}

/** The expression inside sequences of one part and choices of one alternative. */
function bareOf(expr: GbnfExpr, depth: number, rule: string): GbnfExpr {
  if (depth > MaxExprDepth) throw nestedTooDeeply(rule)
  let only: GbnfExpr | null = null
  if (expr.kind === 'sequence') only = onlyItem(expr.items, depth + 1, rule)
  else if (expr.kind === 'choice' && expr.alternatives.length === 1) only = expr.alternatives[0] ?? null
  return only === null ? expr : bareOf(only, depth + 1, rule)
}

/** The item that is all that is printed of a sequence. */
function onlyItem(items: readonly GbnfExpr[], depth: number, rule: string): GbnfExpr | null {
  let only: GbnfExpr | null = null
  for (const item of items) {
    if (isBlank(item, depth, rule)) continue
    if (only !== null) return null
    only = item
  }
  return only
}

/** Whether nothing is printed of an expression between others. */
function isBlank(expr: GbnfExpr, depth: number, rule: string): boolean {
  if (depth > MaxExprDepth) throw nestedTooDeeply(rule)
  switch (expr.kind) {
    case 'literal':
      return expr.text === ''
    case 'sequence':
      return expr.items.every((item) => isBlank(item, depth + 1, rule))
    case 'choice': {
      const [only, other] = expr.alternatives
      return only !== undefined && other === undefined && isBlank(only, depth + 1, rule)
    }
    default:
      return false
  }
}

/** Without alternatives it is written as a class that holds nothing. */
function isChoice(expr: GbnfExpr): expr is GbnfChoice {
  return expr.kind === 'choice' && expr.alternatives.length > 0
}
