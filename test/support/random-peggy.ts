import * as fc from 'fast-check'

/** A grammar in Peggy's syntax, and texts over the characters that it uses. */
export interface RandomPeggy {
  readonly source: string
  readonly texts: readonly string[]
}

const literals = ['"a"', '"b"', '"ab"', '"B"i', '"ba"', "'c'", '"😀"', '"x\\ny"']
// With `u`: without it, Peggy takes half of a surrogate pair where a class is alone.
const classes = ['[a-c]u', '[^a]u', '[b-z😀]u', '[A-B]iu', '[^\\n]u', '[abc]u']
const names = ['first', 'second', 'third']

const leaf = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...literals) },
  { weight: 3, arbitrary: fc.constantFrom(...classes) },
  { weight: 2, arbitrary: fc.constantFrom(...names) },
)

const expression = fc.letrec<{ any: string }>((tie) => {
  const inner = tie('any')
  const suffixed = (suffixes: readonly string[]): fc.Arbitrary<string> =>
    fc.tuple(inner, fc.constantFrom(...suffixes)).map(([item, suffix]) => `(${item})${suffix}`)
  const listed = fc
    .tuple(inner, fc.constantFrom('..', '1..', '..2', '2', '1..3'), fc.constantFrom('', ', ","'))
    .map(([item, bounds, delimiter]) => `(${item})|${bounds}${delimiter}|`)
  const some = fc.array(inner, { minLength: 2, maxLength: 3 })
  return {
    any: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      leaf,
      some.map((items) => `(${items.join(' / ')})`),
      some.map((items) => `(${items.join(' ')})`),
      suffixed(['*', '+', '?']),
      listed,
      fc.tuple(fc.constantFrom('&', '!'), inner, inner).map(([op, a, b]) => `(${op}(${a}) ${b})`),
      fc.constantFrom('(!"ab" [^\\n]u)*', '(!"a" .)* "a"', '$("a" "b")', 'label:"c"', '@"b"'),
      fc.constantFrom('(!("a" / "bc") .)*'),
    ),
  }
}).any

/** Grammars of one to three rules; some are left recursive or loop, as people's are. */
export const peggyGrammars: fc.Arbitrary<RandomPeggy> = fc.record({
  source: fc
    .tuple(expression, expression, expression)
    .map((bodies) => bodies.map((body, i) => `${names[i]} = ${body}\n`).join('')),
  texts: fc.array(fc.string({ unit: fc.constantFrom(...'aabbcABx,\n', '😀'), maxLength: 8 }), {
    minLength: 4,
    maxLength: 4,
  }),
})
