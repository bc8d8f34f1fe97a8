/** Where a text with XML's entities stands. */
export interface EntityText {
  /** An entity that has begun. */
  entity: string
}

/** The five that XML has by itself. */
const named: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
}

/** The longest that is waited for, as `&#x10ffff;`. */
const maxLength = 10

/**
 * More of a text, its entities as the characters that they mean. What only begins like one is text.
 *
 * @example
 * ```ts
 * unescapeEntities({ entity: '' }, 'a &lt; b &#38; c') // 'a < b & c'
 * ```
 */
export function unescapeEntities(state: EntityText, text: string): string {
  let out = ''
  for (const char of text) {
    if (char === '&') {
      out += state.entity
      state.entity = char
    } else if (state.entity === '') out += char
    else {
      state.entity += char
      if (char === ';' || state.entity.length >= maxLength) out += endEntities(state)
    }
  }
  return out
}

/** Says that no more text follows. */
export function endEntities(state: EntityText): string {
  const { entity } = state
  state.entity = ''
  return named[entity] ?? byNumber(entity) ?? entity
}

function byNumber(entity: string): string | null {
  const match = /^&#(?:x([0-9a-fA-F]+)|([0-9]+));$/.exec(entity)
  if (match === null) return null
  const point = match[1] === undefined ? Number(match[2]) : Number.parseInt(match[1], 16)
  const isChar = point > 0 && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff)
  return isChar ? String.fromCodePoint(point) : null
}
