import { choice, mapChanged, nothing, repeat, sequence, type GbnfExpr, type GbnfRepeat } from './expr.ts'
import type { RuleTable } from './rule-table.ts'
import { alternativesOf, isSingleSymbol, itemsOf } from './simplify.ts'

/** llama.cpp refuses or misreads larger counts: 2000 and a minimum above it, silently a maximum. */
const maxCount = 1999
/** Larger counts are made of blocks of so many. */
const blockSize = 1000
/** A repeated group that makes more symbols than this becomes a rule. */
const maxInline = 16

/**
 * Brings the repetitions of a rule within llama.cpp's bounds. It multiplies the symbols of a repeated
 * group by the count, so that such a group becomes a rule; counts above its limit become blocks.
 */
export function boundRepeats(table: RuleTable, owner: string, expr: GbnfExpr): GbnfExpr {
  const counter: Counter = { table, owner }
  function bound(part: GbnfExpr): GbnfExpr {
    switch (part.kind) {
      case 'sequence': {
        const items = mapChanged(part.items, bound)
        return items === part.items ? part : sequence(items.flatMap(itemsOf))
      }
      case 'choice': {
        const alternatives = mapChanged(part.alternatives, bound)
        return alternatives === part.alternatives
          ? part
          : choice(alternatives.flatMap(alternativesOf))
      }
      case 'repeat': {
        const named = namedItem(counter, part)
        const item = isSingleSymbol(named) ? named : bound(named)
        if (item === part.item && isSmall(part)) return part
        return countOf(counter, item, part.min, part.max)
      }
      default:
        return part
    }
  }
  return bound(expr)
}

function namedItem({ table, owner }: Counter, { item, min, max }: GbnfRepeat): GbnfExpr {
  if (isSingleSymbol(item)) return item
  const once = min <= 1 && (max === null || max <= 1)
  if (once && symbolsOf(item) <= maxInline) return item
  return table.share(`${owner}-${max === 1 ? 'option' : 'item'}`, item)
}

/** About how many symbols and rules llama.cpp makes of an expression. */
function symbolsOf(expr: GbnfExpr): number {
  switch (expr.kind) {
    case 'literal':
      return expr.text.length
    case 'sequence':
      return expr.items.reduce((sum, item) => sum + symbolsOf(item), 0)
    case 'choice':
      return expr.alternatives.reduce((sum, item) => sum + symbolsOf(item), 1)
    case 'repeat':
      return symbolsOf(expr.item) + (expr.max ?? expr.min + 1)
    default:
      return 1
  }
}

interface Counter {
  readonly table: RuleTable
  readonly owner: string
}

function isSmall({ min, max }: { readonly min: number; readonly max: number | null }): boolean {
  return Math.max(min, max ?? 0) <= maxCount
}

function countOf(counter: Counter, item: GbnfExpr, min: number, max: number | null): GbnfExpr {
  if (isSmall({ min, max })) return repeat(item, min, max)
  const more = max === null ? repeat(item, 0, null) : atMost(counter, item, max - min)
  return sequence([exactly(counter, item, min), more].flatMap(itemsOf))
}

/**
 * Up to `count` times: whole blocks and less than one, or all the blocks and what is left. Two stacks
 * more than a plain repetition, whatever the count.
 */
function atMost(counter: Counter, item: GbnfExpr, count: number): GbnfExpr {
  if (count === 0) return nothing
  if (count <= maxCount) return repeat(item, 0, count)
  const blocks = Math.floor(count / blockSize)
  const block = blockOf(counter, item)
  const fewer = [atMost(counter, block, blocks - 1), repeat(item, 0, blockSize - 1)]
  const all = [exactly(counter, block, blocks), atMost(counter, item, count % blockSize)]
  return choice([fewer, all].map((items) => sequence(items.flatMap(itemsOf))))
}

function exactly(counter: Counter, item: GbnfExpr, count: number): GbnfExpr {
  if (count === 0) return nothing
  if (count === 1) return item
  if (count <= maxCount) return repeat(item, count, count)
  const blocks = exactly(counter, blockOf(counter, item), Math.floor(count / blockSize))
  const left = exactly(counter, item, count % blockSize)
  return sequence([blocks, left].flatMap(itemsOf))
}

/** The rule of a block; itself within bounds, as its item is. */
function blockOf({ table, owner }: Counter, item: GbnfExpr): GbnfExpr {
  return table.share(`${owner}-${blockSize}`, repeat(item, blockSize, blockSize))
}
