/** What a token is. `text` is template text outside of all tags, trimmed as the tags around it ask. */
export type TokenKind =
  | 'text'
  | 'output-open'
  | 'output-close'
  | 'block-open'
  | 'block-close'
  | 'name'
  | 'string'
  | 'integer'
  | 'float'
  | 'operator'
  | 'end'

/** One token of a template. */
export interface Token {
  readonly kind: TokenKind
  /** The text of a name or an operator, the decoded content of a string. */
  readonly text: string
  /** Where it begins in the template, in UTF-16 code units. */
  readonly offset: number
}

/** Gives a fault of the template's text its place. */
export type Fault = (message: string, offset: number) => Error
