import { complement, type CharSet } from '../peg/charset.ts'
import { classEscapes } from './char-classes.ts'
import type { Cursor } from './pattern-cursor.ts'
import type { PatternFault } from './pattern-tree.ts'
import { propertyChars } from './unicode-properties.ts'

/** What an escape stands for: one code point or several. */
export type Escape = { readonly point: number } | { readonly set: CharSet }

const controls: ReadonlyMap<string, number> = new Map([
  ['t', 0x09],
  ['n', 0x0a],
  ['v', 0x0b],
  ['f', 0x0c],
  ['r', 0x0d],
])

/**
 * Reads a character or class escape behind its backslash. Beside what the `u` flag admits, every
 * sign that is no letter and no digit may be escaped, as hand-written schemas do (`\-`, `\_`, `\@`).
 */
export function readEscape(cursor: Cursor): Escape | PatternFault {
  const offset = cursor.at - 1
  const fault = (reason: string): PatternFault => ({ kind: 'syntax', offset, reason })
  const char = cursor.take()
  const set = classEscapes.get(char)
  if (set !== undefined) return { set }
  const control = controls.get(char)
  if (control !== undefined) return { point: control }
  switch (char) {
    case '':
      return fault('ends with a lone backslash')
    case 'p':
    case 'P':
      return readProperty(cursor, char === 'P', fault)
    case 'u':
      return readUnicode(cursor) ?? fault('has a \\u without its hexadecimal digits')
    case 'x': {
      const point = cursor.hex(2)
      return point === null ? fault('has a \\x without its hexadecimal digits') : { point }
    }
    case 'c': {
      const letter = cursor.take()
      if (!/^[a-zA-Z]$/.test(letter)) return fault('has a \\c without its letter')
      return { point: letter.charCodeAt(0) & 31 }
    }
    case '0':
      if (!/^\d/.test(cursor.peek())) return { point: 0 }
      return fault('has an octal escape')
    default:
      if (!/^[a-zA-Z0-9]$/.test(char)) return { point: char.codePointAt(0) ?? 0 }
      return fault(`has the escape \\${char}, which ECMA-262 does not know`)
  }
}

function readProperty(
  cursor: Cursor,
  negative: boolean,
  fault: (reason: string) => PatternFault,
): Escape | PatternFault {
  const end = cursor.source.indexOf('}', cursor.at)
  if (!cursor.eat('{') || end < 0) return fault('has a \\p without its property')
  const name = cursor.source.slice(cursor.at, end)
  cursor.at = end + 1
  const set = propertyChars(name)
  if (set === null) {
    return fault(`names the unknown property ${JSON.stringify(name.slice(0, 40))}`)
  }
  return { set: negative ? complement(set) : set }
}

/** `\u0041`, `\u{1f600}`, or the two halves of a pair. */
function readUnicode(cursor: Cursor): Escape | null {
  if (cursor.eat('{')) {
    const end = cursor.source.indexOf('}', cursor.at)
    const digits = end < 0 ? '' : cursor.source.slice(cursor.at, end)
    const point = Number.parseInt(digits, 16)
    if (!/^[0-9a-fA-F]{1,16}$/.test(digits) || point > 0x10ffff) return null
    cursor.at = end + 1
    return { point }
  }
  const high = cursor.hex(4)
  if (high === null || high < 0xd800 || high > 0xdbff) return high === null ? null : { point: high }
  const start = cursor.at
  const low = cursor.eat('\\u') ? cursor.hex(4) : null
  if (low !== null && low >= 0xdc00 && low <= 0xdfff) {
    return { point: 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00) }
  }
  cursor.at = start
  return { point: high }
}
