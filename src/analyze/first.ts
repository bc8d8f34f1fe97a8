import { GapSet, nodeAt, SpaceSet, type Arena, type View } from '../peg/arena.ts'
import { charRanges, type CharSet } from '../peg/charset.ts'
import type { NodeId, PegNode } from '../peg/node.ts'
import { findNullable } from './nullable.ts'
import { findReached } from './reached.ts'

/**
 * A set of first characters, as five words of bits: 128 ASCII characters, then in the last word
 * bit 0 for everything beyond ASCII and bit 1 for the end of the text.
 */
export type FirstSet = Int32Array

const Words = 5
const NonAscii = 1
const EndBit = 2

/** The empty set. */
export function emptyFirst(): FirstSet {
  return new Int32Array(Words)
}

/** Every character, and the end of the text. */
export function anyFirst(): FirstSet {
  return new Int32Array(Words).fill(-1)
}

/** The end of the text alone. */
export function endFirst(): FirstSet {
  const set = emptyFirst()
  set[4] = EndBit
  return set
}

/** The union of two sets, as a new one. */
export function joinFirst(a: FirstSet, b: FirstSet): FirstSet {
  return a.map((word, i) => word | (b[i] ?? 0))
}

/** Adds to a set in place; tells whether it grew. */
export function addFirst(target: FirstSet, more: FirstSet): boolean {
  let grew = false
  for (let i = 0; i < Words; i++) {
    const next = (target[i] ?? 0) | (more[i] ?? 0)
    if (next !== target[i]) grew = true
    target[i] = next
  }
  return grew
}

/** Whether no character begins both. */
export function disjoint(a: FirstSet, b: FirstSet): boolean {
  return a.every((word, i) => (word & (b[i] ?? 0)) === 0)
}

/** The classes in a set, ascending: 0 to 127 an ASCII character, 128 everything beyond. */
export function classesOf(set: FirstSet): number[] {
  const classes: number[] = []
  for (let w = 0; w < Words - 1; w++) {
    for (let word = set[w] ?? 0; word !== 0; word &= word - 1) {
      classes.push(32 * w + 31 - Math.clz32(word & -word))
    }
  }
  if (((set[Words - 1] ?? 0) & NonAscii) !== 0) classes.push(128)
  return classes
}

/** The only member of a set, if it is a single ASCII character; else -1. */
export function onlyUnit(set: FirstSet): number {
  const [only, other] = classesOf(set)
  return only === undefined || only === 128 || other !== undefined ? -1 : only
}

/** The first characters of a class of code points. */
export function firstOfChars(chars: CharSet): FirstSet {
  const set = emptyFirst()
  for (const [lo, hi] of charRanges(chars)) {
    for (let c = lo; c <= Math.min(hi, 127); c++) set[c >> 5] = (set[c >> 5] ?? 0) | (1 << (c & 31))
    if (hi > 127) set[4] = NonAscii
  }
  return set
}

/** What `findFirst` knows of each node that a view reaches. */
export interface FirstTable {
  readonly nullable: Uint8Array
  /** The characters that a match which consumes text may begin with: a superset. */
  readonly first: readonly FirstSet[]
  /** Whether a cut may be reached before text is consumed, within the node's own rule. */
  readonly cutPrefix: Uint8Array
}

/** Computes FIRST, nullability and leading cuts of every node that a view reaches. */
export function findFirst(arena: Pick<Arena, 'nodes' | 'root'>, view: View): FirstTable {
  const { nodes } = arena
  const reached = findReached(arena, view)
  const nullable = findNullable(arena, view, reached)
  const none = emptyFirst()
  const first = nodes.map(() => none)
  for (const id of reached) first[id] = firstOfLeaf(nodeAt(arena, id), view)
  const cutPrefix = new Uint8Array(nodes.length)
  for (let changed = true; changed;) {
    changed = false
    for (const id of reached) {
      const node = nodeAt(arena, id)
      const grew = growFirst(first[id] ?? none, node, view, first, nullable)
      const cuts = cutPrefix[id] === 0 && hasCutPrefix(node, view, cutPrefix, nullable)
      if (cuts) cutPrefix[id] = 1
      if (grew || cuts) changed = true
    }
  }
  return { nullable, first, cutPrefix }
}

/** What a node begins with that is made of no others; nothing for one that is. */
function firstOfLeaf(node: PegNode, view: View): FirstSet {
  switch (node.kind) {
    case 'literal':
    case 'token':
      return firstOfChars(firstPoint(node.text))
    case 'through':
    case 'until':
    case 'any':
    case 'rest':
    case 'stringContent':
      return anyCharacter()
    case 'chars':
      return firstOfChars(node.set)
    case 'space':
      return firstOfChars(view === 'grammar' ? GapSet : SpaceSet)
    default:
      return emptyFirst()
  }
}

/** Adds to a node's set what its parts begin with; tells whether it grew. */
function growFirst(
  set: FirstSet,
  node: PegNode,
  view: View,
  first: readonly FirstSet[],
  nullable: Uint8Array,
): boolean {
  const add = (id: NodeId): boolean => addFirst(set, first[id] ?? set)
  let grew = false
  switch (node.kind) {
    case 'sequence':
      for (const item of node.items) {
        if (add(item)) grew = true
        if (nullable[item] === 0) break
      }
      return grew
    case 'choice':
      for (const item of node.items) if (add(item)) grew = true
      return grew
    case 'ref':
      return add(node.target)
    case 'dual':
    case 'schema':
      return add(view === 'grammar' ? node.strict : node.item)
    case 'recover':
      return view === 'reading' && add(node.item)
    case 'repeat':
    case 'atomic':
    case 'tag':
    case 'rule':
    case 'gbnf':
    case 'json':
    case 'python':
      return add(node.item)
    default:
      return false
  }
}

function hasCutPrefix(node: PegNode, view: View, known: Uint8Array, nullable: Uint8Array): boolean {
  switch (node.kind) {
    case 'cut':
      return true
    case 'sequence':
      for (const item of node.items) {
        if (known[item] === 1) return true
        if (nullable[item] === 0) return false
      }
      return false
    case 'choice':
      return node.items.some((item) => known[item] === 1)
    case 'repeat':
    case 'atomic':
    case 'tag':
    case 'gbnf':
    case 'recover':
      return known[node.item] === 1
    case 'dual':
    case 'schema':
      return known[view === 'grammar' ? node.strict : node.item] === 1
    // A rule, peek or not settles its own choices only.
    default:
      return false
  }
}

function anyCharacter(): FirstSet {
  const set = anyFirst()
  set[4] = NonAscii
  return set
}

function firstPoint(text: string): CharSet {
  const point = text.codePointAt(0)
  return point === undefined ? [] : [point, point]
}
