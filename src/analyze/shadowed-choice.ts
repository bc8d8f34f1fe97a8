import { diagnose, type Diagnostic } from '../diagnostics/diagnostic.ts'
import { childrenOf, nodeAt, type Arena } from '../peg/arena.ts'
import { complement, intersect, type CharSet } from '../peg/charset.ts'
import type { NodeId } from '../peg/node.ts'
import { printNode } from '../peg/print.ts'
import { quoteCode } from './quote-code.ts'
import { createTrails } from './trail.ts'

/** Alternatives that can never be taken, since an earlier one matches wherever they would. */
export function findShadowedChoices(arena: Omit<Arena, 'warnings'>): Diagnostic[] {
  const place = createTrails(arena)
  const found: Diagnostic[] = []
  arena.nodes.forEach((node, index) => {
    if (node.kind !== 'choice') return
    node.items.forEach((later, j) => {
      const earlier = node.items.slice(0, j).find((item) => covers(arena, item, later))
      if (earlier === undefined) return
      const [won, lost] = [earlier, later].map((id) => quoteCode(printNode(arena, id)))
      const always = neverFails(arena, earlier)
      const at = place(index as NodeId)
      found.push(
        diagnose(
          'unreachable-choice',
          `${lost} is never reached: ${won} ${always ? 'always matches' : 'matches first'}`,
          {
            ...at,
            path: `${at.path}[${j}]`,
            hint: always
              ? 'put what always matches last'
              : 'put the longer alternative in front of its beginning',
          },
        ),
      )
    })
  })
  return found
}

/** Deeper rules are not looked into; "not covered" is always a safe answer. */
const MaxDepth = 64

/** Whether the earlier one matches wherever the later one does; `true` may not be wrong. */
function covers(arena: Pick<Arena, 'nodes'>, earlier: NodeId, later: NodeId): boolean {
  if (neverFails(arena, earlier)) return true
  const won = wholeText(arena, earlier)
  if (won !== null) {
    const lost = leading(arena, later)
    return lost?.text?.startsWith(won) === true
  }
  const set = wholeClass(arena, earlier)
  if (set === null) return false
  const lost = leading(arena, later)
  const begin = lost?.text === undefined ? lost?.set : firstPoint(lost.text)
  return begin !== undefined && begin.length > 0 && intersect(begin, complement(set)).length === 0
}

/** Whether a node matches at every place of every text; `true` may not be wrong. */
function neverFails(arena: Pick<Arena, 'nodes'>, id: NodeId, depth = 0): boolean {
  if (depth > MaxDepth) return false
  const node = nodeAt(arena, id)
  const inside = (item: NodeId): boolean => neverFails(arena, item, depth + 1)
  switch (node.kind) {
    case 'eps':
    case 'space':
    case 'until':
    case 'rest':
    case 'cut':
      return true
    case 'chars':
      return node.min === 0
    // An item with a cut may fail the whole repetition.
    case 'repeat':
      return inside(node.item) || (node.min === 0 && !hasCut(arena, node.item, depth))
    case 'sequence':
      return node.items.every(inside)
    case 'choice':
      return node.items.some(
        (item, i) =>
          inside(item) && !node.items.slice(0, i).some((other) => hasCut(arena, other, depth)),
      )
    case 'atomic':
    case 'tag':
    case 'rule':
    case 'gbnf':
    case 'peek':
    case 'recover':
      return inside(node.item)
    case 'ref':
      return inside(node.target)
    default:
      return false
  }
}

/** Whether there may be a cut inside a node that acts outside it. */
function hasCut(arena: Pick<Arena, 'nodes'>, id: NodeId, depth: number): boolean {
  if (depth > MaxDepth) return true
  const node = nodeAt(arena, id)
  if (node.kind === 'cut') return true
  if (node.kind === 'rule' || node.kind === 'ref' || node.kind === 'peek' || node.kind === 'not')
    return false
  return childrenOf(node, 'reading').some((child) => hasCut(arena, child, depth + 1))
}

/** The one text that a node matches wherever it stands, or null. */
function wholeText(arena: Pick<Arena, 'nodes'>, start: NodeId): string | null {
  const node = nodeAt(arena, behindNames(arena, start))
  if (node.kind === 'literal') return node.text
  if (node.kind !== 'sequence' || node.items.length !== 1) return null
  return node.items[0] === undefined ? null : wholeText(arena, node.items[0])
}

/** The class of which one character is all that a node needs, or null. */
function wholeClass(arena: Pick<Arena, 'nodes'>, start: NodeId): CharSet | null {
  const node = nodeAt(arena, behindNames(arena, start))
  if (node.kind === 'any') return complement([])
  return node.kind === 'chars' && node.min === 1 ? node.set : null
}

/** What every text of a node begins with, as far as that is plain to see. */
function leading(
  arena: Pick<Arena, 'nodes'>,
  start: NodeId,
): { text?: string; set?: CharSet } | null {
  const node = nodeAt(arena, behindNames(arena, start))
  if (node.kind === 'literal' || node.kind === 'token') return { text: node.text }
  if (node.kind === 'chars' && node.min > 0) return { set: node.set }
  if (node.kind === 'repeat' && node.min > 0) return leading(arena, node.item)
  const [head] = node.kind === 'sequence' ? node.items : []
  return head === undefined ? null : leading(arena, head)
}

function behindNames(arena: Pick<Arena, 'nodes'>, start: NodeId): NodeId {
  let id = start
  for (let steps = 0; steps < MaxDepth; steps++) {
    const node = nodeAt(arena, id)
    if (node.kind === 'ref') id = node.target
    else if (node.kind === 'tag' || node.kind === 'atomic' || node.kind === 'rule') id = node.item
    else break
  }
  return id
}

function firstPoint(text: string): CharSet {
  const point = text.codePointAt(0)
  return point === undefined ? [] : [point, point]
}
