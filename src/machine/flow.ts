import {
  addFirst,
  anyFirst,
  classesOf,
  disjoint,
  emptyFirst,
  endFirst,
  findFirst,
  joinFirst,
  type FirstSet,
  type FirstTable,
} from '../analyze/first.ts'
import { childrenOf, nodeAt, type Arena, type View } from '../peg/arena.ts'
import { intersect, MaxCodePoint, union, type CharSet } from '../peg/charset.ts'
import type { JsonNode, NodeId, PythonNode, RepeatNode } from '../peg/node.ts'

/**
 * How a choice is entered by its next character. `subsets[class]` are the alternatives that the
 * class may begin, in order; 128 is everything beyond ASCII.
 */
export interface ChoicePlan {
  readonly subsets: readonly (readonly number[])[]
  /** Alternatives that may be tried while a later one is still open. */
  readonly held: readonly boolean[]
  /**
   * Beyond ASCII one code point decides: each alternative begins with one of a class, and no two of
   * the classes share any.
   */
  readonly decided: boolean
}

/**
 * What must follow each place of an arena, as far as the machine may rely on it.
 *
 * A loop needs no entry where its item cannot begin what must follow: then, once an iteration has
 * begun, leaving the loop instead could only fail too. "What must follow" ends where failure would
 * not end up at the same entry: at a cut, out of a lookahead, out of an alternative that holds an
 * entry, and out of a loop that is not itself without one. Plain global FOLLOW is wrong here.
 */
export interface Flow {
  readonly table: FirstTable
  /** FOLLOW of a rule node: the union over its uses. */
  followOfRule(rule: NodeId): FirstSet
  /** What must follow each item of a sequence. */
  followsInSequence(items: readonly NodeId[], follow: FirstSet): FirstSet[]
  /** How to enter a choice by its next character, or null where that is not sound. */
  planChoice(items: readonly NodeId[]): ChoicePlan | null
  /** Whether a repetition needs no entry here. */
  isFree(node: RepeatNode, follow: FirstSet): boolean
  /** What must follow a repetition's item. */
  followInLoop(node: RepeatNode, follow: FirstSet): FirstSet
  /** Whether a rule is small, uses no other and cuts nothing: then it may stand where it is used. */
  isLeaf(rule: NodeId): boolean
}

/** Nodes of a rule that may be written wherever it is used. */
export const MaxLeafNodes = 24

/** Finds what must follow each rule: a fixpoint over the uses, growing from nothing. */
export function findFlow(arena: Pick<Arena, 'nodes' | 'root'>, view: View): Flow {
  const table = findFirst(arena, view)
  const flow = createFlow(arena, table, view)
  const pending: NodeId[] = []
  const seen = new Set<NodeId>()

  function call(rule: NodeId, follow: FirstSet): void {
    const grew = addFirst(flow.followOfRule(rule), follow)
    if (!grew && seen.has(rule)) return
    seen.add(rule)
    pending.push(rule)
  }

  function walk(id: NodeId, follow: FirstSet): void {
    const node = nodeAt(arena, id)
    switch (node.kind) {
      case 'sequence': {
        const follows = flow.followsInSequence(node.items, follow)
        node.items.forEach((item, i) => walk(item, follows[i] ?? follow))
        return
      }
      case 'choice': {
        const held = flow.planChoice(node.items)?.held
        node.items.forEach((item, i) => {
          const open = held?.[i] ?? i < node.items.length - 1
          walk(item, open ? anyFirst() : follow)
        })
        return
      }
      case 'repeat':
        return walk(node.item, flow.followInLoop(node, follow))
      case 'peek':
      case 'not':
        return walk(node.item, anyFirst())
      case 'rule':
        return call(id, follow)
      case 'ref':
        return call(node.target, follow)
      case 'dual':
      case 'schema':
        return walk(view === 'grammar' ? node.strict : node.item, follow)
      case 'recover':
        return view === 'grammar' ? undefined : walk(node.item, follow)
      case 'json':
      case 'python':
        return walk(scalarBody(arena, node) ?? node.item, follow)
      case 'atomic':
      case 'tag':
      case 'gbnf':
        return walk(node.item, follow)
      default:
        return undefined
    }
  }

  walk(arena.root, anyFirst())
  for (let rule = pending.pop(); rule !== undefined; rule = pending.pop()) {
    const node = nodeAt(arena, rule)
    if (node.kind === 'rule') walk(node.item, flow.followOfRule(rule))
  }
  return flow
}

const containers = new Set<string>(['value', 'object', 'array', 'dict', 'list'])

/** The body of a family's scalar, which is written in place: calls are for what recurs. */
export function scalarBody(
  arena: Pick<Arena, 'nodes'>,
  node: JsonNode | PythonNode,
): NodeId | null {
  if (containers.has(node.part)) return null
  const item = nodeAt(arena, node.item)
  const rule = item.kind === 'ref' ? nodeAt(arena, item.target) : item
  return rule.kind === 'rule' ? rule.item : null
}

