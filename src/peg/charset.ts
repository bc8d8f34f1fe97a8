/**
 * A set of code points as sorted, disjoint, non-adjacent inclusive ranges, flattened:
 * `[lo0, hi0, lo1, hi1, …]`. Surrogates are never members: text reaches a grammar with every lone
 * surrogate already replaced by U+FFFD.
 */
export type CharSet = readonly number[]

/** The largest code point. */
export const MaxCodePoint = 0x10ffff

/** Builds a set from inclusive ranges in any order. */
export function charSet(ranges: Iterable<readonly [number, number]>): CharSet {
  const out: number[] = []
  const given: (readonly [number, number])[] = []
  let isSorted = true
  for (const range of ranges) {
    if (range[0] > range[1]) continue
    const last = given[given.length - 1]
    isSorted &&= last === undefined || last[0] <= range[0]
    given.push(range)
  }
  if (!isSorted) given.sort((a, b) => a[0] - b[0])
  for (const [lo, hi] of given) {
    const last = out[out.length - 1]
    if (last !== undefined && lo <= last + 1) out[out.length - 1] = Math.max(last, hi)
    else out.push(lo, hi)
  }
  return out
}

/** The ranges of a set, as pairs. */
export function charRanges(set: CharSet): [number, number][] {
  const pairs: [number, number][] = []
  for (let i = 0; i + 1 < set.length; i += 2) pairs.push([set[i] ?? 0, set[i + 1] ?? 0])
  return pairs
}

/** Every code point that is not in the set. The complement of a complement is the set. */
export function complement(set: CharSet): CharSet {
  const out: number[] = []
  let next = 0
  for (const [lo, hi] of charRanges(set)) {
    if (lo > next) out.push(next, lo - 1)
    next = hi + 1
  }
  if (next <= MaxCodePoint) out.push(next, MaxCodePoint)
  return out
}

/** Code points of either set. */
export function union(a: CharSet, b: CharSet): CharSet {
  return charSet([...charRanges(a), ...charRanges(b)])
}

/** Code points of both sets. Cost: the ranges of both. */
export function intersect(a: CharSet, b: CharSet): CharSet {
  const out: number[] = []
  for (let i = 0, j = 0; i + 1 < a.length && j + 1 < b.length;) {
    const low = Math.max(a[i] ?? 0, b[j] ?? 0)
    const [endA, endB] = [a[i + 1] ?? 0, b[j + 1] ?? 0]
    const high = Math.min(endA, endB)
    if (low <= high) out.push(low, high)
    if (endA <= endB) i += 2
    if (endB <= endA) j += 2
  }
  return out
}

/** Whether a code point is a member. Binary search: O(log n). */
export function hasChar(set: CharSet, codePoint: number): boolean {
  let lo = 0
  let hi = set.length / 2 - 1
  while (lo <= hi) {
    const mid = (lo + hi) >> 1
    if (codePoint < (set[mid * 2] ?? 0)) hi = mid - 1
    else if (codePoint > (set[mid * 2 + 1] ?? 0)) lo = mid + 1
    else return true
  }
  return false
}

const escapes: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9, f: 12, v: 11, '0': 0 }

/**
 * Reads a class as GBNF and regular expressions write it: `[a-z_]`, `[^"\\]`, `[\x00-\x1f]`,
 * `[\u4e00-\u9fff]`, `[\U0001f600]`; the brackets may be left out.
 *
 * @returns the set, or a text that says what is wrong with the class
 */
export function readClass(source: string): CharSet | string {
  let body = source
  if (body.startsWith('[')) {
    if (!body.endsWith(']') || body.length < 2) return `the class ${JSON.stringify(source)} is not closed`
    body = body.slice(1, -1)
  }
  const negated = body.startsWith('^')
  const points = readPoints(negated ? body.slice(1) : body)
  if (typeof points === 'string') return points
  const ranges: [number, number][] = []
  for (let i = 0; i < points.length; i++) {
    const lo = points[i]?.value ?? 0
    const hi = points[i + 2]
    if (points[i + 1]?.dash === true && hi !== undefined) {
      if (hi.value < lo) return `the class ${JSON.stringify(source)} has a range that ends before it starts`
      ranges.push([lo, hi.value])
      i += 2
    } else ranges.push([lo, lo])
  }
  const set = charSet(ranges)
  return negated ? complement(set) : set
}

interface ClassPoint {
  readonly value: number
  /** An unescaped `-`. */
  readonly dash: boolean
}

function readPoints(body: string): ClassPoint[] | string {
  const points: ClassPoint[] = []
  const chars = [...body]
  for (let i = 0; i < chars.length; i++) {
    const char = chars[i] ?? ''
    if (char !== '\\') {
      points.push({ value: char.codePointAt(0) ?? 0, dash: char === '-' })
      continue
    }
    const kind = chars[++i]
    if (kind === undefined) return 'a class ends with a lone backslash'
    const digits = kind === 'x' ? 2 : kind === 'u' ? 4 : kind === 'U' ? 8 : 0
    if (digits === 0) {
      points.push({ value: escapes[kind] ?? kind.codePointAt(0) ?? 0, dash: false })
      continue
    }
    const hex = chars.slice(i + 1, i + 1 + digits).join('')
    if (!/^[0-9a-fA-F]+$/.test(hex) || hex.length < digits) {
      return `the escape \\${kind} needs ${digits} hexadecimal digits`
    }
    const value = Number.parseInt(hex, 16)
    if (value > MaxCodePoint) return `the escape \\${kind}${hex} is above U+10FFFF`
    points.push({ value, dash: false })
    i += digits
  }
  return points
}

/** Writes a set as a class that `readClass` reads back. */
export function printClass(set: CharSet): string {
  // A set that reaches the last code point reads better as what it leaves out.
  const negated = set.length > 0 && set[set.length - 1] === MaxCodePoint
  const shown = negated ? complement(set) : set
  const parts = charRanges(shown).map(([lo, hi]) =>
    lo === hi ? printPoint(lo) : `${printPoint(lo)}${hi === lo + 1 ? '' : '-'}${printPoint(hi)}`,
  )
  return `[${negated ? '^' : ''}${parts.join('')}]`
}

function printPoint(value: number): string {
  if (value === 10) return '\\n'
  if (value === 13) return '\\r'
  if (value === 9) return '\\t'
  const char = String.fromCodePoint(value)
  if ('\\]^-['.includes(char)) return `\\${char}`
  if (value >= 0x20 && value < 0x7f) return char
  if (value < 0x100) return `\\x${value.toString(16).padStart(2, '0')}`
  if (value < 0x10000) return `\\u${value.toString(16).padStart(4, '0')}`
  return `\\U${value.toString(16).padStart(8, '0')}`
}
