/**
 * A node of an Aho-Corasick trie over code points: it stands for the text that leads to it, and knows
 * the longest proper end of that text that is in the trie too.
 */
export interface TrieNode {
  /** Counted from the root, 0, in the order of making. */
  readonly id: number
  /** Code points from the root. */
  readonly depth: number
  readonly children: Map<number, TrieNode>
  /** The index of the word that ends here. */
  word: number | null
  /** The longest proper suffix in the trie; `null` for the root. */
  fail: TrieNode | null
}

/** The trie of words by their indices. Of equal words the first counts. Cost: linear in their length. */
export function buildTrie(words: Iterable<readonly [index: number, word: string]>): TrieNode {
  let count = 0
  const createNode = (depth: number): TrieNode => {
    return { id: count++, depth, children: new Map(), word: null, fail: null }
  }
  const root = createNode(0)
  for (const [index, word] of words) {
    let node = root
    for (const char of word) {
      const point = char.codePointAt(0) ?? 0
      let next = node.children.get(point)
      if (next === undefined) node.children.set(point, (next = createNode(node.depth + 1)))
      node = next
    }
    node.word ??= index
  }
  linkSuffixes(root)
  return root
}

/** Breadth first, so that the link of a parent is there before its children need it. */
function linkSuffixes(root: TrieNode): void {
  const queue: TrieNode[] = [root]
  for (const node of queue) {
    for (const [point, child] of node.children) {
      child.fail = node === root ? root : step(node.fail ?? root, point)
      queue.push(child)
    }
  }
}

/** Where a code point leads: the longest suffix of the text so far that is in the trie. */
export function step(from: TrieNode, point: number): TrieNode {
  for (let node: TrieNode | null = from; node !== null; node = node.fail) {
    const next = node.children.get(point)
    if (next !== undefined) return next
    if (node.fail === null) return node
  }
  return from
}

/** A node and its suffixes in the trie, longest first; the root comes last. */
export function suffixesOf(node: TrieNode): TrieNode[] {
  const chain: TrieNode[] = []
  for (let at: TrieNode | null = node; at !== null; at = at.fail) chain.push(at)
  return chain
}
