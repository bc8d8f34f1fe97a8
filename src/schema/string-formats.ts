import { fromPattern, isFault, type Automaton } from '../automata/index.ts'
import { formatPatterns } from './format-patterns.ts'
import type { Effect } from './report.ts'

/** What a grammar makes of a format. */
export interface StringFormat {
  /** `null` where any string will do. */
  readonly texts: Automaton | null
  readonly effect: Effect
  readonly reason: string
}

/** Formats that no grammar follows to the letter, and what it leaves out. */
const inexact: ReadonlyMap<string, readonly [Effect, string]> = new Map([
  ['date-time', ['narrowed', 'has leap seconds in UTC only']],
  ['time', ['narrowed', 'has leap seconds in UTC only']],
  ['hostname', ['relaxed', 'is not limited in its whole length, and Punycode is not decoded']],
  ['idn-hostname', ['relaxed', 'is not checked by the rules of IDNA for single characters']],
  ['idn-email', ['relaxed', 'is not checked by the rules of IDNA for single characters']],
  ['regex', ['ignored', 'is no language that an automaton can follow']],
])

/** Formats that say how a string is used, and nothing of its text. */
const annotations: ReadonlySet<string> = new Set(['password', 'binary', 'textarea'])

const made = new Map<string, StringFormat>()

/** What a format admits; made at the first use. */
export function stringFormat(name: string): StringFormat {
  const known = made.get(name)
  if (known !== undefined) return known
  const pattern = formatPatterns.get(name)
  if (pattern === undefined && !inexact.has(name)) return unknownFormat(name)
  const found = pattern === undefined ? null : fromPattern(`^(?:${pattern})$`)
  const texts = found === null || isFault(found) ? null : found
  const [effect, reason] = inexact.get(name) ?? (['exact', ''] as const)
  const format = { texts, effect, reason }
  made.set(name, format)
  return format
}

function unknownFormat(name: string): StringFormat {
  return annotations.has(name)
    ? { texts: null, effect: 'exact', reason: '' }
    : { texts: null, effect: 'ignored', reason: 'is none that JSON Schema defines' }
}
