import type { Builder, Operand } from '../peg/builder.ts'
import type { NodeId } from '../peg/node.ts'

/** JSON read for its extent only, so that what a model gets wrong is still its argument. */
export interface LooseJson {
  /** An object that the text begins with: up to its closing brace, or to a closer that comes first. */
  readonly object: NodeId
  /** Any value: an object, an array, a string, or bare text up to a closer, a comma or a bracket. */
  readonly value: NodeId
}

/**
 * Reads JSON by its brackets and strings, without judging it: every character is decided by itself,
 * so nothing is held back and nothing fails but the end of the text. A closer inside a string is
 * data; outside one it ends the value, whatever brackets are open.
 *
 * @param name of the rules, one a closer
 * @param closers what ends the value from outside, such as `</tool_call>`; each begins with the same character
 */
export function looseJson(p: Builder, name: string, closers: readonly string[]): LooseJson {
  const closer = closers.length === 0 ? null : p.choice(...closers)
  const mark = closers[0]?.charAt(0) ?? ''
  const isBracket = mark === '[' || mark === ']'
  /** A bracket, where no closer begins with it there. */
  const bracket = (text: string): NodeId =>
    closer !== null && text === mark ? p.sequence(p.not(closer), text) : p.literal(text)
  const plain = `[^{}\\[\\]"${isBracket ? '' : mark}]`

  /** Settled by its first character: a cut lets go of the loop that it stands in. */
  const from = (first: Operand, rest: Operand): NodeId => p.sequence(first, p.cut(), rest)

  const escape = p.atomic(
    p.choice(p.sequence('\\u', p.chars('[0-9a-fA-F]', 4, 4)), p.sequence('\\', p.any())),
  )
  p.rule(`${name}-string`, p.sequence(p.zeroOrMore(p.choice(p.chars('[^"\\\\]'), escape)), '"'))
  const string = (): NodeId => from('"', p.ref(`${name}-string`))
  const object = (): NodeId => from('{', p.ref(`${name}-object`))
  const array = (): NodeId => from('[', p.ref(`${name}-array`))

  /** What stands inside a bracket; the bracket of the other kind is taken as it comes. */
  const inside = (close: string, other: string): NodeId =>
    p.sequence(
      p.zeroOrMore(
        p.choice(
          from(p.chars(plain, 1, 1), p.chars(plain, 0)),
          string(),
          object(),
          array(),
          ...(closer === null || mark === ']' ? [] : [p.sequence(p.not(closer), mark)]),
          bracket(other),
        ),
      ),
      closer === null ? p.literal(close) : p.choice(bracket(close), p.peek(closer)),
    )
  p.rule(`${name}-object`, inside('}', ']'))
  p.rule(`${name}-array`, inside(']', '}'))

  const bare = p.chars('[^{}\\[\\]",< \\t\\n\\r]')
  return { object: object(), value: p.choice(object(), array(), string(), bare) }
}
