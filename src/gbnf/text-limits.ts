import { diagnose, type Diagnostic } from '../diagnostics/diagnostic.ts'

/** Bounds on a GBNF text that is read. */
export interface ReadLimits {
  /** UTF-16 code units; 4 Mi unless told. */
  readonly maxLength?: number
  /** Parentheses inside each other; 256 unless told. */
  readonly maxDepth?: number
}

/**
 * Looks a text over before the recursive parser gets it: its length, and how deep its parentheses
 * go. Skips literals, classes, tokens and comments as the parser will, up to the parser's first error.
 */
export function checkTextLimits(text: string, limits: ReadLimits): Diagnostic | null {
  const { maxLength = 4 * 1024 * 1024, maxDepth = 256 } = limits
  if (text.length > maxLength) {
    const hint = 'raise maxLength if the grammar is to be that long'
    const message = `the text has ${text.length} characters, more than ${maxLength}`
    return diagnose('gbnf-size-limit', message, { hint })
  }
  let depth = 0
  for (let i = 0; i < text.length; i++) {
    const char = text[i]
    if (char === '"') i = skip(text, i, '"')
    else if (char === '[') i = skip(text, i, ']')
    else if (char === '<') i = skipTo(text, i, '>')
    else if (char === '#') i = skipTo(text, i, '\n')
    else if (char === ')') depth--
    else if (char === '(' && ++depth > maxDepth) {
      const hint = 'give inner parts rules of their own'
      const message = `parentheses go deeper than ${maxDepth}`
      return diagnose('gbnf-size-limit', message, { offset: i, hint })
    }
  }
  return null
}

/** Where a literal or a class begins that is not closed; null when all are. */
export function findOpened(text: string): number | null {
  for (let i = 0; i < text.length; i++) {
    const char = text[i]
    const start = i
    if (char === '"') i = skip(text, i, '"')
    else if (char === '[') i = skip(text, i, ']')
    else if (char === '<') i = skipTo(text, i, '>')
    else if (char === '#') i = skipTo(text, i, '\n')
    if (i >= text.length && (char === '"' || char === '[')) return start
  }
  return null
}

// To the unescaped closing character, or to the end of the text.
function skip(text: string, from: number, closing: string): number {
  let i = from + 1
  while (i < text.length && text[i] !== closing) i += text[i] === '\\' ? 2 : 1
  return i
}

function skipTo(text: string, from: number, closing: string): number {
  const end = text.indexOf(closing, from)
  return end < 0 ? text.length : end
}
