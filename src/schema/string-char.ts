import { readClass, type CharSet } from '../peg/charset.ts'
import { plainChars } from './json-escapes.ts'
import type { NodeMaker, Part, Parts } from './parts.ts'

/** Hexadecimal digits in both cases. */
const hexDigits = '0-9a-fA-F'

/** A class as it is written in the source of this library. */
function classOf(source: string): CharSet {
  const set = readClass(source)
  if (typeof set === 'string') throw new Error(set)
  return set
}

/**
 * One code point of a string, an escape counting as one, and an escaped surrogate pair too. Halves
 * of pairs are left out: with them a pair could be counted as two.
 */
export function stringChar(make: NodeMaker): Part {
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
