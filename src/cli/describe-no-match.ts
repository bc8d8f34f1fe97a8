import { diagnose } from '../diagnostics/diagnostic.ts'
import { formatDiagnostic } from '../diagnostics/format.ts'
import type { ParseFailure } from '../machine/result.ts'

/** A failure with its place in the text, and what was expected there. */
export function describeNoMatch(failure: ParseFailure, text: string): string {
  const { code, offset, expected, found, hint } = failure
  const what = expected.map((each) => {
    if (each.kind === 'literal') return JSON.stringify(each.text)
    if (each.kind === 'end') return 'the end of the text'
    return each.kind === 'rule' ? each.name : each.label
  })
  const list = what.length > 1 ? `${what.slice(0, -1).join(', ')} or ${what.at(-1)}` : what[0]
  const at = found === '' ? 'the end of the text' : JSON.stringify([...found][0])
  const message = list === undefined ? `the text stops at ${at}` : `expected ${list}, found ${at}`
  return formatDiagnostic(
    diagnose(code, message, { offset, ...(hint === undefined ? {} : { hint }) }),
    text,
  )
}
