import type { Parts } from './parts.ts'

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
}

/** A tree without keys. */
export const emptyTree: KeyTree = { edges: new Map(), leaf: null, isListed: false }

/** The tree with one more key, or with the key's place only where nothing may follow it. */
export function withKey(tree: KeyTree, key: string, leaf: Parts | null): KeyTree {
  const chars = Array.from(JSON.stringify(key).slice(1, -1))
  const way: KeyTree[] = [tree]
  for (const char of chars) way.push(way.at(-1)?.edges.get(char) ?? emptyTree)
  const end = way.at(-1) ?? emptyTree
  let made: KeyTree = { edges: end.edges, leaf, isListed: true }
  for (let i = chars.length - 1; i >= 0; i--) {
    const { edges, leaf: own, isListed } = way[i] ?? emptyTree
    made = { edges: new Map(edges).set(chars[i] ?? '', made), leaf: own, isListed }
  }
  return made
}

/** The keys of a tree, listed ones that may not come too. */
export function keysOf({ edges, isListed }: KeyTree): string[] {
  const keys = isListed ? [''] : []
  for (const [char, next] of edges) for (const rest of keysOf(next)) keys.push(char + rest)
  return keys
}

/** Whether a key has one spelling only, so that a tree of characters tells it from all others. */
export function hasOneSpelling(key: string): boolean {
  return /^[ !#-.0-[\]-~]*$/.test(key)
}
