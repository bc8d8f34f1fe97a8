import { readClass, type CharSet } from '../peg/charset.ts'
import { plainChars } from './json-escapes.ts'
import type { NodeMaker, Part, Parts } from './parts.ts'

/** A class as it is written in the source of this library. */
function classOf(source: string): CharSet {
  const set = readClass(source)
  if (typeof set === 'string') throw new Error(set)
  return set
}

const sets = {
  hex: classOf('0-9a-fA-F'),
  hexButD: classOf('0-9a-ce-fA-CE-F'),
  d: classOf('dD'),
  below8: classOf('0-7'),
  firstHalf: classOf('89abAB'),
  secondHalf: classOf('c-fC-F'),
  short: classOf('"\\\\/bfnrt'),
}

/**
 * One code point of a string, an escape counting as one, and an escaped surrogate pair too. Halves
 * of pairs are left out: with them a pair could be counted as two.
 */
export function stringChar(make: NodeMaker): Part {
  const one = (set: CharSet): Parts => [make.chars(set, 1, 1)]
  const hex = (count: number): Parts => [make.chars(sets.hex, count, count)]
  return make.rule('json:char', () => {
    const unit = make.choice([
      [...one(sets.hexButD), ...hex(3)],
      [
        ...one(sets.d),
        make.choice([
          [...one(sets.below8), ...hex(2)],
          [
            ...one(sets.firstHalf),
            ...hex(2),
            '\\u',
            ...one(sets.d),
            ...one(sets.secondHalf),
            ...hex(2),
          ],
        ]),
      ],
    ])
    const escape = make.choice([one(sets.short), ['u', unit]])
    return [make.choice([[make.chars(plainChars, 1, 1)], ['\\', escape]])]
  })
}
