import type { NodeId } from '../peg/node.ts'
import type { ArenaText } from './text-of-arena.ts'
import { choiceOf, isNothing, nothing, repeatOf, sequenceOf, type TextExpr } from './text-expr.ts'

/** Rules are opened this deep to see how they begin. */
const MaxDepth = 16

/**
 * What follows in an expression that must begin with a text: its literals, rules opened, without that
 * text. `null` where some of it begins otherwise.
 */
export function withoutHead(
  expr: TextExpr,
  head: string,
  text: ArenaText,
  depth = 0,
): TextExpr | null {
  if (depth > MaxDepth) return null
  switch (expr.kind) {
    case 'literal':
      return expr.text.startsWith(head)
        ? sequenceOf([{ ...expr, text: expr.text.slice(head.length), token: false }])
        : null
    case 'ref':
      return withoutHead(text.bodyOf(expr.id), head, text, depth + 1)
    case 'sequence': {
      const [first, ...rest] = expr.items
      const left = first === undefined ? null : withoutHead(first, head, text, depth)
      return left === null ? null : sequenceOf([left, ...rest])
    }
    case 'choice': {
      const left = expr.items.map((each) => withoutHead(each, head, text, depth))
      const all = left.filter((each) => each !== null)
      return all.length === left.length ? choiceOf(all) : null
    }
    default:
      return null
  }
}

/** The text that an expression begins with whatever comes; empty when there is none. */
export function headOf(expr: TextExpr, text: ArenaText, depth = 0): string {
  if (depth > MaxDepth) return ''
  switch (expr.kind) {
    case 'literal':
      return expr.text
    case 'ref':
      return headOf(text.bodyOf(expr.id), text, depth + 1)
    case 'sequence':
      return expr.items[0] === undefined ? '' : headOf(expr.items[0], text, depth)
    case 'choice':
      return commonHead(expr.items.map((each) => headOf(each, text, depth)))
    default:
      return ''
  }
}

function commonHead(texts: readonly string[]): string {
  const [first = '', ...rest] = texts
  let length = first.length
  for (const each of rest) {
    while (!each.startsWith(first.slice(0, length))) length--
  }
  return first.slice(0, length)
}

/**
 * The ways an expression goes on, opened until each begins with a text that is enough, or cannot be
 * opened; an empty one where it may be left out. The ids of repetitions in them no longer say the same.
 */
export function waysOf(
  expr: TextExpr,
  text: ArenaText,
  isEnough: (head: string) => boolean,
  seen: readonly NodeId[] = [],
): TextExpr[] {
  if (seen.length > MaxDepth || isEnough(headOf(expr, text))) return [expr]
  switch (expr.kind) {
    case 'choice':
      return expr.items.flatMap((each) => waysOf(each, text, isEnough, seen))
    case 'repeat': {
      if (expr.max !== null && expr.max > MaxUnfolded) return [expr]
      const max = expr.max === null ? null : expr.max - 1
      const more = repeatOf(expr.item, Math.max(0, expr.min - 1), max, expr.id)
      const some = waysOf(sequenceOf([expr.item, more]), text, isEnough, seen)
      return expr.min === 0 ? [nothing, ...some] : some
    }
    case 'sequence': {
      const [first, ...rest] = expr.items
      if (first === undefined || !canOpen(first, seen)) return [expr]
      const ways = waysOf(first, text, isEnough, seen)
      if (ways.length === 1 && ways[0] === first) return [expr]
      return ways.flatMap((way) => {
        const whole = sequenceOf([way, ...rest])
        return isNothing(way) ? waysOf(whole, text, isEnough, seen) : [whole]
      })
    }
    case 'ref': {
      if (!canOpen(expr, seen)) return [expr]
      const ways = waysOf(text.bodyOf(expr.id), text, isEnough, [...seen, expr.id])
      const isBetter = ways.some((way) => isNothing(way) || isEnough(headOf(way, text)))
      return isBetter ? ways : [expr]
    }
    default:
      return [expr]
  }
}

/** Repetitions with a higher bound are not unfolded. */
const MaxUnfolded = 16

function canOpen(expr: TextExpr, seen: readonly NodeId[]): boolean {
  if (expr.kind === 'ref') return !seen.includes(expr.id)
  return expr.kind === 'repeat' || expr.kind === 'choice'
}
