import { assertNever } from '../util/assert-never.ts'
import { escapeClass, escapePoints, escapeToken } from './escape.ts'
import type { GbnfExpr, GbnfGrammar } from './expr.ts'
import { toSource, type SourceItem, type SourceRule, type SourceSequence } from './source.ts'

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
  return printSource(toSource(grammar))
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
  return toSource({ rules: [{ name: 'root', expr }] })
    .map((rule) => printAlternatives(rule.alternatives))
    .join('')
}

/** Writes rules with the parentheses that they hold. */
export function printSource(rules: readonly SourceRule[]): string {
  return rules.map((rule) => `${rule.name} ::= ${printAlternatives(rule.alternatives)}\n`).join('')
}

function printAlternatives(alternatives: readonly SourceSequence[]): string {
  return alternatives.map(printSequence).join(' | ')
}

function printSequence(items: SourceSequence): string {
  let out = ''
  for (const item of items) {
    if (out !== '' && item.kind !== 'repetition') out += ' '
    out += printItem(item)
  }
  // An empty alternative is legal, but easily overlooked.
  return out === '' ? '""' : out
}

function printItem(item: SourceItem): string {
  switch (item.kind) {
    case 'literal':
      return escapePoints(item.points)
    case 'class':
      return escapeClass(item.ranges, item.negated)
    case 'any':
      return '.'
    case 'token':
      return escapeToken(item.token, item.negated)
    case 'ref':
      return item.name
    case 'group':
      return `(${printAlternatives(item.alternatives)})`
    case 'repetition':
      return printBounds(item.min, item.max)
    default:
      return assertNever(item)
  }
}

function printBounds(min: number, max: number | null): string {
  if (max === null) return min === 0 ? '*' : min === 1 ? '+' : `{${min},}`
  if (min === 0 && max === 1) return '?'
  return min === max ? `{${min}}` : `{${min},${max}}`
}
