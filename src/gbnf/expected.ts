import { quote } from '../diagnostics/format.ts'
import { assertNever } from '../util/assert-never.ts'
import { Op, type GbnfProgram } from './program.ts'

/** One thing that a grammar allows next. */
export type GbnfExpected =
  | { readonly kind: 'literal'; readonly text: string }
  /** The label is the class as GBNF writes it. */
  | { readonly kind: 'class'; readonly label: string }
  | { readonly kind: 'token'; readonly label: string }
  | { readonly kind: 'end' }

/**
 * What may come at these places, without duplicates, in their order; the end, when it may come, is
 * last. Characters that follow each other are said as the literal that they are.
 */
export function expectedAt(
  program: GbnfProgram,
  places: readonly number[],
  hasEnd: boolean,
): GbnfExpected[] {
  const found = new Map<string, GbnfExpected>()
  for (const place of places) {
    const expected = expectedHere(program, place)
    const key = JSON.stringify(expected)
    if (!found.has(key)) found.set(key, expected)
  }
  return [...found.values(), ...(hasEnd ? [{ kind: 'end' } as const] : [])]
}

/**
 * Says a set of expectations in a sentence's words, at most eight of them.
 *
 * @example
 * ```ts
 * describeExpected([{ kind: 'literal', text: 'true' }, { kind: 'class', label: '[0-9]' }])
 * // '"true" or a character of [0-9]'
 * ```
 */
export function describeExpected(expected: readonly GbnfExpected[]): string {
  const shown = expected.length > 8 ? expected.slice(0, 7) : expected
  const words = shown.map(describe)
  if (shown.length < expected.length) words.push(`${expected.length - shown.length} more`)
  const last = words.pop() ?? 'nothing'
  return words.length === 0 ? last : `${words.join(', ')} or ${last}`
}

function expectedHere({ code, classes, tokens }: GbnfProgram, place: number): GbnfExpected {
  const argument = code[place + 1] ?? 0
  switch (code[place]) {
    case Op.Point: {
      const points: number[] = []
      for (let at = place; code[at] === Op.Point; at += 2) points.push(code[at + 1] ?? 0)
      // A point that no text holds ends what can be said as text.
      const end = points.indexOf(-1)
      const text = String.fromCodePoint(...points.slice(0, end < 0 ? maxShown : end))
      return { kind: 'literal', text: points.length > maxShown ? `${text}…` : text }
    }
    case Op.Class:
      return { kind: 'class', label: classes[argument]?.label ?? '' }
    case Op.Token:
      return { kind: 'token', label: tokens[argument]?.label ?? '' }
    default:
      return { kind: 'class', label: '.' }
  }
}

const maxShown = 200

function describe(expected: GbnfExpected): string {
  switch (expected.kind) {
    case 'literal':
      return quote(expected.text)
    case 'class':
      return expected.label === '.' ? 'any character' : `a character of ${expected.label}`
    case 'token':
      return `the token ${expected.label}`
    case 'end':
      return 'the end of the text'
    default:
      return assertNever(expected)
  }
}
