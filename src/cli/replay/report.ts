import { quote } from '../../diagnostics/format.ts'
import type { Difference, ReplayCase } from './replay-case.ts'
import type { CaseResult } from './run-case.ts'

/** How much of a text a report shows. */
const ShownText = 400

/** Says what went wrong with a case: the plainest reading that failed, and how many did. */
export function describeFailure(replayCase: ReplayCase, result: CaseResult, file: string): string {
  const [first] = result.failed
  if (first === undefined) return ''
  const { id, line, format, why } = replayCase
  const lines = [`FAIL ${id} (${format}, ${file}:${line}): ${extent(result)}`]
  if (why !== undefined) lines.push(`  why: ${why}`)
  lines.push(`  read ${first.name}:`, ...first.differences.flatMap(describeDifference))
  lines.push(`  text ${quote(textOf(replayCase), ShownText)}`)
  const { cutDependence } = result
  if (cutDependence !== undefined) {
    const { text, reading, differences } = cutDependence
    lines.push(
      `  shortest text found whose message depends on the cut: ${quote(text, ShownText)}, ${reading}:`,
      ...differences.flatMap(describeDifference),
    )
  }
  return lines.join('\n')
}

/** The cases that were not run, by format, the most frequent first. */
export function describeSkipped(
  unknown: ReadonlyMap<string, number>,
  disputed: number,
): readonly string[] {
  const rows = [...unknown].toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
  const width = Math.max(0, ...rows.map(([format]) => format.length))
  return [
    ...(disputed === 0 ? [] : [`skipped as disputed: ${disputed}`]),
    ...(rows.length === 0 ? [] : ['skipped, as their format is not known:']),
    ...rows.map(([format, count]) => `  ${format.padEnd(width)}  ${count}`),
  ]
}

function extent({ failed, readings }: CaseResult): string {
  if (failed.length === readings) return `in all ${readings} readings`
  return `in ${failed.length} of ${readings} readings`
}

function describeDifference({ path, expected, got }: Difference): string[] {
  return [`    ${path}`, `      expected ${expected}`, `      got      ${got}`]
}

function textOf({ pieces }: ReplayCase): string {
  const utf8 = new TextDecoder()
  return pieces
    .map((piece) => {
      if (typeof piece === 'string') return piece
      return piece instanceof Uint8Array ? utf8.decode(piece) : piece.text
    })
    .join('')
}
