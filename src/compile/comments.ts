import { isHigh } from '../util/surrogates.ts'

/** A text in a comment, as a literal: on one line, and not too long. */
export function inComment(text: string): string {
  return oneLine(JSON.stringify(text.slice(0, 40)))
}

/** Text on one line, of so many UTF-16 units at most: the last is `…` where some are left out. */
export function clipped(text: string, length: number): string {
  const line = oneLine(text)
  if (line.length <= length) return line
  // Half a surrogate pair is no text that a file can hold.
  const end = isHigh(line.charCodeAt(length - 2)) ? length - 2 : length - 1
  return `${line.slice(0, end)}…`
}

/** Text for a comment that ends with its line. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\u0000-\u001f\u007f\u2028\u2029]/g, ' ')
}
