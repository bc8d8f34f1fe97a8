/** A place in a pattern; code points are taken whole. */
export interface Cursor {
  readonly source: string
  at: number
  /** The next code point as text, empty at the end. */
  peek(): string
  /** Takes the next code point. */
  take(): string
  /** Takes a text if it is next. */
  eat(text: string): boolean
  /** Takes decimal digits; `null` if there are none. A value too large to matter is clipped. */
  number(): number | null
  /** Takes exactly so many hexadecimal digits; `null`, and nothing taken, if there are fewer. */
  hex(count: number): number | null
}

const clipped = 1_000_000_000

/** A cursor at the beginning of a pattern. */
export function createCursor(source: string): Cursor {
  const cursor: Cursor = {
    source,
    at: 0,
    peek() {
      const point = source.codePointAt(cursor.at)
      return point === undefined ? '' : String.fromCodePoint(point)
    },
    take() {
      const char = cursor.peek()
      cursor.at += char.length
      return char
    },
    eat(text) {
      if (!source.startsWith(text, cursor.at)) return false
      cursor.at += text.length
      return true
    },
    number() {
      const start = cursor.at
      let value = 0
      for (let unit = source.charCodeAt(cursor.at); unit >= 0x30 && unit <= 0x39;) {
        value = Math.min(clipped, value * 10 + unit - 0x30)
        unit = source.charCodeAt(++cursor.at)
      }
      return cursor.at === start ? null : value
    },
    hex(count) {
      const digits = source.slice(cursor.at, cursor.at + count)
      if (digits.length < count || !/^[0-9a-fA-F]+$/.test(digits)) return null
      cursor.at += count
      return Number.parseInt(digits, 16)
    },
  }
  return cursor
}
