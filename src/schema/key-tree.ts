import { charSet, complement, intersect } from '../peg/charset.ts'
import { plainChars, spell } from './json-escapes.ts'
import type { NodeMaker, Part, Parts } from './parts.ts'
import { escapeOf, stringRest } from './write-automaton.ts'

/**
 * Keys as they stand behind their opening quotes, as a tree over characters. A tree never changes:
 * one with a key more shares all branches but those on the way to that key, so that the places of an
 * object, each of which admits a key more than the next, take no more than all their keys.
 */
export interface KeyTree {
  readonly edges: ReadonlyMap<string, KeyTree>
  /** What follows the closing quote of the key that ends here; `null` where it may not come. */
  readonly leaf: Parts | null
  /** A listed key ends here: no further property has it. */
  readonly isListed: boolean
  /** Some key below may come. */
  readonly isOpen: boolean
}

/** A tree without keys. */
export const emptyTree: KeyTree = { edges: new Map(), leaf: null, isListed: false, isOpen: false }

/** The tree with one more key, or with the key's place only where nothing may follow it. */
export function withKey(tree: KeyTree, key: string, leaf: Parts | null): KeyTree {
  const chars = Array.from(JSON.stringify(key).slice(1, -1))
  const way: KeyTree[] = [tree]
  for (const char of chars) way.push(way.at(-1)?.edges.get(char) ?? emptyTree)
  const end = way.at(-1) ?? emptyTree
  let made: KeyTree = {
    edges: end.edges,
    leaf,
    isListed: true,
    isOpen: end.isOpen || leaf !== null,
  }
  for (let i = chars.length - 1; i >= 0; i--) {
    const { edges, leaf: own, isListed, isOpen } = way[i] ?? emptyTree
    made = {
      edges: new Map(edges).set(chars[i] ?? '', made),
      leaf: own,
      isListed,
      isOpen: isOpen || leaf !== null,
    }
  }
  return made
}

/** Whether a key has one spelling only, so that a tree of characters tells it from all others. */
export function hasOneSpelling(key: string): boolean {
  return /^[ !#-.0-[\]-~]*$/.test(key)
}

/** What trees are written with. */
export interface TreeSettings {
  /** The stem of the names of rules. */
  readonly name: string
  /** What follows the closing quote of a key that is not listed; `null` where none may come. */
  readonly further: Parts | null
}

// A long key would nest a node for each of its characters.
const maxInline = 16
/** Places of an object that may go on with more characters than this share groups of them. */
const maxEdges = 8

/** Writes each tree as the body of the rule of its name. What several trees share is a rule too. */
export function writeTrees(
  make: NodeMaker,
  trees: readonly { readonly name: string; readonly tree: KeyTree }[],
  { name, further }: TreeSettings,
): void {
  const uses = countUses(trees.map(({ tree }) => tree))
  const names = new Map<KeyTree, string>()
  const waiting: KeyTree[] = []
  const known = new Map<string, Part>()

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
    if (further !== null && !tree.isOpen) return [unlistedRest(make, tree), ...further]
    if (depth > 0 && (depth >= maxInline || (uses.get(tree) ?? 0) > 1)) return ruleOf(tree)
    const { edges, leaf, isListed } = tree
    const alternatives: Parts[] = []
    if (further !== null) {
      alternatives.push([otherThan(make, [...edges.keys()], isListed), ...further])
    }
    if (edges.size > maxEdges) alternatives.push(...groupParts(edges, depth))
    else alternatives.push(...edgeParts(edges, depth))
    if (leaf !== null) alternatives.push(['"', ...leaf])
    const [only] = alternatives
    return only !== undefined && alternatives.length === 1 ? only : [make.choice(alternatives)]
  }

  function edgeParts(edges: Iterable<readonly [string, KeyTree]>, depth: number): Parts[] {
    return Array.from(edges, ([char, next]) => {
      if (further !== null) return [char, ...treeParts(next, depth + 1)]
      const { text, end } = followChain(next, uses)
      return [char + text, ...(end.isShared ? ruleOf(end.tree) : treeParts(end.tree, depth + 1))]
    })
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

/** The characters that must follow, and what comes behind them; shared where any of it is. */
function followChain(
  tree: KeyTree,
  uses: ReadonlyMap<KeyTree, number>,
): { text: string; end: { tree: KeyTree; isShared: boolean } } {
  let text = ''
  let at = tree
  let isShared = false
  for (;;) {
    isShared ||= (uses.get(at) ?? 0) > 1
    const [edge, ...others] = at.edges
    if (edge === undefined || others.length > 0 || at.leaf !== null) {
      return { text, end: { tree: at, isShared } }
    }
    text += edge[0]
    at = edge[1]
  }
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

/**
 * The rest of a key that is none of a tree's, and its closing quote: one rule for all objects whose
 * listed keys go on alike here.
 */
export function unlistedRest(make: NodeMaker, tree: KeyTree): Part {
  return unlistedRule(make, tree, listedRests(tree))
}

/** What a tree's keys go on with, in the order of their characters. */
function listedRests({ edges, isListed }: KeyTree): string[] {
  const rests = isListed ? [''] : []
  for (const [char, next] of edges) for (const rest of listedRests(next)) rests.push(char + rest)
  return rests
}

function unlistedRule(make: NodeMaker, tree: KeyTree, rests: readonly string[]): Part {
  return make.shared(`none of ${rests.toSorted().join('"')}`, () =>
    make.rule(make.freeName('json:other-key'), () => unlistedParts(make, tree, 0)),
  )
}

function unlistedParts(make: NodeMaker, tree: KeyTree, depth: number): Parts {
  const alternatives: Parts[] = [[otherThan(make, [...tree.edges.keys()], tree.isListed)]]
  for (const [char, next] of tree.edges) {
    const isRule = depth >= maxInline || tree.edges.size > 1
    const rest = isRule ? [unlistedRest(make, next)] : unlistedParts(make, next, depth + 1)
    alternatives.push([char, ...rest])
  }
  return alternatives.length === 1 ? (alternatives[0] ?? []) : [make.choice(alternatives)]
}

/**
 * The rest of a key that does not go on with any of some characters, and its closing quote; behind a
 * listed key something must come before that quote.
 */
function otherThan(make: NodeMaker, chars: readonly string[], isListed: boolean): Part {
  const points = chars.map((char) => char.codePointAt(0) ?? 0).toSorted((a, b) => a - b)
  return make.shared(`other than ${points.join()} ${isListed}`, () =>
    make.rule(make.freeName('json:other-char'), () => {
      const others = complement(charSet(points.map((point) => [point, point] as const)))
      const plain = make.chars(intersect(plainChars, others), 1, 1)
      const goesOn: Parts[] = [[plain, stringRest(make)], [escapedRest(make)]]
      return [make.choice(isListed ? goesOn : [...goesOn, ['"']])]
    }),
  )
}

/** A character that must be escaped or may be, never one that is its own only spelling. */
function escapedRest(make: NodeMaker): Part {
  return make.rule('json:escaped-rest', () => [
    '\\',
    escapeOf(make, spell(notPlainAscii)),
    stringRest(make),
  ])
}

/** All but the characters of keys that have one spelling. */
const notPlainAscii = charSet([
  [0, 0x1f],
  [0x22, 0x22],
  [0x2f, 0x2f],
  [0x5c, 0x5c],
  [0x7f, 0x10ffff],
])
