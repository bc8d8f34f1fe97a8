import { assertNever } from '../util/assert-never.ts'
import { isSame } from './expr-map.ts'
import { choice, literal, nothing, repeat, sequence, type GbnfChoice, type GbnfExpr, type GbnfRepeat, type GbnfRef } from './expr.ts'

/** The expression that no text matches. It never reaches the printed grammar, unless as its root. */
export const never: GbnfChoice = { kind: 'choice', alternatives: [] }

/** Whether no text can match: only what the constructors below make of `never` is recognised. */
export function isNever(expr: GbnfExpr): boolean {
  return expr.kind === 'choice' && expr.alternatives.length === 0
}

/** Whether only the empty text matches. */
export function isNothing(expr: GbnfExpr): boolean {
  return (
    (expr.kind === 'sequence' && expr.items.length === 0) ||
    (expr.kind === 'literal' && expr.text === '')
  )
}

/** The parts of a sequence; a single expression is its own only part. */
export function itemsOf(expr: GbnfExpr): readonly GbnfExpr[] {
  if (isNothing(expr)) return []
  return expr.kind === 'sequence' ? expr.items : [expr]
}

/** The alternatives of a choice; a single expression is its own only alternative. */
export function alternativesOf(expr: GbnfExpr): readonly GbnfExpr[] {
  return expr.kind === 'choice' ? expr.alternatives : [expr]
}

/**
 * One after the other: nested sequences are spliced, neighbouring literals joined, and neighbouring
 * repetitions of the same thing counted together, since each of them would cost stacks.
 */
export function seq(items: readonly GbnfExpr[]): GbnfExpr {
  if (isFlat(items)) return items.length === 0 ? nothing : sequence(items)
  const out: GbnfExpr[] = []
  for (const item of items) append(out, item)
  if (out.some(isNever)) return never
  return out.length === 0 ? nothing : sequence(out)
}

/** Whether nothing is found to splice, to join or to leave out: the items stay as they are. */
function isFlat(items: readonly GbnfExpr[]): boolean {
  let last: GbnfExpr | null = null
  for (const item of items) {
    if (item.kind === 'sequence' || isNothing(item) || isNever(item)) return false
    if (last !== null && areJoined(last, item)) return false
    last = item
  }
  return true
}

/** Whether two neighbours may become one. */
function areJoined(left: GbnfExpr, right: GbnfExpr): boolean {
  return left.kind === 'repeat' || right.kind === 'repeat' || left.kind === right.kind
}

function append(out: GbnfExpr[], item: GbnfExpr): void {
  if (item.kind === 'sequence') {
    for (const part of item.items) append(out, part)
    return
  }
  if (isNothing(item)) return
  const last = out[out.length - 1]
  const joined = last === undefined ? null : joinNeighbours(last, item)
  if (joined === null) out.push(item)
  else out[out.length - 1] = joined
}

function joinNeighbours(left: GbnfExpr, right: GbnfExpr): GbnfExpr | null {
  if (left.kind === 'literal' && right.kind === 'literal') return literal(left.text + right.text)
  return joinRepeats(left, right)
}

/** Any of the alternatives: nested choices are spliced, impossible ones dropped. */
export function alt(alternatives: readonly GbnfExpr[]): GbnfExpr {
  if (alternatives.length > 1 && alternatives.every(isPlainAlternative)) return choice(alternatives)
  const full: GbnfExpr[] = []
  let optional = false
  for (const alternative of alternatives) {
    for (const each of alternativesOf(alternative)) {
      if (isNothing(each)) optional = true
      else full.push(each)
    }
  }
  const first = full[0]
  if (first === undefined) return optional ? nothing : never
  const body: GbnfExpr = full.length === 1 ? first : { kind: 'choice', alternatives: full }
  return optional ? rep(body, 0, 1) : body
}

/** Whether an alternative stays as it is, however it is put together with others. */
function isPlainAlternative(expr: GbnfExpr): boolean {
  return expr.kind !== 'choice' && !isNothing(expr)
}

