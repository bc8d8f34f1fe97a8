import type { SourceRule } from './source.ts'

/** One thing that could have stood where the text is not GBNF. */
export interface SyntaxExpectation {
  readonly type: 'literal' | 'class' | 'any' | 'end' | 'other'
  readonly text?: string
  readonly description?: string
}

/** The parser's only error on a text that is not GBNF. */
export class SyntaxError extends Error {
  readonly expected: readonly SyntaxExpectation[] | null
  readonly found: string | null
  readonly location: { readonly start: { readonly offset: number } }
}

/** Reads a text; throws `SyntaxError`. Recurses with the text's parentheses: bound them first. */
export function parse(text: string): SourceRule[]
