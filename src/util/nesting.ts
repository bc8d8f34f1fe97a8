/** A stretch of a source whose brackets are text: a literal, a class, a comment. */
export interface Stretch {
  readonly open: string
  readonly close: string
  /** A backslash takes the next character with it. */
  readonly escapes?: boolean
  /** The end of the line ends it too. */
  readonly inLine?: boolean
}

/** What of a source is brackets and what is not. */
export interface BracketSyntax {
  readonly stretches: readonly Stretch[]
  readonly opening: string
  readonly closing: string
}

/**
 * Where a bracket stands inside more than `max` others; `null` where none does. Recursive parsers are
 * asked only after this. Reads on behind what is not closed as those do, up to their first error.
 */
export function findTooDeep(source: string, syntax: BracketSyntax, max: number): number | null {
  let depth = 0
  for (let i = 0; i < source.length; i++) {
    const char = source.charAt(i)
    const stretch = stretchAt(source, i, syntax)
    if (stretch !== undefined) i = endOf(source, i, stretch)
    else if (syntax.closing.includes(char)) depth--
    else if (syntax.opening.includes(char) && ++depth > max) return i
  }
  return null
}

/** The first stretch that the end of the source cuts off; `null` where each is closed. */
export function findUnclosed(
  source: string,
  syntax: BracketSyntax,
): { readonly stretch: Stretch; readonly offset: number } | null {
  for (let i = 0; i < source.length; i++) {
    const stretch = stretchAt(source, i, syntax)
    if (stretch === undefined) continue
    const offset = i
    i = endOf(source, i, stretch)
    if (i >= source.length) return { stretch, offset }
  }
  return null
}

function stretchAt(source: string, at: number, { stretches }: BracketSyntax): Stretch | undefined {
  return stretches.find(({ open }) => source.startsWith(open, at))
}

/** The last character of a stretch, or the length of the source. */
function endOf(source: string, from: number, { open, close, escapes, inLine }: Stretch): number {
  let i = from + open.length
  while (i < source.length && !source.startsWith(close, i)) {
    if (inLine === true && source[i] === '\n') return i
    i += escapes === true && source[i] === '\\' ? 2 : 1
  }
  return i < source.length ? i + close.length - 1 : source.length
}
