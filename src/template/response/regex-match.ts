import { hasChar } from '../../peg/charset.ts'
import type { RegexTree } from './regex-tree.ts'

/** A match: where it stands, and its groups by name and number; a group that took no part is missing. */
export interface RegexMatch {
  readonly start: number
  readonly end: number
  readonly groups: ReadonlyMap<string | number, string>
}

/** Finds matches of a tree with Python's meaning, backtracking included, within a number of steps. */
export interface RegexFinder {
  /** The first match at or after `from`; null when there is none. */
  search(text: string, from: number): RegexMatch | null
}

/** Thrown inside when a search takes too long. */
export class RegexStepsError extends Error {}

type Groups = Map<string | number, readonly [number, number]>
type Next = (at: number) => number | null

/** Calls nest with the length of a match: repetitions of one set do not nest. */
const maxDepth = 2000

/** A finder whose searches over one text take at most `64 × length + 10,000` steps together. */
export function createFinder(tree: RegexTree, text: string): RegexFinder {
  let left = 64 * text.length + 10_000
  let depth = 0
  let groups: Groups = new Map()

  function spend(): void {
    if (--left < 0) throw new RegexStepsError('a pattern takes too many steps for its text')
  }

  function run(node: RegexTree, at: number, next: Next): number | null {
    spend()
    depth += 1
    if (depth > maxDepth) throw new RegexStepsError('a match of a pattern is nested too deeply')
    const end = runOne(node, at, next)
    depth -= 1
    return end
  }

  function runOne(node: RegexTree, at: number, next: Next): number | null {
    switch (node.kind) {
      case 'set': {
        const width = widthAt(node.set, at)
        return width === 0 ? null : next(at + width)
      }
      case 'sequence':
        return runSequence(node.items, 0, at, next)
      case 'choice': {
        for (const item of node.items) {
          const end = run(item, at, next)
          if (end !== null) return end
        }
        return null
      }
      case 'group':
        return runGroup(node, at, next)
      case 'repeat':
        return node.item.kind === 'set'
          ? runSet(node, node.item.set, at, next)
          : runRepeat(node, 0, at, next)
      case 'look': {
        const saved = new Map(groups)
        const found = run(node.item, at, (end) => end) !== null
        if (found === node.negative) {
          groups = saved
          return null
        }
        return next(at)
      }
      case 'edge':
        return isEdge(node, at) ? next(at) : null
      case 'same': {
        const [from, to] = groups.get(node.group) ?? [0, -1]
        const said = to < from ? null : text.slice(from, to)
        return said !== null && text.startsWith(said, at) ? next(at + said.length) : null
      }
    }
  }

  function runSequence(
    items: readonly RegexTree[],
    i: number,
    at: number,
    next: Next,
  ): number | null {
    const item = items[i]
    if (item === undefined) return next(at)
    return run(item, at, (end) => runSequence(items, i + 1, end, next))
  }

  function runGroup(
    node: Extract<RegexTree, { kind: 'group' }>,
    at: number,
    next: Next,
  ): number | null {
    const keys = [
      ...(node.name === null ? [] : [node.name]),
      ...(node.index > 0 ? [node.index] : []),
    ]
    const saved = keys.map((key) => groups.get(key))
    const end = run(node.item, at, (stop) => {
      for (const key of keys) groups.set(key, [at, stop])
      return next(stop)
    })
    if (end === null) {
      keys.forEach((key, i) => {
        const before = saved[i]
        if (before === undefined) groups.delete(key)
        else groups.set(key, before)
      })
    }
    return end
  }

  function runSet(
    { min, max, lazy }: Extract<RegexTree, { kind: 'repeat' }>,
    set: readonly number[],
    at: number,
    next: Next,
  ): number | null {
    const ends = [at]
    const grow = (): boolean => {
      const last = ends[ends.length - 1] ?? at
      const width = max !== null && ends.length > max ? 0 : widthAt(set, last)
      if (width === 0) return false
      spend()
      ends.push(last + width)
      return true
    }
    if (lazy) {
      for (;;) {
        const last = ends[ends.length - 1] ?? at
        const end = ends.length > min ? next(last) : null
        if (end !== null || !grow()) return end
      }
    }
    while (grow());
    for (let count = ends.length - 1; count >= min; count--) {
      const end = next(ends[count] ?? at)
      if (end !== null) return end
      spend()
    }
    return null
  }

  function runRepeat(
    node: Extract<RegexTree, { kind: 'repeat' }>,
    count: number,
    at: number,
    next: Next,
  ): number | null {
    const more = (): number | null =>
      node.max !== null && count >= node.max
        ? null
        : run(node.item, at, (end) =>
            // An empty iteration adds nothing, and would go on for ever.
            end === at && count >= node.min ? null : runRepeat(node, count + 1, end, next),
          )
    if (count < node.min) return more()
    return node.lazy ? (next(at) ?? more()) : (more() ?? next(at))
  }

  function widthAt(set: readonly number[], at: number): number {
    const code = text.codePointAt(at)
    if (code === undefined || !hasChar(set, code)) return 0
    return code > 0xffff ? 2 : 1
  }

  function isEdge({ at: edge, line }: Extract<RegexTree, { kind: 'edge' }>, at: number): boolean {
    if (edge === 'start') return at === 0
    return at === text.length || (line && at === text.length - 1 && text[at] === '\n')
  }

  return {
    search(_, from) {
      for (let start = from; start <= text.length; start++) {
        groups = new Map()
        depth = 0
        const end = run(tree, start, (stop) => stop)
        if (end === null) continue
        const said = [...groups].map(([key, [a, b]]) => [key, text.slice(a, b)] as const)
        return { start, end, groups: new Map(said) }
      }
      return null
    },
  }
}
