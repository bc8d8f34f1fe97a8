import { hasChar } from '../peg/charset.ts'
import { alternativesAt, Op, type GbnfProgram, type ProgramToken } from './program.ts'
import { createStackNodes, grown } from './stack-nodes.ts'

/** A set of stacks, to be restored later. Valid until the next `collect`. */
export type SavedStacks = Int32Array

/**
 * llama.cpp's stack set over a program: every way in which the text so far can be read, as a stack
 * of places that come next. The top of each is a character, a class or a token; a stack without
 * places has read a whole sentence. No stack is twice in the set.
 *
 * Stacks are linked nodes, and equal ones are one node, so a step costs what the set is wide and not
 * how deep it is.
 */
export interface Stacks {
  readonly count: () => number
  /** Whether the text so far is a whole sentence. */
  readonly hasEnd: () => boolean
  /** The places on top of the stacks, first alternatives first. */
  readonly tops: () => number[]
  /** Reads one code point: stacks that cannot are gone. When none can, the set stays: false. */
  readonly step: (point: number) => boolean
  /** The same for one token, which only stacks with a token on top can read. */
  readonly stepToken: (matches: (token: ProgramToken) => boolean) => boolean
  /** Adds stacks that were saved. */
  readonly add: (saved: SavedStacks) => void
  readonly save: () => SavedStacks
  readonly restore: (saved: SavedStacks) => void
  /** Frees the nodes of stacks that are gone, when they are many. */
  readonly collect: () => void
  /** Stacks visited since the beginning, or Infinity when the set grew past its limit. */
  readonly work: () => number
}

// The node of the stack without places.
const empty = 0
// From this many nodes on it can pay to look for dead ones.
const manyNodes = 1 << 16

export function createStacks(program: GbnfProgram, maxStacks: number): Stacks {
  const { code, classes, tokens, expansionAt } = program
  const nodes = createStackNodes()
  let current = new Int32Array(64)
  let count = 0
  let before = new Int32Array(64)
  // Per node, the last step that put it into the set; steps are numbered from 1.
  let stamps = new Int32Array(64)
  let step = 1
  let work = 0
  let collectAt = manyNodes
  let made = new Int32Array(64)

  function put(node: number): void {
    if (node >= stamps.length) stamps = grown(stamps, node + 1)
    if (stamps[node] === step) return
    stamps[node] = step
    if (count === current.length) current = grown(current, count + 1)
    current[count++] = node
  }

  function putExpanded(top: number): void {
    for (let node = top; ;) {
      const place = nodes.place(node)
      if (node === empty || code[place] !== Op.Rule) return put(node)
      const below = nodes.below(node)
      const isEmpty = putExpansion(place, below)
      if (!isEmpty) return
      node = below
    }
  }

  function putExpansion(place: number, below: number): boolean {
    const expansion = expansionAt(place)
    if (expansion === null) {
      work = Infinity
      return false
    }
    const { places, belows, tops, isEmpty } = expansion
    if (made.length <= places.length) made = grown(made, places.length + 1)
    made[0] = below
    for (let i = 0; i < places.length; i++) made[i + 1] = nodes.node(places[i]!, made[belows[i]!]!)
    for (let i = 0; i < tops.length; i++) put(made[tops[i]!]!)
    return isEmpty
  }

  // Puts the stack behind the item on top. At the end of an alternative nothing is pushed.
  function putAfter(node: number, place: number): void {
    const below = nodes.below(node)
    putExpanded(code[place + 2] === Op.End ? below : nodes.node(place + 2, below))
  }

  function hasPoint(place: number, point: number): boolean {
    const argument = code[place + 1]!
    switch (code[place]) {
      case Op.Point:
        return argument === point
      case Op.Any:
        return true
      case Op.Class: {
        const entry = classes[argument]!
        if (point < 128) return entry.ascii[point] === 1
        return hasChar(entry.set, point) !== entry.negated
      }
      default:
        return false
    }
  }

  function begin(): void {
    count = 0
    step++
  }

  function swap(): void {
    const other = before
    before = current
    current = other
  }

  // Two loops that differ in their test: with the test as an argument the hot one is half as fast.
  function readPoint(point: number): boolean {
    const wide = count
    swap()
    begin()
    for (let i = 0; i < wide; i++) {
      const node = before[i]!
      const place = nodes.place(node)
      if (node !== empty && hasPoint(place, point)) putAfter(node, place)
    }
    return finish(wide)
  }

  function readToken(matches: (token: ProgramToken) => boolean): boolean {
    const wide = count
    swap()
    begin()
    for (let i = 0; i < wide; i++) {
      const node = before[i]!
      const place = nodes.place(node)
      const isToken = node !== empty && code[place] === Op.Token
      if (isToken && matches(tokens[code[place + 1]!]!)) putAfter(node, place)
    }
    return finish(wide)
  }

  function finish(wide: number): boolean {
    work += wide
    if (count > maxStacks) work = Infinity
    if (count > 0) return true
    swap()
    step--
    count = wide
    return false
  }

  for (const at of alternativesAt(program, program.root)) {
    putExpanded(code[at] === Op.End ? empty : nodes.node(at, empty))
  }

  return {
    count: () => count,
    hasEnd: () => stamps[empty] === step,
    tops: () =>
      Array.from(current.subarray(0, count))
        .filter((node) => node !== empty)
        .map(nodes.place),
    step: readPoint,
    stepToken: readToken,
    add(saved) {
      for (const node of saved) put(node)
    },
    save: () => current.slice(0, count),
    restore(saved) {
      begin()
      for (const node of saved) put(node)
    },
    collect() {
      if (nodes.count() < collectAt) return
      const live = nodes.compact(current.subarray(0, count))
      stamps.fill(0)
      for (let i = 0; i < count; i++) stamps[current[i]!] = step
      collectAt = Math.max(manyNodes, 4 * live)
    },
    work: () => work,
  }
}
