/** JSON text being laid out anew as it grows: no white space but one space behind each comma and colon. */
export interface Spacer {
  inString: boolean
  escaped: boolean
}

/** Starts at the beginning of a JSON text. */
export function createSpacer(): Spacer {
  return { inString: false, escaped: false }
}

/** Lays out more text. Strings and numbers stay as they are. */
export function spaceJson(spacer: Spacer, text: string): string {
  const parts: string[] = []
  let from = 0
  for (let i = 0; i < text.length; i++) {
    const char = text.charAt(i)
    if (spacer.inString) {
      if (spacer.escaped) spacer.escaped = false
      else if (char === '\\') spacer.escaped = true
      else if (char === '"') spacer.inString = false
      continue
    }
    if (char === '"') spacer.inString = true
    else if (char === ',' || char === ':') {
      parts.push(text.slice(from, i + 1), ' ')
      from = i + 1
    } else if (char === ' ' || char === '\n' || char === '\r' || char === '\t') {
      parts.push(text.slice(from, i))
      from = i + 1
    }
  }
  parts.push(text.slice(from))
  return parts.join('')
}
