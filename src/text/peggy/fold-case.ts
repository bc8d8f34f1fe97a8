import { charRanges, charSet, type CharSet } from '../../peg/charset.ts'

/** How characters are compared where their case does not count. */
export type Folding = 'lower' | 'upper' | 'unicode'

/** The highest code point that has another case; beyond it nothing folds. */
const lastCased = 0x1e943

/** What each folding maps characters to that are not mapped to themselves, made when first asked. */
const classes = new Map<Folding, ReadonlyMap<number, readonly number[]>>()

/**
 * A set with all characters that differ from its members in case only. `lower` compares as
 * `toLowerCase` does, `upper` as a regular expression with the flag `i`, `unicode` as one with `iu`.
 *
 * Source: ECMA-262, Canonicalize; code points with a case mapping of several characters are left alone.
 */
export function foldCase(set: CharSet, folding: Folding): CharSet {
  const alike = alikeOf(folding)
  const ranges = charRanges(set)
  const more: [number, number][] = []
  for (const [low, high] of ranges) {
    for (let point = low; point <= Math.min(high, lastCased); point++) {
      for (const other of alike.get(point) ?? []) more.push([other, other])
    }
  }
  return charSet([...ranges, ...more])
}

function alikeOf(folding: Folding): ReadonlyMap<number, readonly number[]> {
  const known = classes.get(folding)
  if (known !== undefined) return known
  const byFolded = new Map<number, number[]>()
  for (let point = 0; point <= lastCased; point++) {
    // Surrogates have no case, and no place in a set.
    if (point >= 0xd800 && point <= 0xdfff) continue
    const folded = foldOne(point, folding)
    const group = byFolded.get(folded)
    if (group === undefined) byFolded.set(folded, [point])
    else group.push(point)
  }
  const alike = new Map<number, readonly number[]>()
  for (const group of byFolded.values()) {
    if (group.length > 1) for (const point of group) alike.set(point, group)
  }
  classes.set(folding, alike)
  return alike
}

function foldOne(point: number, folding: Folding): number {
  const text = String.fromCodePoint(point)
  if (folding === 'lower') return single(text.toLowerCase()) ?? point
  const upper = single(text.toUpperCase()) ?? point
  if (folding === 'upper') {
    // Without `u`, units fold alone, and nothing beyond ASCII folds into it.
    return point > 0xffff || (point >= 0x80 && upper < 0x80) ? point : upper
  }
  return single(String.fromCodePoint(upper).toLowerCase()) ?? upper
}

function single(text: string): number | null {
  const point = text.codePointAt(0) ?? 0
  return String.fromCodePoint(point) === text ? point : null
}
