import { charRanges, charSet, complement, type CharSet } from '../peg/charset.ts'
import type { Cursor } from './pattern-cursor.ts'
import { readEscape, type Escape } from './pattern-escape.ts'
import type { PatternFault } from './pattern-tree.ts'

/**
 * Reads a class behind its opening bracket. A hyphen beside a class escape (`[\w-.]`) stands for
 * itself, as without the `u` flag.
 */
export function readClassBody(cursor: Cursor): CharSet | PatternFault {
  const offset = cursor.at - 1
  const negative = cursor.eat('^')
  const ranges: [number, number][] = []
  const fault = (reason: string): PatternFault => ({ kind: 'syntax', offset, reason })
  while (!cursor.eat(']')) {
    const low = readAtom(cursor)
    if (low === null) return fault('has a class that is not closed')
    if ('kind' in low) return low
    if (isRange(cursor) && 'point' in low) {
      const dash = cursor.at++
      const high = readAtom(cursor)
      if (high === null) return fault('has a class that is not closed')
      if ('kind' in high) return high
      if ('point' in high) {
        if (high.point < low.point) {
          return { kind: 'syntax', offset: dash, reason: 'has a range that ends before it starts' }
        }
        ranges.push([low.point, high.point])
        continue
      }
      ranges.push([low.point, low.point], [0x2d, 0x2d], ...charRanges(high.set))
      continue
    }
    for (const range of rangesOf(low)) ranges.push(range)
  }
  const set = charSet(ranges)
  return negative ? complement(set) : set
}

/** A hyphen that is not the last of its class. */
function isRange({ source, at }: Cursor): boolean {
  return source[at] === '-' && at + 1 < source.length && source[at + 1] !== ']'
}

function readAtom(cursor: Cursor): Escape | PatternFault | null {
  const char = cursor.take()
  if (char === '') return null
  if (char !== '\\') return { point: char.codePointAt(0) ?? 0 }
  // Within a class \b is a backspace.
  if (cursor.eat('b')) return { point: 0x08 }
  return readEscape(cursor)
}

function rangesOf(escape: Escape): [number, number][] {
  return 'point' in escape ? [[escape.point, escape.point]] : charRanges(escape.set)
}
