import type peggy from 'peggy'
import { charSet, complement, type CharSet } from '../../peg/charset.ts'
import { foldCase } from './fold-case.ts'

/**
 * The characters of a Peggy class: one code point each, also where Peggy, without the flag `u`, would take half
 * a surrogate pair.
 *
 * @returns `null` for a class with an escape such as `\p{…}` that is not known
 */
export function classSet(node: peggy.ast.CharacterClass, escapes: EscapeSets): CharSet | null {
  const ranges: [number, number][] = []
  for (const part of node.parts) {
    if (typeof part === 'string') ranges.push([pointOf(part), pointOf(part)])
    else if (Array.isArray(part)) ranges.push([pointOf(part[0] ?? ''), pointOf(part[1] ?? '')])
    else {
      const set = escapes(part.value)
      if (set === null) return null
      for (let i = 0; i + 1 < set.length; i += 2) ranges.push([set[i] ?? 0, set[i + 1] ?? 0])
    }
  }
  const set = charSet(ranges)
  const folded = node.ignoreCase ? foldCase(set, node.unicode ? 'unicode' : 'upper') : set
  return node.inverted ? complement(folded) : folded
}

/** The characters of a class escape, without its backslash: `d`, `p{L}`. */
export type EscapeSets = (escape: string) => CharSet | null

function pointOf(text: string): number {
  return text.codePointAt(0) ?? 0
}