/** The item `min` to `max` times; a repetition of a repetition becomes one where that is exact. */
export function rep(item: GbnfExpr, min: number, max: number | null): GbnfExpr {
  if (isNothing(item) || max === 0) return nothing
  if (isNever(item)) return min === 0 ? nothing : never
  if (min === 1 && max === 1) return item
  return item.kind === 'repeat'
    ? (joinNested(item, min, max) ?? repeat(item, min, max))
    : repeat(item, min, max)
}

/**
 * `(x{a,b}){min,max}` is `x{a·min,b·max}` when the counts leave no gaps. Left as it stands, each way
 * to cut a run into iterations would be a stack of its own.
 */
function joinNested(inner: GbnfRepeat, min: number, max: number | null): GbnfExpr | null {
  const gapless =
    inner.min <= 1 ||
    (inner.max === null ? min > 0 : min === max || (min + 1) * inner.min <= min * inner.max + 1)
  if (!gapless) return null
  const most = inner.max === null || max === null ? null : inner.max * max
  return repeat(inner.item, inner.min * min, most)
}

function joinRepeats(left: GbnfExpr, right: GbnfExpr): GbnfExpr | null {
  if (left.kind !== 'repeat' && right.kind !== 'repeat') return null
  const item = repeatedBy(left)
  if (!isSingleSymbol(item) || !isSame(item, repeatedBy(right))) return null
  const a = mostOf(left)
  const b = mostOf(right)
  return repeat(item, leastOf(left) + leastOf(right), a === null || b === null ? null : a + b)
}

/** What is repeated; anything else is itself, once. */
function repeatedBy(expr: GbnfExpr): GbnfExpr {
  return expr.kind === 'repeat' ? expr.item : expr
}

function leastOf(expr: GbnfExpr): number {
  return expr.kind === 'repeat' ? expr.min : 1
}

function mostOf(expr: GbnfExpr): number | null {
  return expr.kind === 'repeat' ? expr.max : 1
}

/** Whether llama.cpp keeps the expression as one symbol of a rule: it may be repeated as it is. */
export function isSingleSymbol(expr: GbnfExpr): boolean {
  switch (expr.kind) {
    case 'class':
    case 'any':
    case 'token':
    case 'ref':
      return true
    case 'literal':
      return expr.text.length === ((expr.text.codePointAt(0) ?? 0) > 0xffff ? 2 : 1)
    default:
      return false
  }
}

/** A text that is the same for equal expressions. */
export function exprKey(expr: GbnfExpr): string {
  switch (expr.kind) {
    case 'literal':
      return `'${expr.text.length}:${expr.text}`
    case 'ref':
      return `${expr.name} `
    case 'any':
      return '.'
    case 'class':
      return `[${expr.negated ? '^' : ''}${expr.ranges.join(' ')}]`
    case 'token':
      return `<${expr.negated ? '!' : ''}${JSON.stringify(expr.token)}>`
    case 'sequence':
      return `(${expr.items.map(exprKey).join('')})`
    case 'choice':
      return `(${expr.alternatives.map(exprKey).join('|')}|)`
    case 'repeat':
      return `${exprKey(expr.item)}{${expr.min},${expr.max ?? ''}}`
    default:
      return assertNever(expr)
  }
}

/** The expression made anew by the constructors above, each reference replaced. */
export function rebuild(expr: GbnfExpr, replace: (ref: GbnfRef) => GbnfExpr): GbnfExpr {
  const inner = (part: GbnfExpr): GbnfExpr => rebuild(part, replace)
  switch (expr.kind) {
    case 'ref':
      return replace(expr)
    case 'sequence':
      return seq(expr.items.map(inner))
    case 'choice':
      return alt(expr.alternatives.map(inner))
    case 'repeat':
      return rep(inner(expr.item), expr.min, expr.max)
    default:
      return expr
  }
}

/** How many parts an expression is printed with. */
export function weightOf(expr: GbnfExpr): number {
  switch (expr.kind) {
    case 'sequence':
      return expr.items.reduce((sum, item) => sum + weightOf(item), 0)
    case 'choice':
      return expr.alternatives.reduce((sum, item) => sum + weightOf(item), 0)
    case 'repeat':
      return weightOf(expr.item)
    default:
      return 1
  }
}
