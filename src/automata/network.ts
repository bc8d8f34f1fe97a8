import type { CharSet } from '../peg/charset.ts'
import type { Look, PatternTree } from './pattern-tree.ts'

/** The number of a node of a network. */
export type Place = number

/** What may be read from a place on. */
export type NetworkNode =
  | { readonly kind: 'read'; readonly set: number; readonly next: Place }
  | { readonly kind: 'split'; readonly nexts: readonly Place[] }
  /** The text must end. */
  | { readonly kind: 'end' }
  /** Whatever text is left. */
  | { readonly kind: 'all' }
  /** What is left must begin with what `item` reads, or must not. */
  | {
      readonly kind: 'ahead'
      readonly negative: boolean
      readonly item: Place
      readonly next: Place
    }
  /** The text so far must be one that the watcher accepts, or must not. */
  | {
      readonly kind: 'behind'
      readonly negative: boolean
      readonly watcher: number
      readonly next: Place
    }

/**
 * A pattern as an alternating automaton: Thompson's construction from the end to the beginning, in
 * which an assertion is a second way that must hold as well.
 */
export interface Network {
  readonly nodes: readonly NetworkNode[]
  readonly start: Place
  /** The sets that are read, each once. */
  readonly sets: readonly CharSet[]
  /** What look-behinds look for, each once: the text so far must end with it. */
  readonly watchers: readonly PatternTree[]
}

/** The network of a pattern that may match anywhere, or with `whole` all of a text only. */
export function createNetwork(tree: PatternTree, anyChar: CharSet, whole: boolean): Network {
  const nodes: NetworkNode[] = []
  const sets: CharSet[] = []
  const setIds = new Map<string, number>()
  const watchers: PatternTree[] = []

  function add(node: NetworkNode): Place {
    nodes.push(node)
    return nodes.length - 1
  }

  function setId(set: CharSet): number {
    const key = set.join()
    let id = setIds.get(key)
    if (id === undefined) {
      id = sets.length
      sets.push(set)
      setIds.set(key, id)
    }
    return id
  }

  /** What reads the tree and then goes on at a place. */
  function build(part: PatternTree, next: Place): Place {
    switch (part.kind) {
      case 'set':
        return add({ kind: 'read', set: setId(part.set), next })
      case 'sequence':
        return part.items.reduceRight((after, item) => build(item, after), next)
      case 'choice':
        return add({ kind: 'split', nexts: part.items.map((item) => build(item, next)) })
      case 'look':
        return buildLook(part, next)
      case 'repeat':
        return buildRepeat(part.item, part.min, part.max, next)
    }
  }

  function buildRepeat(item: PatternTree, min: number, max: number | null, next: Place): Place {
    let at = next
    if (max === null) {
      const loop = add({ kind: 'end' })
      const start = build(item, loop)
      nodes[loop] = { kind: 'split', nexts: [start, next] }
      at = min === 0 ? loop : start
    } else {
      for (let i = min; i < max; i++) at = add({ kind: 'split', nexts: [build(item, at), next] })
    }
    for (let i = max === null ? 1 : 0; i < min; i++) at = build(item, at)
    return at
  }

  function buildLook({ behind, negative, item }: Look, next: Place): Place {
    if (behind) {
      let watcher = watchers.indexOf(item)
      if (watcher < 0) watcher = watchers.push(item) - 1
      return add({ kind: 'behind', negative, watcher, next })
    }
    if (isAny(item, anyChar) && negative) {
      // The end of the text, by far the most frequent assertion: no second way is needed for it.
      const after = nodes[next]
      if (after?.kind === 'end' || after?.kind === 'all') return end
    }
    return add({ kind: 'ahead', negative, item: build(item, all), next })
  }

  const end = add({ kind: 'end' })
  const all = add({ kind: 'all' })
  let start = build(tree, whole ? end : all)
  if (!whole) {
    const loop = add({ kind: 'end' })
    const step = add({ kind: 'read', set: setId(anyChar), next: loop })
    nodes[loop] = { kind: 'split', nexts: [start, step] }
    start = loop
  }
  return { nodes, start, sets, watchers }
}

function isAny(tree: PatternTree, anyChar: CharSet): boolean {
  return tree.kind === 'set' && tree.set === anyChar
}
