import * as fc from 'fast-check'

const atoms = [
  'a',
  'b',
  'é',
  '😀',
  '.',
  '\\d',
  '\\w',
  '\\s',
  '\\S',
  '\\W',
  '[ab]',
  '[^a]',
  '[^\\w]',
  '1',
  ' ',
]
const assertions = ['^', '$', '\\b', '\\B']
const counts = ['*', '+', '?', '{2}', '{1,}', '{0,2}', '{1,3}', '*?', '+?', '??', '{1,2}?']

/** Patterns of ECMA-262 that any engine reads, small enough to be matched at once. */
export const randomPatterns: fc.Arbitrary<string> = fc.letrec<{ pattern: string; group: string }>(
  (tie) => ({
    group: fc.oneof(
      { weight: 4, arbitrary: tie('pattern').map((inner) => `(${inner})`) },
      { weight: 2, arbitrary: tie('pattern').map((inner) => `(?:${inner})`) },
      { weight: 1, arbitrary: tie('pattern').map((inner) => `(?<n${inner.length}>${inner})`) },
    ),
    pattern: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      { weight: 6, arbitrary: fc.constantFrom(...atoms) },
      { weight: 1, arbitrary: fc.constantFrom(...assertions) },
      {
        weight: 6,
        arbitrary: fc.array(tie('pattern'), { minLength: 2, maxLength: 4 }).map((p) => p.join('')),
      },
      {
        weight: 3,
        arbitrary: fc
          .array(tie('pattern'), { minLength: 2, maxLength: 3 })
          .map((p) => `(?:${p.join('|')})`),
      },
      {
        weight: 4,
        arbitrary: fc
          .tuple(tie('group'), fc.constantFrom(...counts))
          .map(([group, count]) => group + count),
      },
      { weight: 1, arbitrary: tie('pattern').map((inner) => `(?=${inner})`) },
      { weight: 1, arbitrary: tie('pattern').map((inner) => `(?!${inner})`) },
      { weight: 1, arbitrary: tie('pattern').map((inner) => `(?<=${withoutLooks(inner)})`) },
      { weight: 1, arbitrary: tie('pattern').map((inner) => `(?<!${withoutLooks(inner)})`) },
    ),
  }),
).pattern

/** Looking ahead from within a look-behind is unsupported: such parts become the empty text. */
function withoutLooks(pattern: string): string {
  return /\(\?[=!]|\(\?<[=!]|\\b|\\B|\$/.test(pattern) ? '' : pattern
}

/** Short texts over the characters that the patterns know, and some more. */
export const randomTexts: fc.Arbitrary<string> = fc
  .array(fc.constantFrom('a', 'b', 'é', '😀', '1', ' ', '\n', 'z', '_', '"', '\\'), {
    maxLength: 7,
  })
  .map((chars) => chars.join(''))
