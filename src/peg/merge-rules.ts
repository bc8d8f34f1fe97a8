import { isSameJson } from '../util/same-json.ts'
import { childrenOf } from './arena.ts'
import type { Draft } from './builder.ts'
import type { Delimiter, NodeId, PegNode } from './node.ts'

/**
 * Lets one silent rule stand for all that are made of the same: the tools of a list share most of
 * their parameters' types, and whatever walks the arena then meets these once. The nodes of the
 * others become references to it. Rules that lead to themselves stay apart.
 */
export function mergeSilentRules({ nodes, rules }: Pick<Draft, 'nodes' | 'rules'>): void {
  const silent = [...rules.values()].filter((id) => isSilent(nodes[id]))
  if (silent.length < 2) return
  const first = findFirsts(nodes, silent)
  for (const id of silent) {
    const rule = nodes[id]
    const standIn = nodes[first(id)]
    if (rule === standIn || rule?.kind !== 'rule' || standIn?.kind !== 'rule') continue
    const target = rules.get(standIn.name)
    if (target === undefined) continue
    rules.delete(rule.name)
    nodes[id] = { kind: 'ref', name: standIn.name, target }
  }
  nodes.forEach((node, id) => {
    const target = node.kind === 'ref' ? nodes[node.target] : undefined
    if (target?.kind === 'ref') nodes[id] = target
  })
}

function isSilent(node: PegNode | undefined): boolean {
  return node?.kind === 'rule' && node.silent && !node.trigger
}

/** The first node that is made of the same as a node; where none is known, the node itself. */
type First = (id: number) => number

/** Compares all nodes that some rules lead to. */
function findFirsts(nodes: readonly PegNode[], starts: readonly NodeId[]): First {
  // A node that is still open leads to where it is met again, and stands for itself there.
  const firsts = new Int32Array(nodes.length)
  for (let id = 0; id < firsts.length; id++) firsts[id] = id
  const opened = new Uint8Array(nodes.length)
  const first: First = (id) => firsts[id] ?? id
  const firstLike = createTable(nodes, first)
  // Ids of nodes to open, and the complements of those to close.
  const stack = starts.toReversed().map(Number)
  for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
    if (id < 0) {
      firsts[~id] = firstLike(~id)
      continue
    }
    const node = nodes[id]
    if (node === undefined || opened[id] === 1) continue
    opened[id] = 1
    stack.push(~id)
    pushParts(node, stack)
  }
  return first
}

/** Nearly all nodes with one part: without a list of it. */
function pushParts(node: PegNode, stack: number[]): void {
  if (node.kind === 'rule' || node.kind === 'repeat' || node.kind === 'json') stack.push(node.item)
  else for (const part of childrenOf(node)) stack.push(part)
}

/** Finds the node that was asked for before and is made of the same, or the node itself. */
function createTable(nodes: readonly PegNode[], first: First): First {
  // By the last bits of their hashes: as many lists as there are nodes, or twice as many.
  const mask = 2 ** Math.ceil(Math.log2(nodes.length + 1)) - 1
  const heads = new Int32Array(mask + 1).fill(-1)
  const next = new Int32Array(nodes.length)
  return (id) => {
    const node = nodes[id]
    if (node === undefined || !isCompared(node)) return id
    // A reference is what it stands for.
    if (node.kind === 'ref') return first(node.target)
    const hash = hashOf(node, first)
    // The upper bits vary with what was mixed in last.
    const list = (hash ^ (hash >>> 15)) & mask
    const head = heads[list] ?? -1
    for (let other = head; other !== -1; other = next[other] ?? -1) {
      const known = nodes[other]
      if (known !== undefined && areAlike(node, known, first)) return other
    }
    next[id] = head
    heads[list] = id
    return id
  }
}

/** What rules are made of; other nodes are only the same as themselves, unless the builder shares them. */
function isCompared(node: PegNode): boolean {
  switch (node.kind) {
    case 'sequence':
    case 'choice':
    case 'repeat':
    case 'chars':
    case 'until':
    case 'through':
    case 'schema':
    case 'json':
    case 'python':
    case 'ref':
      return true
    default:
      return isSilent(node)
  }
}

function areAlike(a: PegNode, b: PegNode, first: First): boolean {
  switch (a.kind) {
    case 'sequence':
    case 'choice':
      return b.kind === a.kind && haveSame(a.items, b.items, first)
    case 'repeat':
      return (
        b.kind === 'repeat' && a.min === b.min && a.max === b.max && first(a.item) === first(b.item)
      )
    case 'chars':
      return b.kind === 'chars' && a.min === b.min && a.max === b.max && haveSame(a.set, b.set, itself)
    case 'until':
    case 'through':
      return b.kind === a.kind && haveSameTexts(a.delimiters, b.delimiters)
    case 'schema':
      return (
        b.kind === 'schema' &&
        first(a.item) === first(b.item) &&
        first(a.strict) === first(b.strict) &&
        isSameJson(a.schema, b.schema)
      )
    case 'json':
    case 'python':
      return b.kind === a.kind && a.part === b.part && first(a.item) === first(b.item)
    case 'rule':
      return b.kind === 'rule' && first(a.item) === first(b.item)
    default:
      return false
  }
}

function haveSame(a: readonly number[], b: readonly number[], first: First): boolean {
  if (a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) if (first(a[i] ?? -1) !== first(b[i] ?? -1)) return false
  return true
}

function haveSameTexts(a: readonly Delimiter[], b: readonly Delimiter[]): boolean {
  return (
    a.length === b.length &&
    a.every(({ text, token }, i) => text === b[i]?.text && token === b[i].token)
  )
}

const itself: First = (id) => id

/** A number that nodes made of the same share: FNV-1a's way of mixing, over numbers in place of bytes. */
function hashOf(node: PegNode, first: First): number {
  let hash = node.kind.length
  switch (node.kind) {
    case 'sequence':
    case 'choice':
      for (const part of node.items) hash = mix(hash, first(part))
      return hash
    case 'chars':
      for (const end of node.set) hash = mix(hash, end)
      return mix(mix(hash, node.min), node.max ?? -1)
    case 'until':
    case 'through':
      return mix(hash, node.delimiters.length)
    default:
      for (const part of childrenOf(node)) hash = mix(hash, first(part))
      return hash
  }
}

function mix(hash: number, value: number): number {
  return Math.imul(hash ^ value, 0x01000193)
}
