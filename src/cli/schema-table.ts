import type { ReportEntry } from '../schema/report.ts'

const mostWidth = 48

/** Entries of a report as a table: what became of a keyword, where it stands, and why. */
export function schemaTable(entries: readonly ReportEntry[]): string {
  const rows = entries.map(({ path, keyword, effect, reason }) => [
    effect,
    path === '' ? '/' : path,
    keyword === '' ? '(schema)' : keyword,
    reason,
  ])
  const widths = [0, 1, 2].map((column) =>
    Math.min(mostWidth, Math.max(0, ...rows.map((row) => row[column]?.length ?? 0))),
  )
  return rows
    .map((row) =>
      row
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .map((line) => `${line}\n`)
    .join('')
}
