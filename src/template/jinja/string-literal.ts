import type { Fault } from './token.ts'

const plain: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  v: '\v',
  a: '\x07',
  '0': '\0',
  '\\': '\\',
  '"': '"',
  "'": "'",
  '\n': '',
}

const lengths: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 }

/**
 * A string literal, decoded, and the offset behind its closing quote. Escapes are Python's; one that
 * Python does not know stands for itself, backslash and all.
 */
export function readString(
  source: string,
  start: number,
  fault: Fault,
): { text: string; end: number } {
  const quote = source[start]
  const parts: string[] = []
  let at = start + 1
  let from = at
  for (; source[at] !== quote; at += 1) {
    if (at >= source.length) throw fault('the string has no closing quote', start)
    if (source[at] !== '\\') continue
    parts.push(source.slice(from, at))
    const { text, end } = readEscape(source, at)
    parts.push(text)
    from = end
    at = end - 1
  }
  parts.push(source.slice(from, at))
  return { text: parts.join(''), end: at + 1 }
}

function readEscape(source: string, at: number): { text: string; end: number } {
  const letter = source[at + 1] ?? ''
  const known = Object.hasOwn(plain, letter) ? plain[letter] : undefined
  if (known !== undefined) return { text: known, end: at + 2 }
  const length = Object.hasOwn(lengths, letter) ? (lengths[letter] ?? 0) : 0
  const digits = source.slice(at + 2, at + 2 + length)
  const code = digits.length === length ? Number(`0x${digits}`) : Number.NaN
  if (length > 0 && Number.isInteger(code) && code <= 0x10ffff) {
    return { text: String.fromCodePoint(code), end: at + 2 + length }
  }
  return { text: source.slice(at, at + 2), end: at + 2 }
}
