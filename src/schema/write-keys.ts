import type { KeyTree } from './key-tree.ts'
import type { NodeMaker, Part, Parts } from './parts.ts'

// A long key would nest a node for each of its characters.
const maxInline = 16
/** Places of an object that may go on with more characters than this share groups of them. */
const maxEdges = 8

/** Writes each tree as the body of the rule of its name. What several trees share is a rule too. */
export function writeTrees(
  make: NodeMaker,
  trees: readonly { readonly name: string; readonly tree: KeyTree }[],
  name: string,
): void {
  const uses = countUses(trees.map(({ tree }) => tree))
  const names = new Map<KeyTree, string>()
  const waiting: KeyTree[] = []
  const known = new Map<string, Part>()
  // The places of an object have nearly all branches in common.
  const written = new Map<KeyTree, Parts>()

  function ruleOf(tree: KeyTree): Parts {
    let ruleName = names.get(tree)
    if (ruleName === undefined) {
      ruleName = make.freeName(`${name}-k${names.size + 1}`)
      names.set(tree, ruleName)
      waiting.push(tree)
    }
    return [make.ref(ruleName)]
  }

  function treeParts(tree: KeyTree, depth: number): Parts {
    if (depth > 0 && (depth >= maxInline || (uses.get(tree) ?? 0) > 1)) return ruleOf(tree)
    const { edges, leaf } = tree
    const alternatives: Parts[] = []
    if (edges.size > maxEdges) alternatives.push(...groupParts(edges, depth))
    else alternatives.push(...edgeParts(edges, depth))
    if (leaf !== null) alternatives.push(['"', ...leaf])
    const [only] = alternatives
    return only !== undefined && alternatives.length === 1 ? only : [make.choice(alternatives)]
  }

  function edgeParts(edges: Iterable<readonly [string, KeyTree]>, depth: number): Parts[] {
    const found: Parts[] = []
    for (const [char, next] of edges) found.push(written.get(next) ?? edgeOf(char, next, depth))
    return found
  }

  function edgeOf(char: string, next: KeyTree, depth: number): Parts {
    const { text, tree, isShared } = followChain(next, uses)
    if (!isShared) return [char + text, ...treeParts(tree, depth + 1)]
    const parts = [make.node([char + text, ...ruleOf(tree)])]
    written.set(next, parts)
    return parts
  }

  /** Neighbouring characters together: a tree that differs in one of them shares the other groups. */
  function groupParts(edges: KeyTree['edges'], depth: number): Parts[] {
    const groups = new Map<number, [string, KeyTree][]>()
    for (const edge of edges) {
      const group = (edge[0].codePointAt(0) ?? 0) >> 2
      const others = groups.get(group)
      if (others === undefined) groups.set(group, [edge])
      else others.push(edge)
    }
    return [...groups.values()].flatMap((group) => {
      if (group.length === 1) return edgeParts(group, depth)
      const parts = edgeParts(group, depth)
      const key = parts.map((part) => part.join(' ')).join('|')
      let node = known.get(key)
      if (node === undefined) {
        node = make.rule(make.freeName(`${name}-g${known.size + 1}`), () => [make.choice(parts)])
        known.set(key, node)
      }
      return [[node]]
    })
  }

  for (const { name: ruleName, tree } of trees) make.rule(ruleName, () => treeParts(tree, 0))
  for (let tree = waiting.pop(); tree !== undefined; tree = waiting.pop()) {
    const own = tree
    make.rule(names.get(own) ?? name, () => treeParts(own, 0))
  }
}

/** The characters that must follow, and what comes behind them. */
interface Chain {
  readonly text: string
  readonly tree: KeyTree
  /** Some tree on the way stands in several places. */
  readonly isShared: boolean
}

function followChain(start: KeyTree, uses: ReadonlyMap<KeyTree, number>): Chain {
  let text = ''
  let tree = start
  let isShared = (uses.get(tree) ?? 0) > 1
  while (tree.edges.size === 1 && tree.leaf === null) {
    for (const [char, next] of tree.edges) {
      text += char
      tree = next
    }
    isShared ||= (uses.get(tree) ?? 0) > 1
  }
  return { text, tree, isShared }
}

/** How many branches lead to each tree. */
function countUses(trees: readonly KeyTree[]): Map<KeyTree, number> {
  const uses = new Map<KeyTree, number>()
  const open = [...trees]
  for (let tree = open.pop(); tree !== undefined; tree = open.pop()) {
    for (const next of tree.edges.values()) {
      const count = (uses.get(next) ?? 0) + 1
      uses.set(next, count)
      if (count === 1) open.push(next)
    }
  }
  return uses
}
