import type { CharRange, GbnfExpr } from '../gbnf/expr.ts'
import type { TextExpr } from './text-expr.ts'

/** A regular expression of the Rust crate `regex`, and whether it matches no text. */
export interface Regex {
  readonly source: string
  readonly empty: boolean
}

/** The regular expression of what is one by itself; `null` where rules, schemas or delimiters are in it. */
export function regexOf(expr: TextExpr): Regex | null {
  switch (expr.kind) {
    case 'literal':
      return expr.token ? null : { source: escapeRegex(expr.text), empty: expr.text === '' }
    case 'regular':
      return regexOfGbnf(expr.expr)
    case 'sequence':
      return joinAll(expr.items.map(regexOf))
    case 'choice':
      return eitherOf(expr.items.map(regexOf))
    case 'repeat':
      return repeated(regexOf(expr.item), expr.min, expr.max)
    default:
      return null
  }
}

function regexOfGbnf(expr: GbnfExpr): Regex | null {
  switch (expr.kind) {
    case 'literal':
      return { source: escapeRegex(expr.text), empty: expr.text === '' }
    case 'class':
      return { source: classOf(expr.ranges, expr.negated), empty: false }
    case 'any':
      return { source: '(?s:.)', empty: false }
    case 'sequence':
      return joinAll(expr.items.map(regexOfGbnf))
    case 'choice':
      return eitherOf(expr.alternatives.map(regexOfGbnf))
    case 'repeat':
      return repeated(regexOfGbnf(expr.item), expr.min, expr.max)
    default:
      return null
  }
}

/** All of them after each other. */
export function joinAll(parts: readonly (Regex | null)[]): Regex | null {
  const known = parts.filter((part) => part !== null)
  if (known.length < parts.length) return null
  return {
    source: known.map(({ source }) => source).join(''),
    empty: known.every(({ empty }) => empty),
  }
}

function eitherOf(parts: readonly (Regex | null)[]): Regex | null {
  const known = parts.filter((part) => part !== null)
  if (known.length < parts.length) return null
  return {
    source: `(${known.map(({ source }) => source).join('|')})`,
    empty: known.some(({ empty }) => empty),
  }
}

function repeated(item: Regex | null, min: number, max: number | null): Regex | null {
  if (item === null) return null
  const isOne = /^(\[(\\.|[^\]\\])*\]|\\?.|\(\?s:\.\))$/su.test(item.source)
  const inner = isOne ? item.source : `(${item.source})`
  return { source: `${inner}${boundsOf(min, max)}`, empty: item.empty || min === 0 }
}

/** The bounds of a repetition, as regular expressions and Lark write them. */
export function boundsOf(min: number, max: number | null): string {
  if (max === null) return min === 0 ? '*' : min === 1 ? '+' : `{${min},}`
  if (min === 0 && max === 1) return '?'
  return min === 1 && max === 1 ? '' : min === max ? `{${min}}` : `{${min},${max}}`
}

/** Text without any of the delimiters, and not empty. */
export function textWithout(delimiters: readonly string[]): string {
  return delimiters.length === 0 ? '/(?s:.+)/' : `/(?s:.+)/ & ~${holding(delimiters)}`
}

/** Text up to and with the first of some delimiters. */
export function textThroughAny(delimiters: readonly string[]): string {
  return `/(?s:.*)(${delimiters.map(escapeRegex).join('|')})/`
}

/** Text up to and with a delimiter, without others before it. */
export function textThrough(end: string, others: readonly string[]): string {
  const outside = others.filter((each) => !end.includes(each))
  const inside = others.filter((each) => end.includes(each))
  return [
    `/(?s:.*)${escapeRegex(end)}/`,
    ...(outside.length === 0 ? [] : [`~${holding(outside)}`]),
    // One that stands in the delimiter itself must not come before that.
    ...inside.map((each) => {
      const behind = Array.from(end.slice(end.lastIndexOf(each) + each.length)).length
      return `~/(?s:.*)${escapeRegex(each)}(?s:.{${behind + 1},})/`
    }),
  ].join(' & ')
}

function holding(delimiters: readonly string[]): string {
  return `/(?s:.*)(${delimiters.map(escapeRegex).join('|')})(?s:.*)/`
}

function escapeRegex(text: string): string {
  return Array.from(text, (char) => escapeChar(char, /[\\/^$.|?*+()[\]{}&~#-]/)).join('')
}

function classOf(ranges: readonly CharRange[], negated: boolean): string {
  const held = ranges.filter(([from, to]) => from <= to)
  // No character is both.
  if (held.length === 0) return negated ? '(?s:.)' : '[^\\x{0}-\\x{10FFFF}]'
  const point = (code: number): string => escapeChar(String.fromCodePoint(code), /[\\/^[\]&~-]/)
  const body = held.map(([from, to]) => (from === to ? point(from) : `${point(from)}-${point(to)}`))
  return `[${negated ? '^' : ''}${body.join('')}]`
}

function escapeChar(char: string, special: RegExp): string {
  const code = char.codePointAt(0) ?? 0
  if (code >= 0x20 && code < 0x7f) return special.test(char) ? `\\${char}` : char
  return `\\x{${code.toString(16).toUpperCase()}}`
}
