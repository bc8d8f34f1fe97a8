/** The parsers that Peggy generates: the grammar, and the parser's path in src and dist without its extension. */
export const parsers: readonly { readonly grammar: string; readonly parser: string }[] = [
  { grammar: 'peg/gbnf.peggy', parser: 'gbnf/gbnf-parser' },
]
