import { ownMember, type SchemaObject } from './raw-schema.ts'
import type { Effect, Reporter } from './report.ts'

/** A schema whose keywords are being read. */
export interface Reading {
  readonly schema: SchemaObject
  readonly path: string
  readonly reporter: Reporter
}

/** Typed look-ups of keywords: one of the wrong type is reported and counts as missing. */
export interface KeywordReader {
  has(keyword: string): boolean
  value(keyword: string): unknown
  number(keyword: string): number | bigint | null
  /** A whole number from 0. */
  count(keyword: string): number | null
  boolean(keyword: string): boolean | null
  list(keyword: string): readonly unknown[] | null
  exact(keyword: string): void
  note(keyword: string, effect: Effect, reason: string): void
}

/** The look-ups of one schema. */
export function keywordReader({ schema, path, reporter }: Reading): KeywordReader {
  const value = (keyword: string): unknown => ownMember(schema, keyword)
  const note = (keyword: string, effect: Effect, reason = ''): void =>
    reporter.note(path, keyword, effect, reason)

  function typed<T>(keyword: string, wanted: string, is: (v: unknown) => v is T): T | null {
    const found = value(keyword)
    if (found === undefined) return null
    if (is(found)) return found
    note(keyword, 'ignored', `is not ${wanted}`)
    return null
  }

  return {
    has: (keyword) => value(keyword) !== undefined,
    value,
    number: (keyword) => {
      const found = value(keyword)
      return typeof found === 'boolean' ? null : typed(keyword, 'a number', isNumber)
    },
    count: (keyword) => typed(keyword, 'a whole number from 0', isCount),
    boolean: (keyword) => {
      const found = value(keyword)
      return typeof found === 'boolean' ? found : null
    },
    list: (keyword) => typed(keyword, 'a list', isList),
    exact: (keyword) => note(keyword, 'exact'),
    note,
  }
}

function isNumber(value: unknown): value is number | bigint {
  return typeof value === 'bigint' || (typeof value === 'number' && Number.isFinite(value))
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value)
}
