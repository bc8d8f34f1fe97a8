import type { CharRange, GbnfGrammar, GbnfToken } from './expr.ts'
import { printDialect, type Dialect } from './print.ts'
import { withPlainClasses } from './xgrammar-classes.ts'

/**
 * Writes a grammar in XGrammar's EBNF, which is GBNF but for a few words: any character is `[^]`, an
 * escape `\\x` takes any number of digits (so `\\u` is written), names do not begin with a digit, and a
 * token is named by its id; one that is named by its text is written as that text. Classes are
 * widened where `withPlainClasses` says so.
 *
 * Source: the grammar parser of XGrammar 0.1.27, as npm's @mlc-ai/web-xgrammar runs it.
 *
 * @example
 * ```ts
 * printXgrammar({ rules: [{ name: 'root', expr: sequence([literal('\0'), ref('1')]) }] })
 * // 'root ::= "\\u0000" r-1\n'
 * ```
 */
export function printXgrammar(grammar: GbnfGrammar): string {
  return adaptToXgrammar(grammar).ebnf
}

/** The same, and whether a class had to be widened for it. */
export function adaptToXgrammar(grammar: GbnfGrammar): {
  readonly ebnf: string
  readonly isWidened: boolean
} {
  const { grammar: plain, isWidened } = withPlainClasses(grammar)
  return { ebnf: printDialect(plain, dialect), isWidened }
}

const dialect: Dialect = {
  literal: literalOf,
  charClass: classOf,
  any: '[^]',
  token: tokenOf,
  rule: (name) => (/^[0-9]/.test(name) ? `r-${name}` : name),
}

/**
 * A class; one that holds nothing is all characters left out. A few characters beyond ASCII stand one
 * by one, as XGrammar 0.1.27 takes those of a class for bytes. What a class leaves out beyond ASCII it
 * lets through, whatever is written.
 */
function classOf(ranges: readonly CharRange[], negated: boolean): string {
  const held = ranges.filter(([from, to]) => from <= to)
  if (held.length === 0) return negated ? '[^]' : '[^\\u0000-\\U0010FFFF]'
  const beyond = held.flatMap(([from, to]) => (to > 0x7f ? [[Math.max(from, 0x80), to]] : []))
  // Of more than a few, or of some that are left out, `withPlainClasses` has made ASCII alone.
  if (negated || beyond.length === 0) return writeClass(held, negated)
  const ascii = held.flatMap(([from, to]) => (from < 0x80 ? [[from, Math.min(to, 0x7f)]] : []))
  const singles = beyond.flatMap(([from = 0, to = 0]) =>
    Array.from({ length: to - from + 1 }, (_, i) => literalOf(String.fromCodePoint(from + i))),
  )
  const parts = [...(ascii.length === 0 ? [] : [writeClass(ascii, false)]), ...singles]
  return parts.length === 1 ? (parts[0] ?? '') : `(${parts.join(' | ')})`
}

function writeClass(ranges: readonly (readonly number[])[], negated: boolean): string {
  const body = ranges.map(([from = 0, to = 0]) =>
    from === to ? point(from) : `${point(from)}-${point(to)}`,
  )
  return `[${negated ? '^' : ''}${body.join('')}]`
}

function literalOf(text: string): string {
  return `"${Array.from(text, (char) => escapeChar(char, /["\\]/)).join('')}"`
}

function point(code: number): string {
  return escapeChar(String.fromCodePoint(code), /[\\[\]^-]/)
}

function tokenOf({ token, negated }: GbnfToken): string {
  if (typeof token === 'number') return negated ? `ExcludeToken(${token})` : `Token(${token})`
  // Its vocabulary is not known by texts; a text is left out character by character.
  return negated ? '[^]' : literalOf(token)
}

/** Printable ASCII as it is, all else by its number. */
function escapeChar(char: string, special: RegExp): string {
  const code = char.codePointAt(0) ?? 0
  if (char === '\n') return '\\n'
  if (code >= 0x20 && code < 0x7f && !special.test(char)) return char
  if (char === '"' || char === '\\') return `\\${char}`
  return code > 0xffff
    ? `\\U${code.toString(16).toUpperCase().padStart(8, '0')}`
    : `\\u${code.toString(16).toUpperCase().padStart(4, '0')}`
}
