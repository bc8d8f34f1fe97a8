/** Python literals being written anew as JSON, piece by piece. */
export interface PythonText {
  /** The quote of the string that is open, one or three; or none. */
  quote: string
  /** An escape that has begun. */
  escape: string
  /** The word that has begun, as `Tru`. */
  word: string
  /** What waits for the next character: a comma that may be the last, the end of `''` that may be `'''`. */
  held: string
  /** A string has just opened: a second quote ends it, or is the second of three. */
  fresh: boolean
  /** How many quotes in a row may be the end of a string in three. */
  closing: number
}

/** Starts outside of any string. */
export function createPythonText(): PythonText {
  return { quote: '', escape: '', word: '', held: '', fresh: false, closing: 0 }
}

const words = [
  ['None', 'null'],
  ['True', 'true'],
  ['False', 'false'],
] as const

/**
 * JSON for the next piece of a Python literal: strings in double quotes, `None`, `True` and `False` in
 * JSON's words, tuples as arrays, no comma before a closing bracket. What has been given never changes,
 * however the text is cut; what is no literal comes out as something that is no JSON.
 *
 * @example
 * ```ts
 * pythonToJson(createPythonText(), "{'a': (True, None)}") // '{"a": [true, null]}'
 * ```
 */
export function pythonToJson(state: PythonText, text: string): string {
  let out = ''
  for (const char of text) out += state.quote === '' ? outside(state, char) : inside(state, char)
  return out
}

/** What is left when the literal has ended. */
export function endPython(state: PythonText): string {
  const { held } = state
  state.held = ''
  return held
}

function outside(state: PythonText, char: string): string {
  if (state.held === '') return plain(state, char)
  // The end of an empty string: a third quote makes it the beginning of a longer one.
  if (state.held === '"' && char === state.word) {
    state.quote = char.repeat(3)
    state.held = ''
    state.word = ''
    return ''
  }
  if (state.held.startsWith(',') && isSpace(char)) {
    state.held += char
    return ''
  }
  const held = endPython(state)
  if (held === '"') state.word = ''
  const isLast = held.startsWith(',') && (char === ']' || char === '}' || char === ')')
  return (isLast ? '' : held) + plain(state, char)
}

function plain(state: PythonText, char: string): string {
  if (isLetter(char)) {
    // No word that matters is longer than five letters.
    if (state.word.length < 6) state.word += char
    // A word that has begun like one of Python's is written as JSON's, letter by letter.
    const known = words.find(([name]) => name.startsWith(state.word))
    return known?.[1].charAt(state.word.length - 1) ?? char
  }
  state.word = ''
  if (char === ',') {
    state.held = char
    return ''
  }
  if (char === '"' || char === "'") {
    state.quote = char
    state.fresh = true
    return '"'
  }
  return char === '(' ? '[' : char === ')' ? ']' : char
}

function isLetter(char: string): boolean {
  return (char >= 'a' && char <= 'z') || (char >= 'A' && char <= 'Z')
}

function isSpace(char: string): boolean {
  return char === ' ' || char === '\n' || char === '\r' || char === '\t'
}

function inside(state: PythonText, char: string): string {
  const { fresh, quote } = state
  state.fresh = false
  if (state.escape !== '') return escaped(state, char)
  if (char === quote) {
    state.quote = ''
    if (!fresh) return '"'
    state.held = '"'
    state.word = char
    return ''
  }
  if (quote.length === 3 && quote.startsWith(char)) return closingQuote(state)
  const before = inJson(quote.slice(0, state.closing))
  state.closing = 0
  if (char !== '\\') return before + inJson(char)
  state.escape = char
  return before
}

/** One more of the three quotes that end a string. */
function closingQuote(state: PythonText): string {
  state.closing++
  if (state.closing < 3) return ''
  state.quote = ''
  state.closing = 0
  state.word = ''
  return '"'
}

/** Python's escapes that JSON does not have; those of one character that both have pass. */
const own: Readonly<Record<string, string>> = { "'": "'", '\n': '', a: '\u0007', v: '\v' }
const shared = '"\\/bfnrt'
/** How long an escape by number is: `\x41`, `\u0041`, `\U0001f600`. */
const lengths: Readonly<Record<string, number>> = { x: 4, u: 6, U: 10 }

/** Ends an escape, or goes on with it. One that Python does not know stands for itself. */
function escaped(state: PythonText, char: string): string {
  const whole = state.escape + char
  const kind = whole.charAt(1)
  const length = lengths[kind] ?? 2
  if (whole.length < length) {
    state.escape = whole
    return ''
  }
  state.escape = ''
  if (length === 2) return shared.includes(char) ? whole : inJson(own[char] ?? whole)
  const digits = whole.slice(2)
  if (!/^[0-9a-fA-F]+$/.test(digits)) return inJson(whole)
  // Halves of surrogate pairs are put together by whoever reads the JSON.
  if (kind === 'u') return whole
  const point = Number.parseInt(digits, 16)
  return inJson(point > 0x10ffff ? whole : String.fromCodePoint(point))
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}
