import { charSet, complement, readClass, type CharSet } from '../peg/charset.ts'
import type { NodeMaker, Part, Parts } from './parts.ts'
import type { StringShape } from './shape.ts'

/** Strings of several shapes, one alternative for each listed value and each range of lengths. */
export function writeStrings(make: NodeMaker, shapes: readonly StringShape[]): Parts[] {
  const ranges = joinRanges(shapes.filter((shape) => shape.values === null))
  if (ranges.some(({ min, max }) => min === 0 && max === null)) return [[make.json('string')]]
  const listed = shapes.flatMap((shape) => shape.values ?? []).map(String)
  const others = listed.filter((text) => !ranges.some((range) => holds(range, text)))
  return [
    ...others.map((text): Parts => [JSON.stringify(text)]),
    ...ranges.map(({ min, max }): Parts => [
      '"',
      ...make.repeat([stringChar(make)], min, max),
      '"',
    ]),
  ]
}

interface Lengths {
  readonly min: number
  readonly max: number | null
}

/** Ranges that touch become one, so that a length belongs to one alternative only. */
function joinRanges(shapes: readonly StringShape[]): Lengths[] {
  const sorted = shapes
    .map(({ minLength, maxLength }) => ({ min: minLength, max: maxLength }))
    .toSorted((a, b) => a.min - b.min)
  const out: Lengths[] = []
  for (const next of sorted) {
    const last = out.at(-1)
    if (last === undefined || (last.max !== null && next.min > last.max + 1)) out.push(next)
    else {
      const max = last.max === null || next.max === null ? null : Math.max(last.max, next.max)
      out[out.length - 1] = { min: last.min, max }
    }
  }
  return out
}

function holds({ min, max }: Lengths, text: string): boolean {
  const length = Array.from(text).length
  return length >= min && (max === null || length <= max)
}

/** The characters that a JSON string may hold as they are. */
export const plainChars: CharSet = complement(
  charSet([
    [0, 0x1f],
    [0x22, 0x22],
    [0x5c, 0x5c],
  ]),
)

/** Hexadecimal digits in both cases. */
export const hexDigits = '0-9a-fA-F'

/** A class as it is written in the source of this library. */
export function classOf(source: string): CharSet {
  const set = readClass(source)
  if (typeof set === 'string') throw new Error(set)
  return set
}

/**
 * One code point of a string, an escape counting as one, and an escaped surrogate pair too. Halves
 * of pairs are left out: with them a pair could be counted as two.
 */
function stringChar(make: NodeMaker): Part {
  const one = (source: string): Parts => [make.chars(classOf(source), 1, 1)]
  const hex = (count: number): Parts => [make.chars(classOf(hexDigits), count, count)]
  return make.rule('json:char', () => {
    const unit = make.choice([
      [...one('0-9a-ce-fA-CE-F'), ...hex(3)],
      [
        ...one('dD'),
        make.choice([
          [...one('0-7'), ...hex(2)],
          [...one('89abAB'), ...hex(2), '\\u', ...one('dD'), ...one('c-fC-F'), ...hex(2)],
        ]),
      ],
    ])
    const escape = make.choice([one('"\\\\/bfnrt'), ['u', unit]])
    return [make.choice([[make.chars(plainChars, 1, 1)], ['\\', escape]])]
  })
}
