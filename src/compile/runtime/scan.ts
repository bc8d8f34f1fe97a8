import type { DelimiterList } from '../../machine/program.ts'
import { escapeEnd } from '../../machine/scan.ts'
import { codePointAt } from '../../machine/text.ts'
import { hasChar, type CharSet } from '../../peg/charset.ts'

// Scans of the generated functions. Each gives the offset behind what it took, or the complement of the
// offset at which it gave up.

/**
 * A bit a class for each code unit; up to eight classes. Of a pair only the first half is in any: what stands behind
 * a text is a second half.
 */
export function classTable(classes: readonly CharSet[]): Uint8Array {
  const table = new Uint8Array(0x10000)
  classes.forEach((set, index) => {
    const bit = 1 << index
    for (let i = 0; i + 1 < set.length; i += 2) {
      const last = Math.min(set[i + 1] ?? 0, 0xffff)
      for (let unit = set[i] ?? 0; unit <= last; unit++) table[unit] = (table[unit] ?? 0) | bit
    }
    // A class has all beyond the first plane, or nothing.
    const wide = (set.at(-1) ?? 0) > 0xffff
    for (let unit = 0xd800; unit < 0xe000; unit++) {
      const isIn = wide && unit < 0xdc00
      table[unit] = isIn ? (table[unit] ?? 0) | bit : (table[unit] ?? 0) & ~bit
    }
  })
  return table
}

/** `min` to `max` code points of a class; `max` -1: without bound. */
export function span(
  units: Uint16Array,
  start: number,
  end: number,
  set: CharSet,
  min: number,
  max: number,
): number {
  let at = start
  let count = 0
  for (; at < end && count !== max; count++) {
    const point = codePointAt(units, at)
    if (!hasChar(set, point)) break
    at += point > 0xffff ? 2 : 1
  }
  return count < min ? ~at : at
}

/** Whether a long literal stands at a place. */
export function matches(units: Uint16Array, start: number, literal: Uint16Array): boolean {
  for (let i = 0; i < literal.length; i++) if (units[start + i] !== literal[i]) return false
  return true
}

/** Up to, or through, the leftmost delimiter, there the first to be complete; without one, to the end. */
export function findDelimiter(
  units: Uint16Array,
  start: number,
  end: number,
  { begins, delimiters }: DelimiterList,
  through: boolean,
): number {
  for (let at = start; at < end; at++) {
    const unit = units[at] ?? 0
    if (begins[unit < 128 ? unit : 128] === 0) continue
    for (const { units: delimiter } of delimiters) {
      if (matches(units, at, delimiter)) return through ? at + delimiter.length : at
    }
  }
  return through ? ~end : end
}

/** To the quote that ends a string. */
export function stringEnd(
  units: Uint16Array,
  start: number,
  end: number,
  quote: number,
  python: boolean,
): number {
  let at = start
  while (at < end) {
    const unit = units[at] ?? 0
    if (unit === quote) return at
    if (unit < 32 && (!python || unit === 10 || unit === 13)) return ~at
    if (unit !== 92) at++
    else {
      const behind = escapeEnd(units, at, end, python)
      if (behind < 0) return ~at
      at = behind
    }
  }
  return ~at
}