function createFlow(arena: Pick<Arena, 'nodes'>, table: FirstTable, view: View): Flow {
  const { nullable, first, cutPrefix } = table
  const ofRule = new Map<NodeId, FirstSet>()
  const firstAt = (id: NodeId): FirstSet => first[id] ?? emptyFirst()

  function followOfRule(rule: NodeId): FirstSet {
    let set = ofRule.get(rule)
    if (set === undefined) ofRule.set(rule, (set = emptyFirst()))
    return set
  }

  function followsInSequence(items: readonly NodeId[], follow: FirstSet): FirstSet[] {
    const follows: FirstSet[] = []
    let next = follow
    for (let i = items.length - 1; i >= 0; i--) {
      const item = items[i] ?? (0 as NodeId)
      follows[i] = next
      if (cutPrefix[item] === 1) next = anyFirst()
      else if (nodeAt(arena, item).kind === 'end') next = endFirst()
      else next = nullable[item] === 1 ? joinFirst(firstAt(item), next) : firstAt(item)
    }
    return follows
  }

  // The walk asks at each use of a rule, and the compiler again.
  const plans = new Map<readonly NodeId[], ChoicePlan | null>()

  function planChoice(items: readonly NodeId[]): ChoicePlan | null {
    let plan = plans.get(items)
    if (plan === undefined) {
      const isPlain = items.every((id) => nullable[id] === 0 && cutPrefix[id] === 0)
      plans.set(items, (plan = isPlain ? planSubsets(arena, items, items.map(firstAt)) : null))
    }
    return plan
  }

  function isFree({ item, min, max }: RepeatNode, follow: FirstSet): boolean {
    const plain = (max === null && min <= 1) || (max === 1 && min === 0)
    if (!plain || nullable[item] === 1 || cutPrefix[item] === 1) return false
    return disjoint(firstAt(item), follow)
  }

  function followInLoop(node: RepeatNode, follow: FirstSet): FirstSet {
    if (!isFree(node, follow)) return anyFirst()
    return node.max === 1 ? follow : joinFirst(firstAt(node.item), follow)
  }

  const leaves = new Map<NodeId, boolean>()

  function isLeaf(rule: NodeId): boolean {
    let leaf = leaves.get(rule)
    if (leaf === undefined) {
      const node = nodeAt(arena, rule)
      leaf = node.kind === 'rule' && leafSize(arena, node.item, view, MaxLeafNodes) <= MaxLeafNodes
      leaves.set(rule, leaf)
    }
    return leaf
  }

  return { table, followOfRule, followsInSequence, planChoice, isFree, followInLoop, isLeaf }
}

/** How many nodes stand below one; infinitely many where another rule is used, or something cut. */
function leafSize(arena: Pick<Arena, 'nodes'>, id: NodeId, view: View, most: number): number {
  const node = nodeAt(arena, id)
  if (node.kind === 'rule' || node.kind === 'ref' || node.kind === 'cut') return Infinity
  const scalar = node.kind === 'json' || node.kind === 'python' ? scalarBody(arena, node) : null
  let size = 1
  for (const child of scalar === null ? childrenOf(node, view) : [scalar]) {
    size += leafSize(arena, child, view, most - size)
    if (size > most) return Infinity
  }
  return size
}

function planSubsets(
  arena: Pick<Arena, 'nodes'>,
  items: readonly NodeId[],
  firsts: readonly FirstSet[],
): ChoicePlan {
  const held = firsts.map(() => false)
  const able: number[][] = Array.from({ length: 129 }, () => [])
  firsts.forEach((first, i) => {
    for (const klass of classesOf(first)) able[klass]?.push(i)
  })
  const beyond = able[128] ?? []
  const decided = beyond.length > 1 && areApart(beyond.map((i) => firstClass(arena, items[i])))
  const known = new Map<string, readonly number[]>()
  const subsets = able.map((subset, klass) => {
    if (klass < 128 || !decided) for (const i of subset.slice(0, -1)) held[i] = true
    const key = subset.join()
    const same = known.get(key) ?? subset
    known.set(key, same)
    return same
  })
  return { subsets, held, decided }
}

/** The class of the code point that a node begins with, where it is so plainly. */
function firstClass(arena: Pick<Arena, 'nodes'>, id: NodeId | undefined): CharSet | null {
  const node = id === undefined ? undefined : arena.nodes[id]
  if (node?.kind === 'sequence') return firstClass(arena, node.items[0])
  return node?.kind === 'chars' && node.min === 1 && node.max === 1 ? node.set : null
}

function areApart(classes: readonly (CharSet | null)[]): boolean {
  let seen: CharSet = []
  for (const set of classes) {
    const wide = set === null ? null : intersect(set, beyondAscii)
    if (wide === null || intersect(seen, wide).length > 0) return false
    seen = union(seen, wide)
  }
  return true
}

const beyondAscii: CharSet = [0x80, MaxCodePoint]
