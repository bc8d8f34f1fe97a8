import { diagnose, type Diagnostic } from '../diagnostics/diagnostic.ts'
import type { Arena } from '../peg/arena.ts'
import type { NodeId } from '../peg/node.ts'
import { printNode } from '../peg/print.ts'
import { quoteCode } from './quote-code.ts'
import type { NullableNodes } from './nullable.ts'
import { createTrails } from './trail.ts'

/**
 * Repetitions of something that can match nothing: the parser would stop at the first empty match,
 * the grammar would have endlessly many ways to read the same text.
 */
export function findEmptyRepetitions(
  arena: Omit<Arena, 'warnings'>,
  { reading, grammar }: NullableNodes,
): Diagnostic[] {
  const place = createTrails(arena)
  const found: Diagnostic[] = []
  arena.nodes.forEach((node, index) => {
    if (node.kind !== 'repeat') return
    const once = node.max !== null && node.max <= 1
    if (once || (reading[node.item] === 0 && grammar[node.item] === 0)) return
    found.push(
      diagnose(
        'empty-repetition',
        `repetition of something empty: ${quoteCode(printNode(arena, node.item))} can match nothing`,
        {
          ...place(index as NodeId),
          hint: 'let the item consume at least one character, or use optional(…)',
        },
      ),
    )
  })
  return found
}
