import { isDeepStrictEqual } from 'node:util'

/**
 * The few words of vitest that the machine's tests use, so that a mutant costs a second and not
 * ten: bundled in its place, each test runs as soon as the file is loaded, and the first that fails
 * ends the process.
 */
const tests: { name: string; run: () => unknown }[] = []

type Options = Readonly<Record<string, unknown>>

export function describe(_name: string, body: () => void): void {
  body()
}

describe.each =
  <Row extends readonly unknown[]>(rows: readonly Row[]) =>
  (_name: string, body: (...row: Row) => void): void => {
    for (const row of rows) body(...row)
  }

export function it(name: string, options: Options | (() => unknown), run?: () => unknown): void {
  const body = run ?? options
  if (typeof body === 'function') tests.push({ name, run: () => body() })
}

export function expect(actual: unknown, what = ''): Record<string, (wanted?: unknown) => void> {
  const must = (holds: boolean): void => {
    if (!holds) throw new Error(`${what} ${JSON.stringify(actual)}`)
  }
  return {
    toBe: (wanted) => must(Object.is(actual, wanted)),
    toEqual: (wanted) => must(isDeepStrictEqual(plain(actual), plain(wanted))),
    toMatch: (wanted) => must(wanted instanceof RegExp && wanted.test(String(actual))),
    toMatchObject: (wanted) => must(includes(plain(actual), plain(wanted))),
  }
}

expect.fail = (what: string): never => {
  throw new Error(what)
}

/** Without what `toEqual` does not look at: `undefined`, and the classes of objects. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value ?? null))
}

function includes(actual: unknown, wanted: unknown): boolean {
  if (typeof wanted !== 'object' || wanted === null || Array.isArray(wanted)) {
    return isDeepStrictEqual(actual, wanted)
  }
  const found = Object.entries((actual ?? {}) as object)
  return Object.entries(wanted).every(([key, value]) =>
    found.some(([other, has]) => other === key && includes(has, value)),
  )
}

/** Runs what was collected; the name of the first test that fails, or null. */
export function firstFailure(): string | null {
  for (const { name, run } of tests) {
    try {
      run()
    } catch (error) {
      return `${name}: ${error instanceof Error ? error.message : String(error)}`
    }
  }
  return null
}
