import { childrenOf, nodeAt, type Arena } from '../peg/arena.ts'
import type { NodeId, PegNode } from '../peg/node.ts'
import { createNamer, rootName, toRuleName } from './names.ts'

/** Which nodes of an arena become rules, and under which names. */
export interface Survey {
  /** The name of a node's rule, if it has one. */
  nameOf(id: NodeId): string | undefined
  /** The node that a rule is made of. */
  nodeOf(name: string): NodeId | undefined
  /** Whether a node stands in several places. */
  isShared(id: NodeId): boolean
  /** Gives out names that no rule of the arena has. */
  freshName(wanted: string): string
}

/** What is used more than once and is larger than this many parts becomes a rule of its own. */
const sharedWeight = 8

/**
 * Finds what is printed, from the given roots on, in the order of the text. The order of definition
 * has no influence: names are given in the order in which a reader of the grammar meets them.
 */
export function surveyArena(arena: Arena, roots: readonly NodeId[]): Survey {
  const { order, uses } = walk(arena, roots)
  const freshName = createNamer([rootName])
  const names = createNames(arena.nodes.length)
  const families = new Map<string, number>()
  const own = roots.length === 1 ? roots[0] : undefined
  for (const id of order) {
    const node = nodeAt(arena, id)
    if (node.kind !== 'rule') continue
    // A rule that is the root and is called so keeps its name.
    const isRoot = id === own && toRuleName(node.name) === rootName
    names.give(id, isRoot ? rootName : freshName(publicName(node.name, families)))
  }
  nameSharedNodes(arena, order, uses, names, freshName)
  return {
    nameOf: names.nameOf,
    nodeOf: names.nodeOf,
    isShared: (id) => (uses[id] ?? 0) > 1,
    freshName,
  }
}

/** The names that nodes have. */
interface Names extends Pick<Survey, 'nameOf' | 'nodeOf'> {
  give(id: NodeId, name: string): void
}

function createNames(count: number): Names {
  const names: (string | undefined)[] = []
  names.length = count
  const nodes = new Map<string, NodeId>()
  return {
    nameOf: (id) => names[id],
    nodeOf: (name) => nodes.get(name),
    give(id, name) {
      names[id] = name
      nodes.set(name, id)
    },
  }
}

/** The nodes inside a node that are printed: nothing of a lookahead, a recovery or a given text. */
function printedChildren(node: PegNode): readonly NodeId[] {
  switch (node.kind) {
    case 'peek':
    case 'not':
    case 'recover':
    case 'gbnf':
      return []
    default:
      return childrenOf(node, 'grammar')
  }
}

/** The nodes that have parts, in the order of the text, and how often each node is used. */
function walk(arena: Arena, roots: readonly NodeId[]): { order: NodeId[]; uses: Uint32Array } {
  const order: NodeId[] = []
  const uses = new Uint32Array(arena.nodes.length)
  const stack = roots.toReversed()
  for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
    const count = (uses[id] ?? 0) + 1
    uses[id] = count
    if (count > 1) continue
    if (pushPrinted(nodeAt(arena, id), stack)) order.push(id)
  }
  return { order, uses }
}

/** Puts what is printed of a node on a stack, the first of it on top; whether there is any. */
function pushPrinted(node: PegNode, stack: NodeId[]): boolean {
  // Nearly all nodes with one part: without a list of it.
  if (node.kind === 'rule' || node.kind === 'repeat' || node.kind === 'json') {
    stack.push(node.item)
    return true
  }
  const children = printedChildren(node)
  for (let i = children.length - 1; i >= 0; i--) {
    const child = children[i]
    if (child !== undefined) stack.push(child)
  }
  return children.length > 0
}

/** Permutations are numbered in the order of the builder's calls: here in the order of the text. */
function publicName(name: string, families: Map<string, number>): string {
  if (!name.startsWith('permute:')) return name
  const [, family, number, rest] = /^(permute):(\d+)-(.*)$/.exec(name) ?? []
  if (family === undefined) return name
  const key = `${family}:${number}`
  const given = families.get(key) ?? families.size + 1
  families.set(key, given)
  return `${family}-${given}-${rest}`
}

/** Nodes with several parents would be printed again for each of them, whole, at every level. */
function nameSharedNodes(
  arena: Arena,
  order: readonly NodeId[],
  uses: Uint32Array,
  names: Names,
  freshName: (wanted: string) => string,
): void {
  const weights = new Uint8Array(arena.nodes.length)
  const weigh = (id: NodeId): number => {
    if (names.nameOf(id) !== undefined) return 1
    const known = weights[id] ?? 0
    if (known !== 0) return known
    // Within a circle a node counts once.
    weights[id] = 1
    let weight = 1
    for (const child of printedChildren(nodeAt(arena, id))) weight += weigh(child)
    // Nodes that are shared at every level would weigh more than a number holds.
    return (weights[id] = Math.min(weight, sharedWeight + 1))
  }
  let enclosing = rootName
  for (const id of order) {
    const name = names.nameOf(id)
    if (name !== undefined) enclosing = name
    const node = nodeAt(arena, id)
    if ((uses[id] ?? 0) < 2 || name !== undefined || node.kind === 'ref') continue
    if (weigh(id) <= sharedWeight) continue
    names.give(id, freshName(node.kind === 'tag' ? node.tag : `${enclosing}-part`))
  }
}
