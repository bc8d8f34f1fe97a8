import peggy from 'peggy'
import { diagnose, type Diagnostic } from '../../diagnostics/diagnostic.ts'
import { quote } from '../../diagnostics/format.ts'
import type { PeggyLimits } from './limits.ts'

/** The syntax tree of a Peggy grammar, as `peggy.parser` gives it. */
export type PeggyGrammar = peggy.ast.Grammar

/** Reads a Peggy source; what is wrong with it where it is none. */
export function readPeggy(source: string, limits: PeggyLimits = {}): PeggyGrammar | Diagnostic {
  const tooMuch = findExcess(source, limits)
  if (tooMuch !== null) return tooMuch
  try {
    const grammar: PeggyGrammar = peggy.parser.parse(source, {
      grammarSource: 'grammar',
      reservedWords: peggy.RESERVED_WORDS,
    })
    return grammar
  } catch (error) {
    return syntaxFault(error)
  }
}

function syntaxFault(error: unknown): Diagnostic {
  const message = error instanceof Error ? error.message : String(error)
  const said = message.replace(/\.$/, '')
  const offset = offsetOf(error)
  return diagnose('peggy-syntax', said.charAt(0).toLowerCase() + said.slice(1), {
    ...(offset === null ? {} : { offset }),
    hint: 'rules are written as in Peggy: name = expression',
  })
}

function offsetOf(error: unknown): number | null {
  if (!(error instanceof Error) || !('location' in error)) return null
  const location = error.location as Partial<peggy.LocationRange> | null
  return location?.start?.offset ?? null
}

/** Peggy's parser recurses: what is too long or too deep for it is found before it begins. */
function findExcess(source: string, limits: PeggyLimits): Diagnostic | null {
  const { maxLength = 4 * 1024 * 1024, maxDepth = 256 } = limits
  if (source.length > maxLength) {
    const message = `the grammar has ${source.length} characters, more than ${maxLength}`
    return diagnose('peggy-limit', message, { hint: 'raise maxLength if it is to be that long' })
  }
  let depth = 0
  for (let i = 0; i < source.length; i++) {
    const char = source[i] ?? ''
    if (char === '"' || char === "'") i = skipQuoted(source, i, char)
    else if (char === '[') i = skipQuoted(source, i, ']')
    else if (source.startsWith('//', i)) i = skipTo(source, i, '\n')
    else if (source.startsWith('/*', i)) i = skipTo(source, i + 2, '*/')
    else if (char === ')' || char === '}') depth--
    else if (char === '(' || char === '{') depth++
    if (depth > maxDepth) {
      const message = `${quote(char)} stands inside more than ${maxDepth} others`
      return diagnose('peggy-limit', message, {
        offset: i,
        hint: 'give inner parts rules of their own',
      })
    }
  }
  return null
}

// To the closing character, or to the end of the line, where Peggy's literals end.
function skipQuoted(source: string, from: number, closing: string): number {
  let i = from + 1
  while (i < source.length && source[i] !== closing && source[i] !== '\n') {
    i += source[i] === '\\' ? 2 : 1
  }
  return i
}

function skipTo(source: string, from: number, closing: string): number {
  const at = source.indexOf(closing, from)
  return at < 0 ? source.length : at
}
