/** A member of a JSON object: its name, decoded, and the text of its value. */
export interface JsonMember {
  readonly name: string
  readonly value: string
}

/**
 * The members of a JSON object, in its order and with their values as they are written: numbers keep
 * their digits, and a name may come twice. Null for a text that is no JSON object.
 */
export function jsonMembers(text: string): JsonMember[] | null {
  if (!isJsonObject(text)) return null
  const members: JsonMember[] = []
  let at = text.indexOf('{') + 1
  for (;;) {
    const open = text.indexOf('"', at)
    if (open < 0) return members
    const close = stringEnd(text, open)
    const colon = text.indexOf(':', close)
    const end = valueEnd(text, colon + 1)
    members.push({
      name: decodeString(text.slice(open, close)),
      value: text.slice(colon + 1, end).trim(),
    })
    at = end + 1
  }
}

/** The text that a JSON string says; null for any other value. */
export function jsonStringText(value: string): string | null {
  return value.startsWith('"') ? decodeString(value) : null
}

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}

function decodeString(text: string): string {
  const value: unknown = JSON.parse(text)
  return typeof value === 'string' ? value : text
}

/** Behind the closing quote of the string that begins at `start`. */
function stringEnd(text: string, start: number): number {
  let at = start + 1
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at + 1
}

/** Where the value ends that begins at `start`: at the comma or the brace of the object around it. */
function valueEnd(text: string, start: number): number {
  let depth = 0
  let at = start
  while (at < text.length) {
    const char = text[at]
    if (char === '"') {
      at = stringEnd(text, at)
      continue
    }
    if (depth === 0 && (char === ',' || char === '}')) return at
    if (char === '{' || char === '[') depth++
    else if (char === '}' || char === ']') depth--
    at++
  }
  return at
}
