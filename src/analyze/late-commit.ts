import { diagnose, type Diagnostic } from '../diagnostics/diagnostic.ts'
import { childrenOf, nodeAt, type Arena } from '../peg/arena.ts'
import type { NodeId } from '../peg/node.ts'
import { printNode } from '../peg/print.ts'
import { disjoint, emptyFirst, findFirst, joinFirst, type FirstTable } from './first.ts'
import { findFollow } from './follow.ts'
import { quoteCode } from './quote-code.ts'
import { createExtents } from './extent.ts'
import { createTrails } from './trail.ts'

/** Whether each choice is settled within a bounded look-ahead or by a cut. */
export function isLinear(arena: Omit<Arena, 'warnings'>): boolean {
  return findLateCommits(arena).length === 0
}

/**
 * Choices and repetitions that are not decided by the next character, and in which the parser may
 * read without bound before a cut or the end settles them: until then nothing of it is sent.
 */
export function findLateCommits(arena: Omit<Arena, 'warnings'>): Diagnostic[] {
  const table = findFirst(arena, 'reading')
  const follow = findFollow(arena, 'reading', table)
  const extentOf = createExtents(arena, 'reading')
  const place = createTrails(arena)
  const found: Diagnostic[] = []

  const regular = findRegular(arena)

  function tell(id: NodeId, item: NodeId, what: string): void {
    // Malformed text may wait: nobody is kept from well-formed text by it.
    if (!regular.has(id) || nodeAt(arena, item).kind === 'recover') return
    if (!extentOf(item).long) return
    const shown = quoteCode(printNode(arena, item))
    found.push(
      diagnose('late-commit', `${shown} may read without bound before ${what} is settled`, {
        ...place(id),
        hint: 'put cut() behind what only this can begin with',
      }),
    )
  }

  for (const [id, behind] of follow) {
    const node = nodeAt(arena, id)
    if (node.kind === 'choice') {
      const held = findHeld(node.items, table)
      node.items.forEach((item, i) => {
        if (held[i] === true) tell(id, item, 'the choice')
      })
    } else if (node.kind === 'repeat' && node.min !== node.max) {
      const { first, nullable, cutPrefix } = table
      const decided =
        nullable[node.item] === 0 &&
        cutPrefix[node.item] === 0 &&
        disjoint(first[node.item] ?? emptyFirst(), behind)
      if (!decided) tell(id, node.item, node.max === 1 ? 'the option' : 'the repetition')
    }
  }
  return found
}

/** The alternatives that are tried while a later one may still be needed. */
function findHeld(items: readonly NodeId[], { first, nullable, cutPrefix }: FirstTable): boolean[] {
  const dispatched = items.every((id) => nullable[id] === 0 && cutPrefix[id] === 0)
  let later = emptyFirst()
  const held: boolean[] = []
  for (let i = items.length - 1; i >= 0; i--) {
    const own = first[items[i] ?? 0] ?? emptyFirst()
    held[i] = i < items.length - 1 && !(dispatched && disjoint(own, later))
    later = joinFirst(later, own)
  }
  return held
}

/** What is read outside recoveries. */
function findRegular(arena: Omit<Arena, 'warnings'>): ReadonlySet<NodeId> {
  const regular = new Set<NodeId>([arena.root])
  for (const id of regular) {
    const node = nodeAt(arena, id)
    if (node.kind === 'recover') continue
    for (const child of childrenOf(node, 'reading')) regular.add(child)
  }
  return regular
}
