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
  /** The index of the delimiter that ends here. */
  word: number | null
  /** The longest proper suffix in the trie; `null` for the root. */
  fail: TrieNode | null
}

/**
 * The trie of delimiters. A delimiter that begins with another one is left out: the shorter one is
 * always complete first.
 */
export function buildTrie(delimiters: readonly string[]): TrieNode {
  let count = 0
  const createNode = (depth: number): TrieNode => {
    return { id: count++, depth, children: new Map(), word: null, fail: null }
  }
  const root = createNode(0)
  delimiters.forEach((delimiter, index) => addWord(root, delimiter, index, createNode))
  linkSuffixes(root)
  return root
}

function addWord(
  root: TrieNode,
  text: string,
  index: number,
  createNode: (depth: number) => TrieNode,
): void {
  let node = root
  for (const char of text) {
    if (node.word !== null) return
    const point = char.codePointAt(0) ?? 0
    let next = node.children.get(point)
    if (next === undefined) {
      next = createNode(node.depth + 1)
      node.children.set(point, next)
    }
    node = next
  }
  if (node.word !== null) return
  node.word = index
  node.children.clear()
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
