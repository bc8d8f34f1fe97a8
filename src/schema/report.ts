import type { Code } from '../diagnostics/codes.ts'
import { diagnose, type Diagnostic } from '../diagnostics/diagnostic.ts'

/**
 * What became of a keyword: `exact`; `relaxed`, enforced in part; `ignored`, not enforced;
 * `narrowed`, enforced more strictly than the schema says; `refused`, not understood, so that
 * anything is admitted in its place.
 */
export type Effect = 'exact' | 'relaxed' | 'ignored' | 'narrowed' | 'refused'

/** What became of one keyword. */
export interface ReportEntry {
  /** A JSON pointer to the schema that holds the keyword. */
  readonly path: string
  readonly keyword: string
  readonly effect: Effect
  /** Why it is not exact; empty for what is. */
  readonly reason: string
}

/** What became of the keywords of a schema, in the order in which they were read. */
export interface SchemaReport {
  /** Every keyword is followed exactly. */
  readonly exact: boolean
  readonly entries: readonly ReportEntry[]
}

/** Gathers a report while a schema is compiled. */
export interface Reporter {
  note(path: string, keyword: string, effect: Effect, reason?: string): void
  report(): SchemaReport
  /** The entries that a grammar's author should see. */
  diagnostics(strict: boolean): Diagnostic[]
}

/** The reason of what no value fits. */
export const admitsNone = 'admits no value'

/** The reason of what is cut off. */
export const nestedTooDeeply = 'is nested too deeply, and any value is admitted'

const shownEntries = 10_000

/** An empty report. A keyword that is noted twice keeps its graver effect. */
export function createReporter(): Reporter {
  const entries: ReportEntry[] = []
  // By path, as paths are long: one is hashed once for all of its keywords.
  const placesOf = new Map<string, number[]>()

  function note(path: string, keyword: string, effect: Effect, reason = ''): void {
    let places = placesOf.get(path)
    const place = places?.find((at) => entries[at]?.keyword === keyword)
    const known = place === undefined ? undefined : entries[place]
    if (known === undefined && entries.length >= shownEntries && effect === 'exact') return
    if (known !== undefined && rank[known.effect] >= rank[effect]) return
    const entry = { path, keyword, effect, reason }
    if (place !== undefined) entries[place] = entry
    else {
      if (places === undefined) placesOf.set(path, (places = []))
      places.push(entries.push(entry) - 1)
    }
  }

  function report(): SchemaReport {
    return { exact: entries.every((entry) => entry.effect === 'exact'), entries: [...entries] }
  }

  return {
    note,
    report,
    diagnostics: (strict) =>
      entries.flatMap((entry) => {
        const found = toDiagnostic(entry, strict)
        return found === null ? [] : [found]
      }),
  }
}

const rank = { exact: 0, narrowed: 1, relaxed: 2, ignored: 3, refused: 4 } as const

const diagnosticCodes = {
  exact: null,
  // What a narrowed schema refuses is by the caller's options, and no surprise.
  narrowed: null,
  relaxed: 'schema-relaxed',
  ignored: 'schema-ignored',
  refused: 'schema-refused',
} as const satisfies Record<Effect, Code | null>

const codesOfReasons: ReadonlyMap<string, Code> = new Map([
  [nestedTooDeeply, 'nesting-limit'],
  [admitsNone, 'schema-impossible'],
])

function toDiagnostic(entry: ReportEntry, strict: boolean): Diagnostic | null {
  const usual = diagnosticCodes[entry.effect]
  if (usual === null) return null
  const code = codesOfReasons.get(entry.reason) ?? usual
  const found = diagnose(
    code,
    `${entry.keyword === '' ? 'the schema' : JSON.stringify(clip(entry.keyword))} ${entry.reason}`,
    {
      path: entry.path === '' ? '/' : entry.path,
    },
  )
  // One odd schema must not take a request down, unless the caller wants that.
  return { ...found, severity: strict ? 'error' : 'warning' }
}

function clip(text: string): string {
  return text.length > 40 ? `${text.slice(0, 39)}…` : text
}
