/** The parsers that Peggy generates: the grammar, and the parser's path in src and dist without its extension. */
export const parsers: readonly { readonly grammar: string; readonly parser: string }[] = [
  { grammar: 'peg/gbnf.peggy', parser: 'gbnf/gbnf-parser' },
]

/** The library of railroad diagrams, and where its part that is used stands in src, without its extension. */
export const railroadPackage = '@prantlf/railroad-diagrams'
export const railroad = 'draw/railroad'

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
