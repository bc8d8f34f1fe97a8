import type { Builder, Operand } from '../peg/builder.ts'
import type { NodeId } from '../peg/node.ts'

/** Python literals read for their extent only, so that what a model gets wrong is still its argument. */
export interface LoosePython {
  /** A value: up to a comma or a bracket that is not its own, or to a closer. */
  readonly value: NodeId
  /** All that stands in round brackets, behind the opening one, with the closing one. */
  readonly inside: NodeId
}

/**
 * Reads Python literals by their brackets and strings, without judging them. A closer inside a string is
 * data; outside one it ends the value, whatever brackets are open.
 *
 * @param closers what ends the value from outside, such as `</function_calls>`; each begins with `<`
 * @param lonely a quote whose string does not end stands for itself, so that what follows is read
 */
export function loosePython(
  p: Builder,
  closers: readonly string[],
  lonely: boolean = false,
): LoosePython {
  const closer = closers.length === 0 ? null : p.choice(...closers)
  const mark = closer === null ? '' : '<'

  /** Settled by its first character: a cut lets go of the loop that it stands in. */
  const from = (first: Operand, rest: Operand): NodeId => p.sequence(first, p.cut(), rest)

  const strings = (['"', "'"] as const).flatMap((quote) => {
    const rule = `python-${quote === '"' ? 'double' : 'single'}-quoted`
    const char = p.choice(p.chars(`[^${quote}\\\\]`), p.sequence('\\', p.any()))
    const three = quote.repeat(3)
    const one = p.sequence(p.not(three), quote)
    p.rule(rule, p.sequence(p.zeroOrMore(char), quote))
    p.rule(`${rule}-long`, p.sequence(p.zeroOrMore(p.choice(char, one)), three))
    return lonely
      ? [p.sequence(three, p.ref(`${rule}-long`)), p.sequence(quote, p.ref(rule)), quote]
      : [from(three, p.ref(`${rule}-long`)), from(quote, p.ref(rule))]
  })
  const brackets = [
    ['(', ')', 'round'],
    ['[', ']', 'square'],
    ['{', '}', 'curly'],
  ] as const
  const nested = brackets.map(([open, , kind]) => from(open, p.ref(`python-in-${kind}`)))
  const stray = closer === null ? [] : [p.sequence(p.not(closer), mark)]
  const plain = (more: string): NodeId => {
    const set = `[^()\\[\\]{}"'${mark}${more}]`
    return from(p.chars(set, 1, 1), p.chars(set, 0))
  }

  for (const [, close, kind] of brackets) {
    // A bracket of another kind is taken as it comes.
    const others = brackets.flatMap(([, other]) => (other === close ? [] : [other]))
    const item = p.choice(plain(''), ...strings, ...nested, ...stray, ...others)
    const end = closer === null ? p.literal(close) : p.choice(close, p.peek(closer))
    p.rule(`python-in-${kind}`, p.sequence(p.zeroOrMore(item), end))
  }
  const part = p.choice(plain(', \\t\\r\\n'), ...strings, ...nested, ...stray)
  return {
    value: p.sequence(part, p.zeroOrMore(p.sequence(p.space(), part))),
    inside: p.ref('python-in-round'),
  }
}
