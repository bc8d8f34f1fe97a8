import { propertyChars } from '../../automata/unicode-properties.ts'
import { complement, type CharSet } from '../../peg/charset.ts'

/** The characters of `p{…}` and `P{…}`; `null` for any other escape, and for unknown properties. */
export function unicodeEscape(escape: string): CharSet | null {
  const name = /^[pP]\{(.*)\}$/.exec(escape)?.[1]
  const set = name === undefined ? null : propertyChars(name)
  if (set === null) return null
  return escape.startsWith('P') ? complement(set) : set
}
