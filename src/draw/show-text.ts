/** Longer texts are cut in a box; the whole one is its title. */
const MaxShown = 48

/** A text in quotes, its controls as JSON writes them. */
export function showText(text: string): string {
  return visible(JSON.stringify(text))
}

/** A text that a reader can see all of: what has no picture of its own is written as an escape. */
export function visible(text: string): string {
  return text.replace(invisible, escapeChar)
}

/** What has no picture, or moves what stands around it: controls, marks of direction, odd blanks. */
const invisible = /[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu

function escapeChar(char: string): string {
  return `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`
}

/** A text for a box, cut where it is too long. */
export function shorten(text: string): string {
  const points = Array.from(text)
  return points.length <= MaxShown ? text : `${points.slice(0, MaxShown - 1).join('')}…`
}

/** How many columns of a monospaced font a text takes: wide characters and emoji take two. */
export function columnsOf(text: string): number {
  let columns = 0
  for (const char of text) columns += isWide(char.codePointAt(0) ?? 0) ? 2 : 1
  return columns
}

/** The blocks of wide characters of Unicode's East Asian Width, and of emoji. */
const wide: readonly (readonly [from: number, to: number])[] = [
  [0x1100, 0x115f],
  [0x2190, 0x27bf],
  [0x2b00, 0x2bff],
  [0x2e80, 0xa4cf],
  [0xa960, 0xa97f],
  [0xac00, 0xd7ff],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe6f],
  [0xff00, 0xff60],
  [0xffe0, 0xffe6],
  [0x16fe0, 0x18aff],
  [0x1b000, 0x1b2ff],
  [0x1f000, 0x1faff],
  [0x20000, 0x3ffff],
]

function isWide(point: number): boolean {
  // Nearly all texts are ASCII.
  return point >= 0x1100 && wide.some(([from, to]) => from <= point && point <= to)
}

/** A text inside XML and HTML, attributes included. */
export function escapeMarkup(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)
}
