/** The parsers that Peggy generates: the grammar, and the parser's path in src and dist without its extension. */
export const parsers: readonly { readonly grammar: string; readonly parser: string }[] = [
  { grammar: 'peg/gbnf.peggy', parser: 'gbnf/gbnf-parser' },
]

/** What generated parsers use of the part that they share. */
export const runtimeNames: readonly string[] = [
  'classTable',
  'createParser',
  'delimiterList',
  'findDelimiter',
  'matches',
  'span',
  'stringEnd',
  'unitsOf',
]
