import type { GbnfExpected } from './expected.ts'
import { Op, type GbnfProgram, type ProgramToken } from './program.ts'

/** Cuts text into the tokens that a grammar can tell apart. */
export interface TokenFinder {
  /** Whether the grammar has token elements at all; without, a token is no more than its text. */
  readonly hasTokens: boolean
  /**
   * The length of the token at `at`: one that the grammar names by its text, the longest first, else
   * one character. 0 when more text must decide; in a whole text only half a surrogate pair waits.
   */
  readonly lengthAt: (text: string, at: number, isWhole: boolean) => number
  readonly isSame: (wanted: ProgramToken, id: number | null, text: string) => boolean
  /** The tokens at these places that begin with `text`. */
  readonly expectedWith: (text: string, places: readonly number[]) => GbnfExpected[]
}

export function createTokenFinder(program: GbnfProgram): TokenFinder {
  const { code, tokens } = program
  const names = tokens
    .map(({ token }) => token)
    .filter((token) => typeof token === 'string')
    .toSorted((a, b) => b.length - a.length)
  const longest = names[0]?.length ?? 0

  function nameLength(text: string, at: number, isWhole: boolean): number | null {
    const rest = text.slice(at, at + longest)
    const isOpen = names.some((name) => name.length > rest.length && name.startsWith(rest))
    if (isOpen && !isWhole) return null
    return names.find((name) => rest.startsWith(name))?.length ?? 0
  }

  return {
    hasTokens: tokens.length > 0,
    lengthAt(text, at, isWhole) {
      const named = longest === 0 ? 0 : nameLength(text, at, isWhole)
      if (named !== 0) return named ?? 0
      const point = text.codePointAt(at) ?? 0
      if (point > 0xffff) return 2
      const isFirstHalf = point >= 0xd800 && point <= 0xdbff
      return isFirstHalf && at + 1 === text.length ? 0 : 1
    },
    isSame({ token, negated }, id, text) {
      const isThis = typeof token === 'string' ? token === text : token === id
      return isThis !== negated
    },
    expectedWith: (text, places) =>
      places
        .filter((place) => code[place] === Op.Token)
        .map((place) => tokens[code[place + 1] ?? 0])
        .filter((token) => token !== undefined)
        .filter(
          ({ token, negated }) => !negated && typeof token === 'string' && token.startsWith(text),
        )
        .map(({ label }) => ({ kind: 'token', label })),
  }
}
