import { isDeepStrictEqual } from 'node:util'
import type { Outcome } from './outcome.ts'
import type { Comparison, Difference, Expectation, ExpectedCall } from './replay-case.ts'

/** Where an outcome differs from what a case expects; nothing when it passes. */
export function compareOutcome(
  outcome: Outcome,
  expected: Expectation,
  comparison: Comparison,
): Difference[] {
  const out: Difference[] = []
  const trim = (text: string): string => (comparison.trim ? text.trim() : text)

  function check(path: string, want: string | undefined, got: string | null): void {
    if (want === undefined || want === got) return
    out.push({ path, expected: JSON.stringify(want), got: JSON.stringify(got) })
  }

  if (expected.error === true && outcome.warnings.length === 0) {
    out.push({ path: 'diagnostics', expected: 'a warning or an error', got: 'none' })
  }
  for (const path of ['content', 'reasoning'] as const) {
    const want = expected[path]
    check(path, want === undefined ? undefined : trim(want), trim(outcome[path]))
  }
  check('finishReason', expected.finishReason, outcome.finishReason)
  if (expected.toolCalls === undefined) return out
  check('toolCalls', names(expected.toolCalls), names(outcome.toolCalls))
  expected.toolCalls.forEach((want, index) => {
    const got = outcome.toolCalls[index]
    if (got?.name !== want.name) return
    const path = `toolCalls[${index}]`
    check(`${path}.id`, want.id, got.id)
    if (comparison.jsonArguments && sameJson(want.arguments, got.arguments)) return
    check(`${path}.arguments`, want.arguments, got.arguments)
  })
  return out
}

function names(calls: readonly ExpectedCall[]): string {
  return calls.map((call) => call.name).join(', ')
}

function sameJson(a: string, b: string): boolean {
  try {
    return isDeepStrictEqual(JSON.parse(a), JSON.parse(b))
  } catch {
    return false
  }
}
