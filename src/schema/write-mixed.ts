import { emptyTree, keysOf, withKey, type KeyTree } from './key-tree.ts'
import type { NodeMaker, Part, Parts } from './parts.ts'
import { otherThan, unlistedRest } from './unlisted-keys.ts'

// A long key would nest a node for each of its characters.
const maxInline = 16

/** Keys that are written together. */
interface MixedKeys {
  /** The stem of the names of rules. */
  readonly name: string
  /** The names that are no other keys, whether they may come or not. */
  readonly listed: readonly string[]
  /** What follows the closing quotes of those that may come. */
  readonly leaves: ReadonlyMap<string, Parts>
  /** What follows the closing quote of any other key. */
  readonly other: Parts
}

/** Listed keys and all others, each decided by the first character that differs. */
export function writeMixed(make: NodeMaker, { name, listed, leaves, other }: MixedKeys): Parts {
  const tree = listed.reduce((all, key) => withKey(all, key, leaves.get(key) ?? null), emptyTree)
  const tail = make.rule(make.freeName(`${name}-other`), () => other)
  const hasLeaf = new Map<KeyTree, boolean>()
  noteLeaves(tree, hasLeaf)

  function treeParts(at: KeyTree, depth: number): Parts {
    if (hasLeaf.get(at) !== true) return [unlistedRest(make, keysOf(at)), tail]
    if (depth % maxInline === maxInline - 1) return [ruleOf(at, depth)]
    return nodeParts(at, depth)
  }

  function ruleOf(at: KeyTree, depth: number): Part {
    return make.rule(make.freeName(`${name}-key`), () => nodeParts(at, depth))
  }

  function nodeParts({ edges, leaf, isListed }: KeyTree, depth: number): Parts {
    const alternatives = Array.from(edges, ([char, next]): Parts => [
      char,
      ...treeParts(next, depth + 1),
    ])
    if (leaf !== null) alternatives.push(['"', ...leaf])
    alternatives.push([otherThan(make, [...edges.keys()].toSorted().join(''), isListed), tail])
    return [make.choice(alternatives)]
  }

  return ['"', ...treeParts(tree, 0)]
}

/** Which branches hold a key that may come. A key is short enough for a recursion over it. */
function noteLeaves(tree: KeyTree, found: Map<KeyTree, boolean>): boolean {
  const below = Array.from(tree.edges.values(), (next) => noteLeaves(next, found))
  const holds = tree.leaf !== null || below.includes(true)
  found.set(tree, holds)
  return holds
}
