/** Where in a JSON text a check stands. */
export const Mode = {
  /** A value must come. */
  value: 0,
  /** A value or the array's end. */
  first: 1,
  /** A key or the object's end. */
  firstKey: 2,
  /** A key must come. */
  key: 3,
  colon: 4,
  /** A comma or the container's end; only white space after the outermost value. */
  after: 5,
  string: 6,
  escape: 7,
  /** Hexadecimal digits of a `\u`; `left` counts them down. */
  hex: 8,
  /** A word: `left` characters of it are still to come. */
  word: 9,
  minus: 10,
  zero: 11,
  digits: 12,
  point: 13,
  fraction: 14,
  exponent: 15,
  exponentSign: 16,
  exponentDigits: 17,
  failed: 18,
} as const

/** A JSON text being checked as it grows. Costs each character once, whatever came before. */
export interface JsonCheck {
  mode: number
  /** The open containers, outermost first: true for an object. */
  readonly objects: boolean[]
  /** The string that is open is a key. */
  isKey: boolean
  word: string
  left: number
  /** The outermost value is an object. */
  isObject: boolean
}

/** Starts a check at the beginning of a JSON text. */
export function createJsonCheck(): JsonCheck {
  return { mode: Mode.value, objects: [], isKey: false, word: '', left: 0, isObject: false }
}

/** A check that goes on from the same place, on its own. */
export function copyJsonCheck(check: JsonCheck): JsonCheck {
  return { ...check, objects: [...check.objects] }
}

/** Whether the text so far is one whole JSON object. */
export function isWholeObject(check: JsonCheck): boolean {
  return check.mode === Mode.after && check.objects.length === 0 && check.isObject
}

/** Whether the text so far cannot be closed as it stands: inside a key, a word, a number that goes on. */
export function isOpenEnded({ mode, isKey }: JsonCheck): boolean {
  if (mode === Mode.string) return isKey
  return openEnded.has(mode)
}

/** Whether the outermost value is whole. */
export function isClosed({ mode, objects }: JsonCheck): boolean {
  return mode === Mode.after && objects.length === 0
}

/** Whether the text so far ends inside a string that is no key. */
export function isInString({ mode, isKey }: JsonCheck): boolean {
  return mode === Mode.string && !isKey
}

const openEnded: ReadonlySet<number> = new Set([
  Mode.value,
  Mode.key,
  Mode.colon,
  Mode.escape,
  Mode.hex,
  Mode.word,
  Mode.minus,
  Mode.point,
  Mode.exponent,
  Mode.exponentSign,
])
