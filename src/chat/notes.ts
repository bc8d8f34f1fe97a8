import { codes } from '../diagnostics/codes.ts'
import { diagnose, type Diagnostic } from '../diagnostics/diagnostic.ts'
import { quote } from '../diagnostics/format.ts'
import type { Expected, ParseFailure } from '../machine/result.ts'

/** How many findings of one code a message keeps; the text of a hostile model is no reason for more. */
export const MaxNotes = 100

/** The diagnostics of one response. */
export interface Notes {
  /** Adds a finding; false if it is known already, or one too many of its kind. */
  add(diagnostic: Diagnostic): boolean
  /** All findings, in the order of the text, so that they do not depend on the cuts. */
  list(): Diagnostic[]
}

/** An empty collection. */
export function createNotes(): Notes {
  const byCode = new Map<string, number>()
  const known = new Set<string>()
  const all: Diagnostic[] = []
  return {
    add(diagnostic) {
      const key = `${diagnostic.code} ${diagnostic.offset ?? ''} ${diagnostic.message}`
      const count = byCode.get(diagnostic.code) ?? 0
      if (known.has(key) || count >= MaxNotes) return false
      byCode.set(diagnostic.code, count + 1)
      known.add(key)
      all.push(diagnostic)
      return true
    },
    list: () => sortNotes(all),
  }
}

/** Diagnostics in the order of the text; those without a place come last. */
export function sortNotes(notes: readonly Diagnostic[]): Diagnostic[] {
  const place = (d: Diagnostic): number => d.offset ?? Number.MAX_SAFE_INTEGER
  return notes.toSorted(
    (a, b) => place(a) - place(b) || compare(a.code, b.code) || compare(a.message, b.message),
  )
}

/** Says why a text was not read, for people; `origin` is where the model's text begins. */
export function noteFailure(
  code: Diagnostic['code'],
  failure: ParseFailure,
  origin: number,
): Diagnostic {
  const found = failure.found === '' ? 'the text ends here' : `found ${quote(failure.found)}`
  const wanted = describeExpected(failure.expected)
  const why = isLimit(failure.code)
    ? codes[failure.code].meaning
    : wanted === ''
      ? ''
      : `expected ${wanted}`
  const rule = failure.rules.at(-1)
  const message = isLimit(failure.code) && failure.found === '' ? why : `${why}, ${found}`
  return diagnose(code, why === '' ? found : message, {
    offset: Math.max(0, failure.offset - origin),
    ...(rule === undefined ? {} : { rule }),
    ...(failure.hint === undefined || failure.hint === '' ? {} : { hint: failure.hint }),
  })
}

function isLimit(code: ParseFailure['code']): boolean {
  return code !== 'no-match' && code !== 'trailing-input'
}

const MaxShown = 8

function describeExpected(expected: readonly Expected[]): string {
  const shown = expected.slice(0, MaxShown).map(describeOne)
  if (expected.length > MaxShown) shown.push(`${expected.length - MaxShown} others`)
  const last = shown.pop() ?? ''
  return shown.length === 0 ? last : `${shown.join(', ')} or ${last}`
}

function describeOne(expected: Expected): string {
  switch (expected.kind) {
    case 'literal':
      return quote(expected.text)
    case 'class':
      return expected.label
    case 'rule':
      return expected.name
    case 'end':
      return 'the end of the text'
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
