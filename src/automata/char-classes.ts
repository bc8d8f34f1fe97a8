import { charSet, complement, type CharSet } from '../peg/charset.ts'

/** Every code point. */
export const anyChar: CharSet = complement([])
/** `\d` of ECMA-262: ASCII only. */
export const digits: CharSet = [0x30, 0x39]
/** `\w` of ECMA-262: ASCII only. */
export const wordChars: CharSet = charSet([
  [0x30, 0x39],
  [0x41, 0x5a],
  [0x5f, 0x5f],
  [0x61, 0x7a],
])
/** `\s` of ECMA-262: WhiteSpace and LineTerminator. */
export const spaces: CharSet = charSet([
  [0x09, 0x0d],
  [0x20, 0x20],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
])
/** `.` of ECMA-262: anything but a LineTerminator. */
export const dotChars: CharSet = complement(
  charSet([
    [0x0a, 0x0a],
    [0x0d, 0x0d],
    [0x2028, 0x2029],
  ]),
)

/** What `\d`, `\D`, `\w`, `\W`, `\s` and `\S` stand for. */
export const classEscapes: ReadonlyMap<string, CharSet> = new Map([
  ['d', digits],
  ['D', complement(digits)],
  ['w', wordChars],
  ['W', complement(wordChars)],
  ['s', spaces],
  ['S', complement(spaces)],
])
