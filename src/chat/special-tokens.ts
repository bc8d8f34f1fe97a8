import type { TokenMark } from '../machine/machine-types.ts'

/** Takes special tokens that a format does not know out of a text. */
export interface SpecialFilter {
  /** Without marks, tokens are found by their text, across chunks; with marks, only where one stands. */
  take(text: string, marks: readonly TokenMark[] | undefined): Filtered
  /** Says that no text follows: what only began like a token is text. */
  end(): string
}

/** What is left of a text, and where in it something was taken out. */
export interface Filtered {
  readonly text: string
  readonly marks: readonly TokenMark[] | undefined
  readonly dropped: readonly { readonly at: number; readonly token: string }[]
}

/** Makes a filter for tokens by their texts. */
export function createSpecialFilter(tokens: readonly string[]): SpecialFilter {
  const wanted = tokens.filter((token) => token !== '').toSorted((a, b) => b.length - a.length)
  const first = new Set(wanted.map((token) => token.charAt(0)))
  let held = ''

  /** The token that stands at an offset, or `null` where one may only have begun. */
  function at(text: string, offset: number): string | null | undefined {
    if (!first.has(text.charAt(offset))) return undefined
    const rest = text.slice(offset, offset + (wanted[0]?.length ?? 0))
    const begun = offset + rest.length === text.length
    const cut = begun && wanted.some((t) => t.length > rest.length && t.startsWith(rest))
    if (cut) return null
    return wanted.find((token) => rest.startsWith(token))
  }

  function byText(added: string): Filtered {
    const text = held + added
    held = ''
    const parts: string[] = []
    const dropped: { at: number; token: string }[] = []
    let from = 0
    let length = 0
    for (let i = 0; i < text.length; i++) {
      const token = at(text, i)
      if (token === undefined) continue
      parts.push(text.slice(from, i))
      length += i - from
      from = i
      if (token === null) {
        held = text.slice(i)
        from = text.length
        break
      }
      dropped.push({ at: length, token })
      from = i + token.length
      i = from - 1
    }
    parts.push(text.slice(from))
    return { text: parts.join(''), marks: undefined, dropped }
  }

  function byMarks(text: string, marks: readonly TokenMark[]): Filtered {
    const parts: string[] = []
    const kept: TokenMark[] = []
    const dropped: { at: number; token: string }[] = []
    let from = 0
    let removed = 0
    for (const mark of marks) {
      if (!wanted.includes(mark.text)) {
        kept.push({ ...mark, start: mark.start - removed })
        continue
      }
      parts.push(text.slice(from, mark.start))
      dropped.push({ at: mark.start - removed, token: mark.text })
      from = mark.start + mark.text.length
      removed += mark.text.length
    }
    parts.push(text.slice(from))
    return { text: parts.join(''), marks: kept, dropped }
  }

  return {
    take: (text, marks) => (marks === undefined ? byText(text) : byMarks(text, marks)),
    end() {
      const text = held
      held = ''
      return text
    },
  }
}
