/**
 * An object's JSON text with only the last of the members that have the same name, each in the place
 * of its first. What is not an object's text is given back as it is.
 */
export function keepLastMembers(json: string, comma: string): string {
  const members = membersOf(json)
  if (members === null) return json
  const byName = new Map<string, string>()
  for (const { name, text } of members) byName.set(name, text)
  if (byName.size === members.length) return json
  return `{${[...byName.values()].join(comma)}}`
}

interface Member {
  readonly name: string
  readonly text: string
}

/** The members of an object by its commas, colons and brackets; the text is known to be valid. */
function membersOf(json: string): Member[] | null {
  if (!json.startsWith('{') || !json.endsWith('}')) return null
  const members: Member[] = []
  let depth = 0
  let from = 1
  let colon = -1
  const end = (at: number): void => {
    const text = json.slice(from, at).trim()
    if (colon >= 0) members.push({ name: decodeName(json.slice(from, colon).trim()), text })
    from = at + 1
    colon = -1
  }
  for (let i = 0; i < json.length; i++) {
    const char = json.charAt(i)
    if (char === '"') i = endOfString(json, i)
    else if (char === '{' || char === '[') depth++
    else if (char === '}' || char === ']') {
      if (--depth === 0) end(i)
    } else if (depth === 1 && char === ':') {
      if (colon < 0) colon = i
    } else if (depth === 1 && char === ',') end(i)
  }
  return members
}

/** The index of the quote that closes the string which begins at `start`. */
function endOfString(json: string, start: number): number {
  let i = start + 1
  while (i < json.length && json.charAt(i) !== '"') i += json.charAt(i) === '\\' ? 2 : 1
  return i
}

function decodeName(name: string): string {
  try {
    return String(JSON.parse(name))
  } catch {
    return name
  }
}
