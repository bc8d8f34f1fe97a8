import { diagnose } from '../diagnostics/diagnostic.ts'
import { GrammarError } from '../diagnostics/errors.ts'
import type { CharRange, GbnfExpr, GbnfGrammar } from './expr.ts'

/**
 * A grammar as GBNF writes it down, with its parentheses and in the order of the text. The reader
 * makes it from a text, `toSource` from data; `lower` works on it. So a grammar given as data behaves
 * exactly as its printed text does. Definitions that a later one replaces are kept:
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

/** How deep expressions may stand inside each other where a function recurses over them. */
export const MaxExprDepth = 1000

function alternativesOf(expr: GbnfExpr, place: Place): readonly SourceSequence[] {
  if (expr.kind === 'choice' && expr.alternatives.length > 0) {
    return expr.alternatives.flatMap((each) => alternativesOf(each, deeper(place)))
  }
  const items = itemsOf(expr, place)
  const [only] = items
  // Parentheses around everything group nothing.
  return items.length === 1 && only?.kind === 'group' ? only.alternatives : [items]
}

function itemsOf(expr: GbnfExpr, place: Place): SourceSequence {
  const offset = 0
  switch (expr.kind) {
    case 'literal': {
      const points = Array.from(expr.text, (char) => char.codePointAt(0) ?? 0)
      return points.length === 0 ? [] : [{ kind: 'literal', points, offset }]
    }
    case 'class':
      if (expr.ranges.length > 0) return [{ ...expr, offset }]
      return expr.negated ? [{ kind: 'any', offset }] : [never]
    case 'sequence': {
      const inside = deeper(place)
      return expr.items.flatMap((item) => itemsOf(item, inside))
    }
    case 'choice': {
      if (expr.alternatives.length === 0) return [never]
      const alternatives = alternativesOf(expr, place)
      const [only] = alternatives
      return alternatives.length === 1 && only !== undefined
        ? only
        : [{ kind: 'group', alternatives, offset }]
    }
    case 'repeat': {
      const { min, max } = expr
      return [repeatable(expr.item, deeper(place)), { kind: 'repetition', min, max, offset }]
    }
    default:
      return [{ ...expr, offset }]
  }
}

// llama.cpp reads a class without members as the empty text; a range from b to a holds nothing.
const never: SourceItem = { kind: 'class', ranges: [[0x62, 0x61]], negated: false, offset: 0 }

// One item: in parentheses, unless it is one by itself that no repetition follows already.
function repeatable(expr: GbnfExpr, place: Place): SourceItem {
  const alternatives = alternativesOf(expr, place)
  const [only] = alternatives
  const [item] = only ?? []
  const isOne = alternatives.length === 1 && only?.length === 1
  return isOne && item !== undefined ? item : { kind: 'group', alternatives, offset: 0 }
}

function deeper({ rule, depth }: Place): Place {
  if (depth >= MaxExprDepth) throw nestedTooDeeply(rule)
  return { rule, depth: depth + 1 }
}

/** The error for a rule whose expressions are nested too deeply. */
export function nestedTooDeeply(rule: string): GrammarError {
  const hint = 'give inner parts rules of their own'
  const message = `expressions are nested deeper than ${MaxExprDepth}`
  return new GrammarError([diagnose('gbnf-size-limit', message, { rule, hint })])
}
