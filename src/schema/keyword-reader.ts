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
export function keywordReader(reading: Reading): KeywordReader {
  return new Lookups(reading)
}

/** A class, as readers are made for every schema several times over. */
class Lookups implements KeywordReader {
  readonly reading: Reading

  constructor(reading: Reading) {
    this.reading = reading
  }

  has(keyword: string): boolean {
    return this.value(keyword) !== undefined
  }

  value(keyword: string): unknown {
    return ownMember(this.reading.schema, keyword)
  }

  number(keyword: string): number | bigint | null {
    const found = this.value(keyword)
    return typeof found === 'boolean' ? null : this.typed(keyword, 'a number', isNumber)
  }

  count(keyword: string): number | null {
    return this.typed(keyword, 'a whole number from 0', isCount)
  }

  boolean(keyword: string): boolean | null {
    const found = this.value(keyword)
    return typeof found === 'boolean' ? found : null
  }

  list(keyword: string): readonly unknown[] | null {
    return this.typed(keyword, 'a list', isList)
  }

  exact(keyword: string): void {
    this.note(keyword, 'exact', '')
  }

  note(keyword: string, effect: Effect, reason: string): void {
    this.reading.reporter.note(this.reading.path, keyword, effect, reason)
  }

  typed<T>(keyword: string, wanted: string, is: (v: unknown) => v is T): T | null {
    const found = this.value(keyword)
    if (found === undefined) return null
    if (is(found)) return found
    this.note(keyword, 'ignored', `is not ${wanted}`)
    return null
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
