import { GapMax, GapSet, nodeAt, type Arena } from '../../src/peg/arena.ts'
import { hasChar, type CharSet } from '../../src/peg/charset.ts'
import type { NodeId, StringContentNode } from '../../src/peg/node.ts'

/**
 * Whether a text is a sentence of an arena read as GBNF reads it: choices without order, repetitions
 * without greed, lookaheads and cuts not there. The naive specification of what is emitted.
 */
export function matchesUnordered(arena: Arena, text: string): boolean {
  const chars = [...text]
  const known = new Map<string, ReadonlySet<number>>()

  /** Every place where a match of the node that begins at `at` can end. */
  function ends(id: NodeId, at: number): ReadonlySet<number> {
    const key = `${id}:${at}`
    let found = known.get(key)
    if (found === undefined) {
      found = find(id, at)
      known.set(key, found)
    }
    return found
  }

  function find(id: NodeId, at: number): ReadonlySet<number> {
    const node = nodeAt(arena, id)
    switch (node.kind) {
      case 'literal':
      case 'token':
        return literalEnd([...node.text], at)
      case 'any':
        return run(() => true, 1, 1, at)
      case 'chars':
        return run(inSet(node.set), node.min, node.max, at)
      case 'space':
        return run(inSet(GapSet), 0, GapMax, at)
      case 'rest':
        return run(() => true, 0, null, at)
      case 'until':
        return new Set(
          range(at, chars.length).filter((end) => firstDelimiter(node, at, end) === null),
        )
      case 'through':
        return new Set(
          range(at, chars.length).filter((end) => firstDelimiter(node, at, end) === end),
        )
      case 'stringContent':
        return stringEnds(node, at)
      case 'sequence':
        return node.items.reduce<ReadonlySet<number>>(
          (from, item) => after(from, item),
          new Set([at]),
        )
      case 'choice':
        return new Set(node.items.flatMap((item) => [...ends(item, at)]))
      case 'repeat':
        return repeated(node.item, node.min, node.max, at)
      case 'recover':
        return new Set()
      case 'start':
      case 'end':
      case 'eps':
      case 'peek':
      case 'not':
      case 'cut':
        return new Set([at])
      case 'ref':
        return ends(node.target, at)
      case 'schema':
      case 'dual':
        return ends(node.strict, at)
      default:
        return ends(node.item, at)
    }
  }

  function after(from: ReadonlySet<number>, item: NodeId): ReadonlySet<number> {
    return new Set([...from].flatMap((at) => [...ends(item, at)]))
  }

  function repeated(
    item: NodeId,
    min: number,
    max: number | null,
    at: number,
  ): ReadonlySet<number> {
    const all = new Set<number>()
    let now: ReadonlySet<number> = new Set([at])
    // No item is empty, so that more iterations than characters reach nothing new.
    for (let count = 0; count <= (max ?? chars.length + min) && now.size > 0; count++) {
      if (count >= min) for (const end of now) all.add(end)
      now = after(now, item)
    }
    return all
  }

  function literalEnd(literal: readonly string[], at: number): ReadonlySet<number> {
    const fits = literal.every((char, i) => chars[at + i] === char)
    return fits ? new Set([at + literal.length]) : new Set()
  }

  function run(
    fits: (char: string) => boolean,
    min: number,
    max: number | null,
    at: number,
  ): ReadonlySet<number> {
    const all = new Set<number>()
    for (let end = at; end <= chars.length && end - at <= (max ?? chars.length); end++) {
      if (end - at >= min) all.add(end)
      if (!fits(chars[end] ?? '')) break
    }
    return all
  }

  /** Where the first delimiter of the stretch ends: leftmost start, there the shortest. */
  function firstDelimiter(
    { delimiters }: { readonly delimiters: readonly { readonly text: string }[] },
    at: number,
    end: number,
  ): number | null {
    for (let start = at; start < end; start++) {
      for (const length of delimiters
        .map(({ text: d }) => [...d].length)
        .toSorted((a, b) => a - b)) {
        const stretch = chars.slice(start, start + length).join('')
        if (start + length > end) continue
        if (delimiters.some(({ text: d }) => d === stretch)) return start + length
      }
    }
    return null
  }

  function stringEnds({ quote, flavour }: StringContentNode, at: number): ReadonlySet<number> {
    const isControl = (char: string): boolean =>
      flavour === 'json' ? char < ' ' : char === '\r' || char === '\n'
    const escape =
      flavour === 'json'
        ? /^\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/
        : /^\\(?:["'\\abfnrtv0\n]|x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8})/
    const all = new Set<number>([at])
    for (let end = at; end < chars.length; all.add(end)) {
      const char = chars[end] ?? ''
      if (char === quote || isControl(char)) break
      const size = char === '\\' ? escape.exec(chars.slice(end).join(''))?.[0].length : 1
      if (size === undefined) break
      end += size
    }
    return all
  }

  return ends(arena.root, 0).has(chars.length)
}

function inSet(set: CharSet): (char: string) => boolean {
  return (char) => char !== '' && hasChar(set, char.codePointAt(0) ?? 0)
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, i) => from + i)
}
