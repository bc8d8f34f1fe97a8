import { diagnose } from '../diagnostics/diagnostic.ts'
import { GrammarError } from '../diagnostics/errors.ts'
import type { CharRange, GbnfExpr, GbnfGrammar } from './expr.ts'

/**
 * A grammar as GBNF writes it down, with its parentheses and in the order of the text. The reader
 * makes it from a text, `toSource` from data; `lower` and the printer work on it. So a grammar given
 * as data behaves exactly as its printed text does. Definitions that a later one replaces are kept:
 * llama.cpp checks them too.
 */
export interface SourceRule {
  readonly name: string
  readonly alternatives: readonly SourceSequence[]
  readonly offset: number
}

/** Items one after the other. A repetition stands behind what it repeats. */
export type SourceSequence = readonly SourceItem[]

/** One item; `offset` is where it starts in the text, in UTF-16 code units, or 0. */
export type SourceItem = { readonly offset: number } & (
  | { readonly kind: 'literal'; readonly points: readonly number[] }
  | { readonly kind: 'class'; readonly ranges: readonly CharRange[]; readonly negated: boolean }
  | { readonly kind: 'any' }
  | { readonly kind: 'token'; readonly token: number | string; readonly negated: boolean }
  | { readonly kind: 'ref'; readonly name: string }
  | { readonly kind: 'group'; readonly alternatives: readonly SourceSequence[] }
  | { readonly kind: 'repetition'; readonly min: number; readonly max: number | null }
)

/**
 * Writes a grammar down: parentheses only where GBNF needs them.
 *
 * @throws GrammarError `gbnf-size-limit` when expressions are nested deeper than 1000
 */
export function toSource(grammar: GbnfGrammar): SourceRule[] {
  return grammar.rules.map(({ name, expr }) => ({
    name,
    alternatives: alternativesOf(expr, { rule: name, depth: 0 }),
    offset: 0,
  }))
}

interface Place {
  readonly rule: string
  readonly depth: number
}

const maxDepth = 1000

function alternativesOf(expr: GbnfExpr, place: Place): SourceSequence[] {
  if (expr.kind !== 'choice') return [itemsOf(expr, place)]
  return expr.alternatives.flatMap((each) => alternativesOf(each, deeper(place)))
}

function itemsOf(expr: GbnfExpr, place: Place): SourceSequence {
  const offset = 0
  switch (expr.kind) {
    case 'literal': {
      const points = Array.from(expr.text, (char) => char.codePointAt(0) ?? 0)
      return points.length === 0 ? [] : [{ kind: 'literal', points, offset }]
    }
    case 'sequence': {
      const inside = deeper(place)
      return expr.items.flatMap((item) => itemsOf(item, inside))
    }
    case 'choice':
      return [group(expr, place)]
    case 'repeat': {
      const inside = deeper(place)
      const item = isSingle(expr.item) ? itemsOf(expr.item, inside) : [group(expr.item, inside)]
      return [...item, { kind: 'repetition', min: expr.min, max: expr.max, offset }]
    }
    case 'class':
      if (expr.ranges.length > 0) return [{ ...expr, offset }]
      return [expr.negated ? { kind: 'any', offset } : { ...expr, ranges: [[0x62, 0x61]], offset }]
    default:
      return [{ ...expr, offset }]
  }
}

function deeper({ rule, depth }: Place): Place {
  if (depth < maxDepth) return { rule, depth: depth + 1 }
  const hint = 'give inner parts rules of their own'
  const message = `expressions are nested deeper than ${maxDepth}`
  throw new GrammarError([diagnose('gbnf-size-limit', message, { rule, hint })])
}

// An item that a repetition may follow without parentheses. The empty literal is none: llama.cpp
// finds nothing to repeat in it.
function isSingle(expr: GbnfExpr): boolean {
  switch (expr.kind) {
    case 'sequence':
    case 'choice':
    case 'repeat':
      return false
    case 'literal':
      return expr.text !== ''
    default:
      return true
  }
}

function group(expr: GbnfExpr, place: Place): SourceItem {
  return { kind: 'group', alternatives: alternativesOf(expr, deeper(place)), offset: 0 }
}
