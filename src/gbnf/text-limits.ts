import { diagnose, type Diagnostic } from '../diagnostics/diagnostic.ts'
import { findTooDeep, findUnclosed, type BracketSyntax } from '../util/nesting.ts'

/** Bounds on a GBNF text that is read. */
export interface ReadLimits {
  /** UTF-16 code units; 4 Mi unless told. */
  readonly maxLength?: number
  /** Parentheses inside each other; 256 unless told. */
  readonly maxDepth?: number
}

const syntax: BracketSyntax = {
  stretches: [
    { open: '"', close: '"', escapes: true },
    { open: '[', close: ']', escapes: true },
    { open: '<', close: '>' },
    { open: '#', close: '\n' },
  ],
  opening: '(',
  closing: ')',
}

/** Looks a text over before the recursive parser gets it: its length, and how deep its parentheses go. */
export function checkTextLimits(text: string, limits: ReadLimits): Diagnostic | null {
  const { maxLength = 4 * 1024 * 1024, maxDepth = 256 } = limits
  if (text.length > maxLength) {
    const hint = 'raise maxLength if the grammar is to be that long'
    const message = `the text has ${text.length} characters, more than ${maxLength}`
    return diagnose('gbnf-size-limit', message, { hint })
  }
  const offset = findTooDeep(text, syntax, maxDepth)
  if (offset === null) return null
  const hint = 'give inner parts rules of their own'
  return diagnose('gbnf-size-limit', `parentheses go deeper than ${maxDepth}`, { offset, hint })
}

/** Where a literal or a class begins that is not closed; null when all are. */
export function findOpened(text: string): number | null {
  const unclosed = findUnclosed(text, syntax)
  return unclosed?.stretch.escapes === true ? unclosed.offset : null
}
