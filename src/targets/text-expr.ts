import type { GbnfExpr } from '../gbnf/expr.ts'
import type { JsonSchema, NodeId } from '../peg/node.ts'

/**
 * What an arena's grammar view reads, before it is said in the words of an engine: tags, cuts and
 * lookaheads are gone, free text up to a delimiter still is what it was. `id` is the node that says
 * the same.
 */
export type TextExpr =
  | TextLiteral
  | { readonly kind: 'sequence'; readonly items: readonly TextExpr[] }
  | { readonly kind: 'choice'; readonly items: readonly TextExpr[] }
  | TextRepeat
  | TextUntil
  | TextSchema
  | { readonly kind: 'ref'; readonly id: NodeId }
  /** What is a regular expression by itself: classes, runs of them, insides of strings. */
  | { readonly kind: 'regular'; readonly expr: GbnfExpr; readonly id: NodeId }
  /** No text at all. */
  | { readonly kind: 'never' }

/** The text itself; `token` when the arena calls it a marker. */
export interface TextLiteral {
  readonly kind: 'literal'
  readonly text: string
  readonly token: boolean
}

/** The item a number of times. */
export interface TextRepeat {
  readonly kind: 'repeat'
  readonly item: TextExpr
  readonly min: number
  readonly max: number | null
  readonly id: NodeId
}

/** Text without any of the delimiters; with `through`, up to and with the first. */
export interface TextUntil {
  readonly kind: 'until'
  readonly delimiters: readonly string[]
  readonly through: boolean
  readonly id: NodeId
}

/** A JSON value that follows a schema. */
export interface TextSchema {
  readonly kind: 'schema'
  readonly schema: JsonSchema
  readonly id: NodeId
}

export const nothing: TextExpr = { kind: 'sequence', items: [] }
const never: TextExpr = { kind: 'never' }

/** The items in order, literals joined. */
export function sequenceOf(items: readonly TextExpr[]): TextExpr {
  const kept: TextExpr[] = []
  for (const item of items.flatMap((each) => (each.kind === 'sequence' ? each.items : [each]))) {
    if (item.kind === 'never') return never
    const last = kept.at(-1)
    if (item.kind === 'literal' && item.text === '') continue
    if (item.kind === 'literal' && last?.kind === 'literal' && !item.token && !last.token) {
      kept[kept.length - 1] = { kind: 'literal', text: last.text + item.text, token: false }
    } else kept.push(item)
  }
  const [only] = kept
  return kept.length === 1 && only !== undefined ? only : { kind: 'sequence', items: kept }
}

/** Any of the items. */
export function choiceOf(items: readonly TextExpr[]): TextExpr {
  const kept = items
    .flatMap((each) => (each.kind === 'choice' ? each.items : [each]))
    .filter(({ kind }) => kind !== 'never')
  const [only] = kept
  if (only === undefined) return never
  return kept.length === 1 ? only : { kind: 'choice', items: kept }
}

/** The item `min` to `max` times. */
export function repeatOf(item: TextExpr, min: number, max: number | null, id: NodeId): TextExpr {
  if (isNothing(item) || max === 0) return nothing
  if (item.kind === 'never') return min === 0 ? nothing : never
  if (min === 1 && max === 1) return item
  return { kind: 'repeat', item, min, max, id }
}

/** Whether it is no text and nothing else. */
export function isNothing(expr: TextExpr): boolean {
  return expr.kind === 'sequence' && expr.items.length === 0
}
