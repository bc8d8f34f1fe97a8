import { existsSync, readFileSync } from 'node:fs'
import { readSchemaCases } from '../../test/support/schema-cases.ts'

/** A schema, and texts that are an instance of it or are none. */
export interface BenchCase {
  readonly id: string
  /** The schema as JSON. */
  readonly schema: string
  readonly instances: readonly {
    readonly valid: boolean
    /** The same value in several spacings. */
    readonly texts: readonly string[]
  }[]
}

// Schemas from the wild stand beside the checkout in CI; they are not ours to ship.
const collected = '../shared/schema/maskbench-dev.jsonl'

/** Collected schemas where they are there; the project's own cases where not, or with `CASES=own`. */
export function readCases(): { readonly from: string; readonly cases: readonly BenchCase[] } {
  return existsSync(collected) && process.env['CASES'] !== 'own'
    ? { from: collected, cases: readCollected(collected) }
    : { from: 'fixtures/schema', cases: readOwn() }
}

function readCollected(file: string): BenchCase[] {
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const { id, schema, tests }: Collected = JSON.parse(line)
      const instances = tests.map(({ valid, c, s }) => ({ valid, texts: c === s ? [c] : [c, s] }))
      return { id, schema: JSON.stringify(schema), instances }
    })
}

interface Collected {
  readonly id: string
  readonly schema: unknown
  /** `c` is the compact text of an instance, `s` the one with spaces. */
  readonly tests: readonly { readonly valid: boolean; readonly c: string; readonly s: string }[]
}

/** Those that need no settings: what other settings admit is no fault of a converter without them. */
function readOwn(): BenchCase[] {
  return readSchemaCases()
    .filter(({ settings }) => Object.keys(settings).length === 0)
    .map(({ name, schema, accepts, rejects }) => ({
      id: name,
      schema: JSON.stringify(schema),
      instances: [
        ...accepts.map((text) => ({ valid: true, texts: [text] })),
        ...rejects.map((text) => ({ valid: false, texts: [text] })),
      ],
    }))
}
