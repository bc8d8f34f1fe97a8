// What two renderings have in common, cut where a marker begins or ends: never inside `<…>` or `[…]`.

/** How many characters two texts have in common at their beginnings. */
export function shared(a: string, b: string): number {
  let length = 0
  while (length < a.length && length < b.length && a[length] === b[length]) length += 1
  return length
}

/** How many characters two texts have in common at their ends. */
export function sharedEnd(a: string, b: string): number {
  let length = 0
  while (length < a.length && length < b.length && a.at(-1 - length) === b.at(-1 - length)) {
    length += 1
  }
  return length
}

/** Where the marker begins that a place stands inside of, no earlier than `floor`; else the place. */
export function markerStart(text: string, at: number, floor = 0): number {
  const before = text.slice(floor, at)
  const open = Math.max(before.lastIndexOf('<'), before.lastIndexOf('['))
  const close = Math.max(before.lastIndexOf('>'), before.lastIndexOf(']'))
  return open > close ? floor + firstOfRun(before, open) : at
}

/** Where the run of one character begins that holds a place: brackets may be doubled. */
function firstOfRun(text: string, at: number): number {
  let start = at
  while (start > 0 && text[start - 1] === text[at]) start -= 1
  return start
}

/** The common beginning of two texts, without a marker that both only begin. */
export function commonStart(a: string, b: string): string {
  const text = a.slice(0, shared(a, b))
  const cut = markerStart(text, text.length)
  return cut === text.length ? text : text.slice(0, cut).trimEnd()
}

/** The common end of two texts, from where a marker begins. */
export function commonEnd(a: string, b: string): string {
  const text = a.slice(a.length - sharedEnd(a, b))
  const open = /[<[]/.exec(text)?.index ?? text.length
  const close = /[>\]]/.exec(text)?.index ?? text.length
  return close < open ? text.slice(open) : text
}

/** A text before and after the first occurrence of another; all before it when there is none. */
export function split(text: string, by: string): readonly [string, string] {
  const at = by === '' ? -1 : text.indexOf(by)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + by.length)]
}

const marker = /<+[^<>]*>+|\[+[^[\]]*\]+/

/** The first marker of a text, `<…>` or `[…]`, or with these doubled; the first word where there is none. */
export function firstMarker(text: string): string {
  return marker.exec(text)?.[0] ?? /\S+/.exec(text)?.[0] ?? ''
}

/** The marker that a text ends with, and the white space behind it; nothing when it ends otherwise. */
export function lastMarker(text: string): string {
  const trimmed = text.trimEnd()
  const open = { '>': '<', ']': '[' }[trimmed.at(-1) ?? '']
  const at = open === undefined ? -1 : trimmed.lastIndexOf(open)
  return at < 0 ? '' : text.slice(firstOfRun(text, at))
}

/** The white space that a text ends with. */
export function spaceAfter(text: string): string {
  return text.slice(text.trimEnd().length)
}

/** The white space that a text begins with. */
export function spaceBefore(text: string): string {
  return text.slice(0, text.length - text.trimStart().length)
}
