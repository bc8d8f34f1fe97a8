import peggy from 'peggy'
import { diagnose, type Diagnostic } from '../../diagnostics/diagnostic.ts'
import { quote } from '../../diagnostics/format.ts'
import { findTooDeep, type BracketSyntax } from '../../util/nesting.ts'
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
  const offset = findTooDeep(source, syntax, maxDepth)
  if (offset === null) return null
  const bracket = quote(source.charAt(offset))
  return diagnose('peggy-limit', `${bracket} stands inside more than ${maxDepth} others`, {
    offset,
    hint: 'give inner parts rules of their own',
  })
}

const syntax: BracketSyntax = {
  stretches: [
    { open: '"', close: '"', escapes: true, inLine: true },
    { open: "'", close: "'", escapes: true, inLine: true },
    { open: '[', close: ']', escapes: true, inLine: true },
    { open: '//', close: '\n' },
    { open: '/*', close: '*/' },
  ],
  opening: '({',
  closing: ')}',
}
