/** How a family's JSON differs from JSON. */
export interface LooseJsonSyntax {
  /** Keys may stand bare, right behind `{` or `,`. */
  readonly unquotedKeys: boolean
  /** Pairs of texts that stand for the quotes of strings without escapes. */
  readonly stringDelims: readonly (readonly [open: string, close: string])[]
}

/** JSON text of a family's own JSON: strings between delimiters and bare keys are quoted. */
export function looseJsonText(text: string, syntax: LooseJsonSyntax): string {
  const { unquotedKeys, stringDelims } = syntax
  if (!unquotedKeys && stringDelims.length === 0) return text
  const parts: string[] = []
  let at = 0
  let from = 0
  const flush = (): void => void parts.push(text.slice(from, at))
  while (at < text.length) {
    const pair = stringDelims.find(([open]) => text.startsWith(open, at))
    const close = pair === undefined ? -1 : text.indexOf(pair[1], at + pair[0].length)
    if (pair !== undefined && close >= 0) {
      flush()
      parts.push(JSON.stringify(text.slice(at + pair[0].length, close)))
      at = from = close + pair[1].length
    } else if (text[at] === '"') at = stringEnd(text, at)
    else if (unquotedKeys && (text[at] === '{' || text[at] === ',')) {
      at += 1
      const key = bareKey(text, at)
      if (key === '') continue
      flush()
      parts.push(JSON.stringify(key))
      at = from = at + key.length
    } else at += 1
  }
  flush()
  return parts.join('')
}

function stringEnd(text: string, open: number): number {
  let at = open + 1
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at + 1
}

/** A word directly at `at` that a colon follows. */
function bareKey(text: string, at: number): string {
  let end = at
  while (end < text.length && /[\w$-]/.test(text.charAt(end))) end += 1
  let colon = end
  while (/\s/.test(text.charAt(colon))) colon += 1
  return text[colon] === ':' ? text.slice(at, end) : ''
}
