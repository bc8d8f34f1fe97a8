/** A piece of a GBNF text; white space between pieces is left out. */
export interface TextToken {
  readonly kind: 'comment' | 'define' | 'name' | 'open' | 'close' | 'bar' | 'repeat' | 'item'
  readonly text: string
  /** Whether a line break stands before it. */
  readonly breaks: boolean
  /** Whether an empty line stands before it. */
  readonly gap: boolean
}

// Sticky, so that each piece is found where the one before ended: the work is linear.
const pieces =
  /#[^\n\r]*|::=|[A-Za-z0-9-]+|"(?:\\.|[^"\\])*"|\[(?:\\.|[^\]\\])*\]|!?<(?:\\.|[^>\\])*>|\{[^}]*\}|[*+?|().]/suy

/** Takes a text apart; null where something stands that GBNF has no piece for. */
export function tokensOfText(text: string): TextToken[] | null {
  const tokens: TextToken[] = []
  for (let at = 0; ; ) {
    const start = at
    while (at < text.length && ' \t\n\r'.includes(text[at] ?? '')) at++
    if (at >= text.length) return tokens
    const between = text.slice(start, at).replaceAll('\r\n', '\n').replaceAll('\r', '\n')
    pieces.lastIndex = at
    const found = pieces.exec(text)?.[0]
    if (found === undefined) return null
    at += found.length
    const lines = between.split('\n').length - 1
    tokens.push({ kind: kindOf(found), text: found, breaks: lines > 0, gap: lines > 1 })
  }
}

function kindOf(text: string): TextToken['kind'] {
  if (text.startsWith('#')) return 'comment'
  if (text === '::=') return 'define'
  if (text === '(') return 'open'
  if (text === ')') return 'close'
  if (text === '|') return 'bar'
  if (/^[*+?{]/.test(text)) return 'repeat'
  return /^[A-Za-z0-9-]/.test(text) ? 'name' : 'item'
}
