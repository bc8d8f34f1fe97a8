import * as fc from 'fast-check'
import type { CharRange, GbnfExpr, GbnfGrammar } from '../../src/gbnf/expr.ts'

const names = ['root', 'a', 'b', 'c']

const points = fc.constantFrom(
  0x61,
  0x62,
  0x63,
  0x20,
  0x2d,
  0x5d,
  0x5e,
  0x22,
  0x5c,
  0xe9,
  0x4e2d,
  0x1f600,
)

const range: fc.Arbitrary<CharRange> = fc.oneof(
  points.map((point): CharRange => [point, point]),
  fc.tuple(points, points),
)

const { expr } = fc.letrec<{ expr: GbnfExpr }>((tie) => ({
  expr: fc.oneof(
    { maxDepth: 4, depthSize: 'small', withCrossShrink: true },
    fc
      .array(fc.constantFrom('a', 'b', 'c', ' ', '"', '\\', '\n', 'é', '😀'), { maxLength: 3 })
      .map((chars): GbnfExpr => ({ kind: 'literal', text: chars.join('') })),
    fc.record<GbnfExpr & { kind: 'class' }>({
      kind: fc.constant('class'),
      ranges: fc.array(range, { minLength: 1, maxLength: 3 }),
      negated: fc.boolean(),
    }),
    fc.constantFrom<GbnfExpr>({ kind: 'any' }, { kind: 'literal', text: 'ab' }),
    fc.constantFrom(...names).map((name): GbnfExpr => ({ kind: 'ref', name })),
    fc
      .array(tie('expr'), { minLength: 1, maxLength: 3 })
      .map((items): GbnfExpr => ({ kind: 'sequence', items })),
    fc
      .array(tie('expr'), { minLength: 2, maxLength: 3 })
      .map((alternatives): GbnfExpr => ({ kind: 'choice', alternatives })),
    fc.tuple(tie('expr'), fc.nat(2), fc.option(fc.nat(2))).map(([item, min, more]): GbnfExpr => ({
      kind: 'repeat',
      item,
      min,
      max: more === null ? null : min + more,
    })),
  ),
}))

/** Small grammars of every kind of expression but tokens. Many are refused: recursion is not heeded. */
export const randomGbnf: fc.Arbitrary<GbnfGrammar> = fc
  .tuple(expr, expr, expr, expr)
  .map((exprs) => ({ rules: exprs.map((each, i) => ({ name: names[i] ?? '', expr: each })) }))
