/** Text as it stands between the quotes of a JSON string; beyond ASCII it stays as it is. */
export function escapeJson(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}

/** The length of a text without the white space that JSON allows at its end. */
export function lengthWithoutBlanks(text: string): number {
  let end = text.length
  while (end > 0 && isJsonBlank(text.charCodeAt(end - 1))) end--
  return end
}

/** Whether a text is white space only, or empty. */
export function isBlank(text: string): boolean {
  return text.trim() === ''
}

function isJsonBlank(unit: number): boolean {
  return unit === 32 || unit === 10 || unit === 13 || unit === 9
}

/** A JSON string being decoded as it grows, with its quotes or without them. */
export interface Unescaper {
  place: 'before' | 'quoted' | 'bare' | 'behind'
  /** An escape that has begun. */
  pending: string
  /** A high surrogate, written as an escape, that waits for its other half. */
  high: string
}

/** Starts a decoding at the beginning of a JSON string. */
export function createUnescaper(): Unescaper {
  return { place: 'before', pending: '', high: '' }
}

/** Decodes more of the string. What follows its closing quote is left out. */
export function unescapeJson(state: Unescaper, text: string): string {
  let rest = state.pending + text
  state.pending = ''
  if (state.place === 'before') {
    rest = rest.trimStart()
    if (rest === '') return ''
    state.place = rest.startsWith('"') ? 'quoted' : 'bare'
    if (state.place === 'quoted') rest = rest.slice(1)
  }
  return state.place === 'behind' ? '' : decode(state, rest)
}

/** Says that the string has ended: half a surrogate pair becomes U+FFFD. */
export function endUnescape(state: Unescaper): string {
  const out = state.high === '' ? '' : '\ufffd'
  state.high = ''
  return out
}

function decode(state: Unescaper, text: string): string {
  const parts: string[] = []
  let at = 0
  while (at < text.length) {
    const next = nextSpecial(state, text, at)
    if (next > at) parts.push(endUnescape(state) + text.slice(at, next))
    if (next === text.length) break
    if (text[next] === '"') {
      state.place = 'behind'
      break
    }
    const length = text[next + 1] === 'u' ? 6 : 2
    if (text.length < next + length) {
      state.pending = text.slice(next)
      break
    }
    parts.push(join(state, decodeEscape(text.slice(next, next + length))))
    at = next + length
  }
  return parts.join('')
}

function nextSpecial(state: Unescaper, text: string, from: number): number {
  for (let i = from; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit === 92 || (unit === 34 && state.place === 'quoted')) return i
  }
  return text.length
}

const escapes: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
}

function decodeEscape(escape: string): string {
  if (escape.length === 6) {
    const digits = escape.slice(2)
    // Not hexadecimal: kept as it stands, so that nothing is lost.
    if (!/^[0-9a-fA-F]{4}$/.test(digits)) return escape
    return String.fromCharCode(Number.parseInt(digits, 16))
  }
  const char = escape.slice(1)
  return escapes[char] ?? char
}

/** Puts escaped halves of a surrogate pair together. */
function join(state: Unescaper, text: string): string {
  const unit = text.length === 1 ? text.charCodeAt(0) : 0
  if (unit >= 0xdc00 && unit < 0xe000) {
    const pair = state.high === '' ? '\ufffd' : state.high + text
    state.high = ''
    return pair
  }
  const before = endUnescape(state)
  if (unit < 0xd800 || unit >= 0xdc00) return before + text
  state.high = text
  return before
}

/** What the inside of a JSON string says; the text itself where it cannot be read. */
export function decodeJson(text: string): string {
  if (!text.includes('\\')) return text
  try {
    const value: unknown = JSON.parse(`"${text}"`)
    return typeof value === 'string' ? value : text
  } catch {
    return text
  }
}

/** The length of a text without the white space at its end. */
export function solidLength(text: string): number {
  let length = text.length
  while (length > 0 && isSpace(text.charCodeAt(length - 1))) length--
  return length
}

function isSpace(unit: number): boolean {
  return unit === 32 || (unit >= 9 && unit <= 13)
}
