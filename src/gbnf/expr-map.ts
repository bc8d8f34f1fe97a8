import type { CharRange, GbnfExpr } from './expr.ts'

/** What is known about expressions: equal ones have one entry. */
export interface ExprMap<T> {
  /** What is known about an expression; where nothing is, what `make` says, from then on. */
  once(expr: GbnfExpr, make: () => T): T
}

interface Entry<T> {
  readonly expr: GbnfExpr
  readonly value: T
  /** Another one with the same hash. */
  readonly next: Entry<T> | undefined
}

/** An empty map. It holds the expressions themselves: a text for each would cost more than the map. */
export function createExprMap<T>(): ExprMap<T> {
  const heads = new Map<number, Entry<T>>()
  return {
    once(expr, make) {
      const hash = hashOf(expr)
      const next = heads.get(hash)
      for (let entry = next; entry !== undefined; entry = entry.next) {
        if (isSame(entry.expr, expr)) return entry.value
      }
      const value = make()
      heads.set(hash, { expr, value, next })
      return value
    },
  }
}

/** Whether two expressions are equal. */
export function isSame(a: GbnfExpr, b: GbnfExpr): boolean {
  if (a === b) return true
  switch (a.kind) {
    case 'literal':
      return b.kind === 'literal' && a.text === b.text
    case 'ref':
      return b.kind === 'ref' && a.name === b.name
    case 'any':
      return b.kind === 'any'
    case 'token':
      return b.kind === 'token' && a.token === b.token && a.negated === b.negated
    case 'class':
      return b.kind === 'class' && a.negated === b.negated && haveSame(a.ranges, b.ranges, isSameRange)
    case 'sequence':
      return b.kind === 'sequence' && haveSame(a.items, b.items, isSame)
    case 'choice':
      return b.kind === 'choice' && haveSame(a.alternatives, b.alternatives, isSame)
    case 'repeat':
      return b.kind === 'repeat' && a.min === b.min && a.max === b.max && isSame(a.item, b.item)
  }
}

function haveSame<T>(a: readonly T[], b: readonly T[], same: (a: T, b: T) => boolean): boolean {
  if (a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) {
    const left = a[i]
    const right = b[i]
    if (left !== undefined && right !== undefined && !same(left, right)) return false
  }
  return true
}

function isSameRange([a, b]: CharRange, [c, d]: CharRange): boolean {
  return a === c && b === d
}

/** A number that equal expressions share: FNV-1a's way of mixing, over numbers in place of bytes. */
function hashOf(expr: GbnfExpr): number {
  switch (expr.kind) {
    case 'literal':
      return mixText(1, expr.text)
    case 'ref':
      return mixText(2, expr.name)
    case 'any':
      return 3
    case 'token':
      return mixText(4, String(expr.token))
    case 'class':
      return expr.ranges.reduce((hash, [from, to]) => mix(mix(hash, from), to), 5)
    case 'sequence':
      return hashAll(6, expr.items)
    case 'choice':
      return hashAll(7, expr.alternatives)
    case 'repeat':
      return mix(mix(hashOf(expr.item), expr.min), expr.max ?? -1)
  }
}

function hashAll(seed: number, exprs: readonly GbnfExpr[]): number {
  let hash = seed
  for (const expr of exprs) hash = mix(hash, hashOf(expr))
  return hash
}

function mixText(seed: number, text: string): number {
  let hash = seed
  for (let i = 0; i < text.length; i++) hash = mix(hash, text.charCodeAt(i))
  return hash
}

function mix(hash: number, value: number): number {
  return Math.imul(hash ^ value, 0x01000193)
}
