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

/** The items of a JSON array as they are written. Null for a text that is no JSON array. */
export function jsonItems(text: string): string[] | null {
  if (!Array.isArray(parsed(text))) return null
  const items: string[] = []
  let at = text.indexOf('[') + 1
  for (;;) {
    const end = valueEnd(text, at)
    const item = text.slice(at, end).trim()
    if (item !== '') items.push(item)
    if (text[end] !== ',') return items
    at = end + 1
  }
}

/** The text that a JSON string says; null for any other value. */
export function jsonStringText(value: string): string | null {
  return value.startsWith('"') ? decodeString(value) : null
}

function isJsonObject(text: string): boolean {
  const value = parsed(text)
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
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

/** Where the value ends that begins at `start`: at the comma or the bracket of what is around it. */
function valueEnd(text: string, start: number): number {
  let depth = 0
  let at = start
  while (at < text.length) {
    const char = text[at]
    if (char === '"') {
      at = stringEnd(text, at)
      continue
    }
    if (depth === 0 && (char === ',' || char === '}' || char === ']')) return at
    if (char === '{' || char === '[') depth++
    else if (char === '}' || char === ']') depth--
    at++
  }
  return at
}
