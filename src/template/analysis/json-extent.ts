/** A JSON value inside a text: where it begins and ends, and what it is. */
export interface JsonExtent {
  readonly start: number
  readonly end: number
  readonly value: unknown
}

/** The JSON objects and lists of a text that have no other around them, in order. */
export function jsonExtents(text: string): JsonExtent[] {
  const found: JsonExtent[] = []
  for (let start = 0; start < text.length; start++) {
    if (text[start] !== '{' && text[start] !== '[') continue
    const end = closingBracket(text, start)
    const value = end === null ? undefined : parsed(text.slice(start, end))
    if (end === null || value === undefined) continue
    found.push({ start, end, value })
    start = end - 1
  }
  return found
}

/** Behind the bracket that closes the one at `start`; null when none does. */
function closingBracket(text: string, start: number): number | null {
  let depth = 0
  let isString = false
  for (let at = start; at < text.length; at++) {
    const char = text[at]
    if (isString) {
      if (char === '\\') at++
      else if (char === '"') isString = false
    } else if (char === '"') isString = true
    else if (char === '{' || char === '[') depth++
    else if (char === '}' || char === ']') {
      depth--
      if (depth === 0) return at + 1
    }
  }
  return null
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Whether a value is a JSON object. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
