import { columnsOf } from './show-text.ts'
import type { Span } from './spans.ts'

/** A row under the text: where it lies, in columns, and what it says. */
interface Row {
  readonly from: number
  readonly to: number
  readonly text: string
}

/**
 * A text with a row under it for each rule and tag that read a part of it, outer ones first: nested
 * spans for a terminal. Longer texts go on in further blocks of `width` columns.
 */
export function printSpans(text: string, spans: readonly Span[], width = 64): string {
  const { shown, columns } = showLine(text)
  const rows = rowsOf(spans, columns)
  const blocks: string[] = []
  for (let from = 0; from < Math.max(1, shown.length); from += width) {
    const to = Math.min(shown.length, from + width)
    const inBlock = rows.filter((row) => row.from < to && row.to > from)
    const lines = inBlock.map((row) => {
      const [start, end] = [Math.max(row.from, from), Math.min(row.to, to)]
      const line = `${' '.repeat(start - from)}${'─'.repeat(end - start)}`
      return `  ${line.padEnd(Math.min(width, shown.length))}  ${row.text}${row.from < from ? ' (goes on)' : ''}`
    })
    blocks.push([`  ${shown.slice(from, to).join('')}`.trimEnd(), ...lines].join('\n'))
  }
  return blocks.join('\n\n')
}

function rowsOf(spans: readonly Span[], columns: readonly number[]): Row[] {
  return spans.flatMap((span) => {
    const inner = rowsOf(span.children, columns)
    if (span.what === 'leaf') return inner
    const [from = 0, to = 0] = [columns[span.start], columns[span.end]]
    return [{ from, to, text: `${span.label}${span.open ? ' …' : ''}` }, ...inner]
  })
}

/** One string a column (wide characters have an empty one behind), and the column of each offset. */
function showLine(text: string): { shown: string[]; columns: number[] } {
  const shown: string[] = []
  const columns: number[] = []
  for (const char of text) {
    for (let unit = 0; unit < char.length; unit++) columns.push(shown.length)
    shown.push(pictureOf(char))
    if (columnsOf(char) === 2) shown.push('')
  }
  columns.push(shown.length)
  return { shown, columns }
}

/** Controls have pictures of their own in Unicode. */
function pictureOf(char: string): string {
  const point = char.codePointAt(0) ?? 0
  if (point < 0x20) return String.fromCodePoint(0x2400 + point)
  return point === 0x7f ? '␡' : /[\p{C}\p{Zl}\p{Zp}]/u.test(char) ? '�' : char
}
