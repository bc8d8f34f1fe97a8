import { hasChar } from '../peg/charset.ts'
import { isHigh } from '../util/surrogates.ts'
import type { ClassTable, DelimiterList } from './program.ts'
import type { State } from './state.ts'
import { codePointAt } from './text.ts'

/** What a scan answers in place of an offset. */
export const Scan = {
  /** The text ended before it was decided. */
  end: -1,
  /** It does not match. */
  no: -2,
} as const

/** The offset behind a literal, or `Scan.end` where the text ends inside it, or `Scan.no`. */
export function matchLiteral(
  units: Uint16Array,
  start: number,
  length: number,
  literal: Uint16Array,
): number {
  const size = literal.length
  const there = Math.min(size, length - start)
  for (let i = 0; i < there; i++) if (units[start + i] !== literal[i]) return Scan.no
  return there === size ? start + size : Scan.end
}

/** The end of a run of a class, its ASCII half at `base` of `bits`: at most `max` code points, -1 for without bound. */
export function scanChars(
  units: Uint16Array,
  start: number,
  length: number,
  bits: Uint8Array,
  base: number,
  { beyond, set }: ClassTable,
  max: number,
): number {
  let at = start
  for (let left = max; at < length && left !== 0; left--) {
    const unit = units[at]!
    if (unit < 128) {
      if (bits[base + unit] === 0) return at
      at++
      continue
    }
    if (beyond === 0) return at
    const wide = unit >= 0xd800 && unit < 0xdc00
    if (beyond === 2 && !hasChar(set, wide ? codePointAt(units, at) : unit)) return at
    at += wide ? 2 : 1
  }
  return at
}

/**
 * Looks for the leftmost delimiter, there for the first to be complete. Sets `position` to where it
 * begins, or to the longest end of the text that may begin one.
 *
 * @returns the offset behind the delimiter, or `Scan.end` when none came
 */
export function scanDelimiter(s: State, list: DelimiterList, start: number): number {
  const { units, length } = s.text
  const { begins } = list
  for (let at = start; at < length; at++) {
    const unit = units[at]!
    if (begins[unit < 128 ? unit : 128] === 0) continue
    const found = delimiterAt(s, list, at)
    if (found === Scan.no) continue
    s.position = at
    if (found !== Scan.end || !s.final) return found
  }
  s.position = length
  return Scan.end
}

/**
 * A complete delimiter beats one that the text cuts short (`</` and `</a>`); the list has the
 * shortest first. Where ids came with the text, a marker counts only as one token, and a token is
 * never cut.
 */
function delimiterAt(s: State, list: DelimiterList, at: number): number {
  const { units, length } = s.text
  let cut = false
  for (const { units: delimiter, token } of list.delimiters) {
    if (token && s.tokens !== null && s.tokens.get(at)?.length !== delimiter.length) continue
    const end = matchLiteral(units, at, length, delimiter)
    if (end >= 0) return end
    if (end === Scan.end) cut = true
  }
  return cut ? Scan.end : Scan.no
}

const Backslash = 92
const jsonEscapes = new Set([...'"\\/bfnrt'].map((c) => c.charCodeAt(0)))
const pythonEscapes = new Set([...'"\'\\abfnrtv0\n'].map((c) => c.charCodeAt(0)))

/**
 * The end of a string's content: the offset of its closing quote, `Scan.end` when the text ends
 * first, `Scan.no` at what a string may not hold. Sets `position` to the end of what is content for
 * sure: an escape that is not whole is not text yet.
 */
export function scanString(s: State, start: number, quote: number, python: boolean): number {
  const { units, length } = s.text
  let at = start
  while (at < length) {
    const unit = units[at]!
    if (unit === quote) break
    if (unit < 32 && (!python || unit === 10 || unit === 13)) {
      s.position = at
      return Scan.no
    }
    if (unit !== Backslash) {
      at++
      continue
    }
    const end = escapeEnd(units, at, length, python)
    if (end < 0) {
      s.position = at
      return end
    }
    at = end
  }
  s.position = at
  return at < length ? at : Scan.end
}

/** The offset behind an escape that begins at `at`, or what `Scan` says in its place. */
export function escapeEnd(units: Uint16Array, at: number, length: number, python: boolean): number {
  if (at + 1 >= length) return Scan.end
  const kind = units[at + 1]!
  const digits = kind === 117 ? 4 : !python ? 0 : kind === 120 ? 2 : kind === 85 ? 8 : 0
  if (digits === 0) {
    return (python ? pythonEscapes : jsonEscapes).has(kind) ? at + 2 : Scan.no
  }
  for (let i = at + 2; i < at + 2 + digits; i++) {
    if (i >= length) return Scan.end
    if (!isHex(units[i]!)) return Scan.no
  }
  return at + 2 + digits
}

function isHex(unit: number): boolean {
  const lower = unit | 32
  return (unit >= 48 && unit <= 57) || (lower >= 97 && lower <= 102)
}

/** How many code points a stretch of units has. */
export function countPoints(units: Uint16Array, start: number, end: number): number {
  let count = end - start
  for (let i = start; i < end; i++) if (isHigh(units[i]!)) count--
  return count
}
