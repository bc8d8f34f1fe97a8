import { toWellFormed } from '../util/well-formed.ts'
import type { Diagnostic } from './diagnostic.ts'

/** Quotes text for a message: JSON escapes, at most `limit` characters. */
export function quote(text: string, limit = 40): string {
  const points = [...text]
  return JSON.stringify(points.length > limit ? `${points.slice(0, limit).join('')}…` : text)
}

/**
 * Writes a diagnostic as text: the header, where it stands, a caret under the source when one is
 * given, notes, and one hint that says what to do.
 *
 * @example
 * ```ts
 * const reading = readGbnf('root ::= "a" | my_rule')
 * reading.diagnostics.map((found) => formatDiagnostic(found))[0] // 'error[gbnf-syntax]: …'
 * ```
 */
export function formatDiagnostic(diagnostic: Diagnostic, source?: string): string {
  const lines = [`${diagnostic.severity}[${diagnostic.code}]: ${diagnostic.message}`]
  const place = describePlace(diagnostic, source)
  if (place !== '') lines.push(`  --> ${place}`)
  if (source !== undefined && diagnostic.offset !== undefined) {
    lines.push(...excerpt(source, diagnostic.offset))
  }
  for (const note of diagnostic.related ?? []) lines.push(`  note: ${note}`)
  if (diagnostic.hint !== undefined) lines.push(`  hint: ${diagnostic.hint}`)
  return lines.join('\n')
}

/**
 * Writes several diagnostics, one after the other.
 *
 * @example
 * ```ts
 * formatDiagnostics(readGbnf('root ::= "a" | my_rule').diagnostics) // 'error[gbnf-syntax]: …'
 * ```
 */
export function formatDiagnostics(diagnostics: readonly Diagnostic[], source?: string): string {
  return diagnostics.map((d) => formatDiagnostic(d, source)).join('\n')
}

/** The 1-based line and column of an offset; columns count UTF-16 code units. */
export function lineAndColumn(source: string, offset: number): { line: number; column: number } {
  let line = 1
  let start = 0
  for (let at = source.indexOf('\n'); at >= 0 && at < offset; at = source.indexOf('\n', at + 1)) {
    line++
    start = at + 1
  }
  return { line, column: offset - start + 1 }
}

function describePlace(diagnostic: Diagnostic, source: string | undefined): string {
  const parts: string[] = []
  const { path, rule } = diagnostic
  // A path of rules begins with its rule; a pointer does not say of which schema it is.
  if (path?.startsWith('/') === true && rule !== undefined) parts.push(`${rule} ${path}`)
  else if (path !== undefined || rule !== undefined) parts.push(path ?? rule ?? '')
  if (diagnostic.offset !== undefined && source !== undefined) {
    const { line, column } = lineAndColumn(source, diagnostic.offset)
    parts.push(`${line}:${column}`)
  } else if (diagnostic.line !== undefined) {
    parts.push(`${diagnostic.line}:${diagnostic.column ?? 1}`)
  } else if (diagnostic.offset !== undefined) parts.push(`offset ${diagnostic.offset}`)
  return parts.join(' at ')
}

function excerpt(source: string, offset: number): string[] {
  const { line, column } = lineAndColumn(source, offset)
  const start = offset - column + 1
  const end = source.indexOf('\n', offset)
  const text = source.slice(start, end < 0 ? source.length : end)
  // A long line is cut around the caret, so that a message never holds a whole model output.
  const from = Math.max(0, column - 1 - 40)
  const shown = text.slice(from, from + 80)
  const gutter = String(line)
  return [
    `${' '.repeat(gutter.length)} |`,
    `${gutter} | ${toWellFormed(shown)}`,
    `${' '.repeat(gutter.length)} | ${' '.repeat(column - 1 - from)}^`,
  ]
}
