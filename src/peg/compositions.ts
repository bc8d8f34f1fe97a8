import { diagnose, type Diagnostic } from '../diagnostics/diagnostic.ts'
import type { Operand, Primitives } from './primitives.ts'
import type { Slots } from './families.ts'
import type { NodeId } from './node.ts'

/** Above this many items `permute` keeps the order given: n items take 2^n rules. */
export const MaxPermuted = 8

/** Options of `separatedBy`. */
export interface SeparatedOptions {
  /** The fewest items, from 0; 1 by default. */
  readonly min?: number
  /** The most items; without bound by default. */
  readonly max?: number | null
}

/** Combinators made of other combinators. */
export interface Compositions {
  /** Every item once, in any order. `S -> A B / B A` */
  permute(items: readonly Operand[], options?: { separator?: Operand }): NodeId
  /** The part of a text before the first delimiter, as a literal. `S -> "text"` */
  prefix(text: string, delimiter: string): NodeId
  /** A text whose outer blanks may be missing. `S -> [ ]{0,n} "text" [ ]{0,n}` */
  optspace(text: string): NodeId
  /** Items between free text, which is tagged. `S -> (A / tag:(. (!marker .)*))*` */
  safeContent(tag: string, marker: string, item: Operand): NodeId
  /** Items with a separator between them. `S -> A (sep A)*` */
  separatedBy(item: Operand, separator: Operand, options?: SeparatedOptions): NodeId
}

interface Tools extends Pick<Slots, 'silent'> {
  report(diagnostic: Diagnostic, subject: NodeId): void
}

/** The compositions over a builder's primitives. */
export function createCompositions(p: Primitives, { silent, report }: Tools): Compositions {
  let permutations = 0

  /** One rule a subset of what is left, so that n items take 2^n rules and not n!. */
  function permute(
    items: readonly Operand[],
    { separator }: { separator?: Operand } = {},
  ): NodeId {
    const joined = (first: Operand, others: Operand): NodeId =>
      separator === undefined ? p.sequence(first, others) : p.sequence(first, separator, others)
    if (items.length > MaxPermuted || items.length < 2) return inOrder(items, joined)
    const stem = `permute:${++permutations}`
    const subset = (mask: number): NodeId =>
      silent(`${stem}-${mask.toString(2)}`, () => {
        const choices: Operand[] = []
        items.forEach((item, i) => {
          if ((mask & (1 << i)) === 0) return
          const rest = mask & ~(1 << i)
          choices.push(rest === 0 ? item : joined(item, subset(rest)))
        })
        return p.choice(...choices)
      })
    return subset((1 << items.length) - 1)
  }

  function inOrder(items: readonly Operand[], joined: (a: Operand, b: Operand) => NodeId): NodeId {
    const last = items.at(-1)
    if (last === undefined) return p.eps()
    const end = typeof last === 'string' ? p.literal(last) : last
    const id = items.slice(0, -1).reduceRight<NodeId>((rest, item) => joined(item, rest), end)
    if (items.length > MaxPermuted) {
      const message = `permute has ${items.length} items, more than ${MaxPermuted}`
      const hint = 'give fewer items, or accept that only the order given is read'
      report(diagnose('permute-order-fixed', message, { hint }), id)
    }
    return id
  }

  function optspace(text: string): NodeId {
    const inner = text.trim()
    const lead = text.length - text.trimStart().length
    const tail = inner === '' ? 0 : text.length - text.trimEnd().length
    const parts: Operand[] = []
    if (lead > 0) parts.push(p.chars(blanksOf(text.slice(0, lead)), 0, lead))
    if (inner !== '') parts.push(inner)
    if (tail > 0) parts.push(p.chars(blanksOf(text.slice(-tail)), 0, tail))
    return parts.length === 1 && typeof parts[0] !== 'string' && parts[0] !== undefined
      ? parts[0]
      : p.sequence(...parts)
  }

  function separatedBy(
    item: Operand,
    separator: Operand,
    { min = 1, max = null }: SeparatedOptions = {},
  ): NodeId {
    if (max === 0) return p.eps()
    const more = p.sequence(separator, item)
    const list = p.sequence(
      item,
      p.repeat(more, Math.max(0, min - 1), max === null ? null : max - 1),
    )
    return min === 0 ? p.optional(list) : list
  }

  return {
    permute,
    prefix: (text, delimiter) => {
      const at = delimiter === '' ? -1 : text.indexOf(delimiter)
      return p.literal(at < 0 ? text : text.slice(0, at))
    },
    optspace,
    safeContent: (tag, marker, item) =>
      p.zeroOrMore(
        p.choice(item, p.tag(tag, p.sequence(p.any(), p.until(marker)))),
      ),
    separatedBy,
  }
}

function blanksOf(text: string): number[] {
  const points = [...new Set([...text].map((c) => c.codePointAt(0) ?? 32))].sort((a, b) => a - b)
  return points.flatMap((c) => [c, c])
}
