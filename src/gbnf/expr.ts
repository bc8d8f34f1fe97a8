/**
 * A GBNF grammar as data: its rules in order. Names are unique; the rule that the text must match is
 * `root`, as in llama.cpp.
 */
export interface GbnfGrammar {
  readonly rules: readonly GbnfRule[]
}

/** A named expression. A name holds letters, digits and `-`. */
export interface GbnfRule {
  readonly name: string
  readonly expr: GbnfExpr
}

/** An inclusive range of code points. One that ends before it starts holds nothing. */
export type CharRange = readonly [from: number, to: number]

/** What a rule stands for: a closed union on `kind`. */
export type GbnfExpr =
  GbnfLiteral | GbnfClass | GbnfAny | GbnfToken | GbnfRef | GbnfSequence | GbnfChoice | GbnfRepeat

/** The text itself. The empty one matches without consuming. */
export interface GbnfLiteral {
  readonly kind: 'literal'
  readonly text: string
}

/** One code point inside the ranges, or outside all of them when `negated`. */
export interface GbnfClass {
  readonly kind: 'class'
  readonly ranges: readonly CharRange[]
  readonly negated: boolean
}

/** One code point, whichever. */
export interface GbnfAny {
  readonly kind: 'any'
}

/**
 * One token of the model's vocabulary, or any other one when `negated`: by its id, or by its text,
 * which begins with `<` and ends with `>` and must be a single token there.
 */
export interface GbnfToken {
  readonly kind: 'token'
  readonly token: number | string
  readonly negated: boolean
}

/** Another rule. */
export interface GbnfRef {
  readonly kind: 'ref'
  readonly name: string
}

/** One after the other; without items, the empty text. */
export interface GbnfSequence {
  readonly kind: 'sequence'
  readonly items: readonly GbnfExpr[]
}

/** Any of the alternatives; their order has no meaning. */
export interface GbnfChoice {
  readonly kind: 'choice'
  readonly alternatives: readonly GbnfExpr[]
}

/** The item `min` to `max` times; `max: null` is without end. */
export interface GbnfRepeat {
  readonly kind: 'repeat'
  readonly item: GbnfExpr
  readonly min: number
  readonly max: number | null
}

/** The expression that matches only the empty text. */
export const nothing: GbnfSequence = { kind: 'sequence', items: [] }

/** The text itself. */
export function literal(text: string): GbnfLiteral {
  return { kind: 'literal', text }
}

/**
 * One character of some ranges, or of none of them.
 *
 * @example
 * ```ts
 * printExpr(charClass([[0x61, 0x7a]], true)) // '[^a-z]'
 * ```
 */
export function charClass(ranges: readonly CharRange[], negated = false): GbnfClass {
  return { kind: 'class', ranges, negated }
}

/** A rule by its name. */
export function ref(name: string): GbnfRef {
  return { kind: 'ref', name }
}

/** The items in order; a single one stands for itself. */
export function sequence(items: readonly GbnfExpr[]): GbnfExpr {
  return items.length === 1 && items[0] !== undefined ? items[0] : { kind: 'sequence', items }
}

/** Any of the alternatives; a single one stands for itself. */
export function choice(alternatives: readonly GbnfExpr[]): GbnfExpr {
  const only = alternatives[0]
  return alternatives.length === 1 && only !== undefined ? only : { kind: 'choice', alternatives }
}

/** The item `min` to `max` times; `max: null` is without end. */
export function repeat(item: GbnfExpr, min: number, max: number | null): GbnfRepeat {
  return { kind: 'repeat', item, min, max }
}

/** The expressions directly inside one, in order. */
export function childrenOf(expr: GbnfExpr): readonly GbnfExpr[] {
  switch (expr.kind) {
    case 'sequence':
      return expr.items
    case 'choice':
      return expr.alternatives
    case 'repeat':
      return [expr.item]
    default:
      return []
  }
}

/** The list with each expression changed; the list itself where none is. */
export function mapChanged(
  list: readonly GbnfExpr[],
  change: (expr: GbnfExpr) => GbnfExpr,
): readonly GbnfExpr[] {
  let out: GbnfExpr[] | null = null
  for (let i = 0; i < list.length; i++) {
    const before = list[i]
    if (before === undefined) continue
    const after = change(before)
    if (out === null && after !== before) out = list.slice(0, i)
    out?.push(after)
  }
  return out ?? list
}
