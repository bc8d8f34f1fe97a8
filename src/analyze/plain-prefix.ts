import { nodeAt, type Arena } from '../peg/arena.ts'
import type { NodeId } from '../peg/node.ts'

/** Deeper rules are not looked into; `false` is always a safe answer. */
const MaxDepth = 64

/**
 * Whether a node, as a lookahead, matches exactly where the text begins with one of its texts.
 *
 * Conservative: `true` may not be wrong. Order and greed do no harm at the end of a node, where
 * nothing of it has to match behind them.
 */
export function isPlainPrefix(
  arena: Pick<Arena, 'nodes'>,
  id: NodeId,
  last = true,
  depth = 0,
): boolean {
  if (depth > MaxDepth) return false
  const node = nodeAt(arena, id)
  const inside = (item: NodeId, isLast: boolean): boolean =>
    isPlainPrefix(arena, item, isLast, depth + 1)
  switch (node.kind) {
    case 'eps':
    case 'literal':
    case 'any':
      return true
    case 'chars':
      return node.min <= 32 && (last || node.min === node.max)
    case 'sequence':
      return node.items.every((item, i) => inside(item, last && i === node.items.length - 1))
    case 'choice':
      return last && node.items.every((item) => inside(item, true))
    case 'repeat':
      return last && node.min <= 1 && inside(node.item, true)
    case 'atomic':
    case 'tag':
    case 'rule':
      return inside(node.item, last)
    case 'ref':
      return inside(node.target, last)
    default:
      return false
  }
}
