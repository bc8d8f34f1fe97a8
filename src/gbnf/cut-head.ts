import { nothing, repeat, type GbnfExpr, type GbnfRef } from './expr.ts'
import { headOf, openRule, shareTail, type Workshop } from './heads.ts'
import { alt, isNever, isNothing, never, rep, seq } from './simplify.ts'

/** An expression split by what it begins with: one of some delimiters, or anything else. */
export interface HeadCut {
  /** What follows each of the delimiters; `never` where the expression does not begin with it. */
  readonly exits: readonly GbnfExpr[]
  /** What is seen to begin with none of them, the empty text included. */
  readonly end: GbnfExpr
}

/** How far a head is looked for through rules that begin with rules. */
const maxDepth = 8

/**
 * Splits an expression by the delimiter that it begins with; `null` when it is not seen to begin
 * with one. The parts together match what the expression matches.
 */
export function cutHead(
  shop: Workshop,
  owner: string,
  expr: GbnfExpr,
  delimiters: readonly string[],
): HeadCut | null {
  const cutter: Cutter = { shop, owner, delimiters, depth: 0 }
  return cut(cutter, expr)
}

interface Cutter {
  readonly shop: Workshop
  /** Whose tails are named. */
  readonly owner: string
  readonly delimiters: readonly string[]
  readonly depth: number
}

function cut(cutter: Cutter, expr: GbnfExpr): HeadCut | null {
  switch (expr.kind) {
    case 'literal':
      return cutLiteral(cutter, expr.text)
    case 'choice': {
      const cuts = expr.alternatives.map((alternative) => cut(cutter, alternative))
      if (cuts.every((c) => c === null)) return null
      return cuts.map((c, i) => c ?? uncut(cutter, expr.alternatives[i] ?? never)).reduce(unite)
    }
    case 'repeat': {
      const { item, min, max } = expr
      const more = rep(item, Math.max(0, min - 1), max === null ? null : max - 1)
      const first = cutSequence(cutter, [item, more])
      return first === null || min > 0 ? first : { ...first, end: alt([first.end, nothing]) }
    }
    case 'sequence':
      return cutSequence(cutter, expr.items)
    case 'ref':
      return cutRule(cutter, expr)
    default:
      return null
  }
}

function cutLiteral({ delimiters }: Cutter, text: string): HeadCut | null {
  // Delimiters are sorted: of two that fit, the shorter one comes first and is complete first.
  const at = delimiters.findIndex((delimiter) => text.startsWith(delimiter))
  if (at < 0) return null
  const rest: GbnfExpr = { kind: 'literal', text: text.slice(delimiters[at]?.length) }
  return { exits: delimiters.map((_, i) => (i === at ? rest : never)), end: never }
}

function cutRule(cutter: Cutter, rule: GbnfRef): HeadCut | null {
  const { shop, depth } = cutter
  if (depth === maxDepth || !shop.finished.has(rule.name)) return null
  const inner = { ...cutter, owner: rule.name, depth: depth + 1 }
  if (headOf(shop, rule.name) !== '') return cutSequence(inner, openRule(shop, rule.name))
  return cut(inner, shop.table.bodies.get(rule.name) ?? never)
}

function cutSequence(cutter: Cutter, [first, ...others]: readonly GbnfExpr[]): HeadCut | null {
  if (first === undefined) return null
  const split = first.kind === 'literal' ? cutShortLiteral(cutter, first.text, others) : null
  if (split !== null) return split
  const here = cut(cutter, first) ?? uncut(cutter, first)
  const { full, mayBeEmpty } = splitEmpty(here.end)
  const rest = shareTail(cutter.shop, cutter.owner, seq(others))
  const later = mayBeEmpty ? cut(cutter, rest) : null
  if (later === null && here.exits.every(isNever)) return null
  const followed = (expr: GbnfExpr): GbnfExpr => seq([expr, rest])
  const cutHere = { exits: here.exits.map(followed), end: followed(full) }
  return mayBeEmpty ? unite(cutHere, later ?? uncut(cutter, rest)) : cutHere
}

/** A literal that is the beginning of delimiters: the rest of them may stand behind it. */
function cutShortLiteral(
  cutter: Cutter,
  text: string,
  others: readonly GbnfExpr[],
): HeadCut | null {
  const { delimiters } = cutter
  const begun = delimiters.filter((d) => d.length > text.length && d.startsWith(text))
  if (begun.length === 0) return null
  const rest = cut({ ...cutter, delimiters: begun.map((d) => d.slice(text.length)) }, seq(others))
  if (rest === null) return null
  const exits = delimiters.map((d) => rest.exits[begun.indexOf(d)] ?? never)
  return { exits, end: seq([{ kind: 'literal', text }, rest.end]) }
}

function uncut({ delimiters }: Cutter, expr: GbnfExpr): HeadCut {
  return { exits: delimiters.map(() => never), end: expr }
}

function unite(a: HeadCut, b: HeadCut): HeadCut {
  return {
    exits: a.exits.map((exit, i) => alt([exit, b.exits[i] ?? never])),
    end: alt([a.end, b.end]),
  }
}

/** What an expression matches beside the empty text, where that is plain to see. */
function splitEmpty(expr: GbnfExpr): { full: GbnfExpr; mayBeEmpty: boolean } {
  if (isNothing(expr)) return { full: never, mayBeEmpty: true }
  if (expr.kind !== 'repeat' || expr.min > 0) return { full: expr, mayBeEmpty: false }
  const { item, max } = expr
  return { full: max === 1 ? item : repeat(item, 1, max), mayBeEmpty: true }
}
