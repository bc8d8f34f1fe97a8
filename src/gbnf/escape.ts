import type { CharRange } from './expr.ts'

// Code points above U+00A0 that a reader of the grammar could not see or tell apart: formatting
// characters, spaces, combining marks, surrogates, private use, non-characters. A fixed table, since
// the Unicode version of the engine must not change what is printed.
const hidden: readonly CharRange[] = [
  [0x00ad, 0x00ad],
  [0x0300, 0x036f],
  [0x061c, 0x061c],
  [0x115f, 0x1160],
  [0x1680, 0x1680],
  [0x17b4, 0x17b5],
  [0x180b, 0x180f],
  [0x2000, 0x200f],
  [0x2028, 0x202f],
  [0x205f, 0x206f],
  [0x3000, 0x3000],
  [0x3164, 0x3164],
  [0xd800, 0xf8ff],
  [0xfdd0, 0xfdef],
  [0xfe00, 0xfe0f],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xfff0, 0xffff],
]

const firstOfLastPlanes = 0xe0000

/**
 * A GBNF literal, quotes included, that llama.cpp reads as exactly this text.
 *
 * @example
 * ```ts
 * escapeLiteral('say "hi"\n') // '"say \\"hi\\"\\n"'
 * ```
 */
export function escapeLiteral(text: string): string {
  if (plainText.test(text)) return `"${text}"`
  if (printableText.test(text)) return `"${text.replace(/["\\]/g, '\\$&')}"`
  return `"${Array.from(text, (char) => escapeLiteralPoint(char.codePointAt(0) ?? 0)).join('')}"`
}

/** Printable ASCII, which is nearly every text, without quotes and backslashes. */
const plainText = /^[ !#-[\]-~]*$/
const printableText = /^[ -~]*$/

/**
 * A GBNF class, brackets included, that llama.cpp reads as exactly these code points. Ranges keep
 * their order, but a single `-` moves to the end, where every version of llama.cpp reads it as
 * itself. A class without members is written as a range that holds nothing, since llama.cpp reads
 * `[]` as the empty text.
 *
 * @example
 * ```ts
 * escapeClass([[0x30, 0x39], [0x2d, 0x2d], [0x5d, 0x5d]], false) // '[0-9\\]-]'
 * ```
 */
export function escapeClass(ranges: readonly CharRange[], negated: boolean): string {
  if (ranges.length === 0) return negated ? '.' : '[b-a]'
  let body = ''
  let dash = ''
  for (const range of ranges) {
    if (isDash(range)) dash = '-'
    else body += escapeRange(range)
  }
  body += dash
  if (body.startsWith('^') && !negated) body = `\\x5E${body.slice(1)}`
  return `[${negated ? '^' : ''}${body}]`
}

/** A token of the vocabulary as GBNF writes it: `<[id]>`, or the text in its angle brackets. */
export function escapeToken(token: number | string, negated: boolean): string {
  return `${negated ? '!' : ''}${typeof token === 'number' ? `<[${token}]>` : token}`
}

/** Whether GBNF can name a token by this text: `<…>` with no other `>` and no `[` behind the `<`. */
export function isTokenText(text: string): boolean {
  return /^<(?!\[)[^>\0]*>$/.test(text)
}

function isDash([from, to]: CharRange): boolean {
  return from === 0x2d && to === 0x2d
}

function escapeRange([from, to]: CharRange): string {
  const start = escapeClassPoint(from)
  if (from === to) return start
  return `${start}${to === from + 1 ? '' : '-'}${escapeClassPoint(to)}`
}

function escapeLiteralPoint(point: number): string {
  if (point === 0x22 || point === 0x5c) return `\\${String.fromCharCode(point)}`
  return isPlain(point) ? String.fromCodePoint(point) : escapePoint(point)
}

function escapeClassPoint(point: number): string {
  if (point === 0x5c || point === 0x5b || point === 0x5d) return `\\${String.fromCharCode(point)}`
  // Older builds of llama.cpp do not know the escape of a dash.
  if (point === 0x2d) return '\\x2D'
  return isPlain(point) ? String.fromCodePoint(point) : escapePoint(point)
}

function isPlain(point: number): boolean {
  if (point < 0x7f) return point >= 0x20
  if (point <= 0xa0 || point >= firstOfLastPlanes) return false
  return !hidden.some(([from, to]) => from <= point && point <= to)
}

function escapePoint(point: number): string {
  if (point === 0x0a) return '\\n'
  if (point === 0x0d) return '\\r'
  if (point === 0x09) return '\\t'
  const hex = point.toString(16).toUpperCase()
  if (point < 0x100) return `\\x${hex.padStart(2, '0')}`
  if (point < 0x10000) return `\\u${hex.padStart(4, '0')}`
  return `\\U${hex.padStart(8, '0')}`
}
