import {
  charRanges,
  charSet,
  complement,
  hasChar,
  intersect,
  type CharSet,
} from '../peg/charset.ts'
import type { CharRange } from './expr.ts'
import type { ProgramClass } from './program.ts'
import type { Random } from './random.ts'

// Every code point that a text can hold and a model can write: a token that begins with U+0000 is
// never offered by llama.cpp.
const writable: CharSet = complement(
  charSet([
    [0, 0],
    [0xd800, 0xdfff],
  ]),
)
const printable: CharSet = charSet([[0x20, 0x7e]])

// Characters at which programs tend to break: ends of UTF-8 lengths, separators, emoji, the last one.
const notable = [
  0x01, 0x09, 0x0a, 0x0d, 0x1b, 0x7f, 0x80, 0x85, 0xa0, 0xe9, 0x7ff, 0x800, 0x2028, 0x3042, 0x4e2d,
  0xd7ff, 0xe000, 0xfffd, 0xffff, 0x10000, 0x1f600, 0x10ffff,
]

/** The code points that a sample takes for a class. */
export interface SampleClass {
  readonly all: readonly CharRange[]
  readonly printable: readonly CharRange[]
  readonly notable: readonly number[]
}

/** What a sample takes for a class, or for any character. */
export function sampleClass(entry: ProgramClass | null): SampleClass {
  const whole = entry === null ? writable : entry.negated ? complement(entry.set) : entry.set
  const set = intersect(whole, writable)
  return {
    // A class of nothing but U+0000 is better written than left out.
    all: charRanges(set.length === 0 && hasChar(whole, 0) ? [0, 0] : set),
    printable: charRanges(intersect(set, printable)),
    notable: notable.filter((point) => hasChar(set, point)),
  }
}

/** One code point of a class that has some: a printable one, an edge of a range, or a notable one. */
export function pickPoint(
  { all, printable: plain, notable: odd }: SampleClass,
  random: Random,
): number {
  if (plain.length > 0 && random.chance(0.6)) return pickInside(plain, random)
  if (odd.length > 0 && random.chance(0.4)) return odd[random.below(odd.length)] ?? 0
  if (random.chance(0.5)) return pickInside(all, random)
  const [from, to] = all[random.below(all.length)] ?? [0, 0]
  return random.chance(0.5) ? from : to
}

function pickInside(ranges: readonly CharRange[], random: Random): number {
  const [from, to] = ranges[random.below(ranges.length)] ?? [0, 0]
  return from + random.below(to - from + 1)
}
