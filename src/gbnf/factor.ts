import { charRanges, charSet } from '../peg/charset.ts'
import { charClass, literal, type CharRange, type GbnfExpr } from './expr.ts'
import { headOf, openRule, shareRule, type Workshop } from './heads.ts'
import { alt, exprKey, isSame, itemsOf, seq } from './simplify.ts'

/** Nested deeper than this, a trie goes on in a rule of its own. */
const maxNesting = 12

/**
 * Joins alternatives by what they have in common at their beginning, so that the sampler follows one
 * stack for all of them: names become a radix trie, tools share their opening.
 */
export function factorChoice(
  shop: Workshop,
  owner: string,
  alternatives: readonly GbnfExpr[],
): GbnfExpr {
  return factor({ shop, owner }, alternatives.map(itemsOf), 0)
}

interface Factoring {
  readonly shop: Workshop
  readonly owner: string
}

type Items = readonly GbnfExpr[]

function factor(work: Factoring, alternatives: readonly Items[], depth: number): GbnfExpr {
  const groups = new Map<string, Items[]>()
  for (const items of alternatives) {
    const key = headKey(work.shop, items)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [items])
    else group.push(items)
  }
  const parts = [...groups.values()].map((group) => factorGroup(work, group, depth))
  const body = alt(joinClasses(parts))
  if (depth === 0 || depth % maxNesting !== 0 || body.kind !== 'choice') return body
  return shareRule(work.shop, `${work.owner}-part`, body)
}

/** Alternatives with the same key have something in common at their beginning. */
function headKey(shop: Workshop, [first]: Items): string {
  if (first === undefined) return ''
  const text =
    first.kind === 'literal' ? first.text : first.kind === 'ref' ? headOf(shop, first.name) : ''
  if (text !== '') return `text ${text.codePointAt(0)}`
  return first.kind === 'ref' ? `rule ${first.name}` : `expr ${exprKey(first)}`
}

function factorGroup(work: Factoring, group: readonly Items[], depth: number): GbnfExpr {
  const [items, other] = group
  if (items?.[0] === undefined) return seq([])
  if (other === undefined) return seq(items)
  const first = items[0]
  if (
    first.kind !== 'literal' &&
    group.every(([head]) => head !== undefined && isSame(head, first))
  ) {
    return seq([
      first,
      factor(
        work,
        group.map((g) => g.slice(1)),
        depth + 1,
      ),
    ])
  }
  const opened = group.map((g) => openHead(work.shop, g))
  const prefix = commonPrefix(opened.map((g) => textOf(g[0])))
  const rests = opened.map((g) =>
    itemsOf(seq([literal(textOf(g[0]).slice(prefix.length)), ...g.slice(1)])),
  )
  return seq([literal(prefix), factor(work, rests, depth + 1)])
}

function openHead(shop: Workshop, items: Items): Items {
  const [first, ...tail] = items
  return first?.kind === 'ref' ? [...openRule(shop, first.name), ...tail] : items
}

function textOf(expr: GbnfExpr | undefined): string {
  return expr?.kind === 'literal' ? expr.text : ''
}

function commonPrefix(texts: readonly string[]): string {
  const [first = '', ...others] = texts
  let length = first.length
  for (const text of others) {
    let at = 0
    while (at < length && text[at] === first[at]) at++
    length = at
  }
  // Halves of a surrogate pair stay together.
  const last = first.charCodeAt(length - 1)
  return first.slice(0, last >= 0xd800 && last < 0xdc00 ? length - 1 : length)
}

/**
 * Joins alternatives that are one character and the same thing behind it: each character apart would
 * be a stack.
 */
function joinClasses(parts: readonly GbnfExpr[]): GbnfExpr[] {
  const groups = new Map<string, { parts: GbnfExpr[]; ranges: CharRange[]; tail: Items }>()
  parts.forEach((part, i) => {
    const { ranges, tail } = splitCharacter(part)
    const key = ranges === null || tail.length > 1 ? `${i}` : `tail ${exprKey(seq(tail))}`
    const group = groups.get(key)
    if (group === undefined) groups.set(key, { parts: [part], ranges: [...(ranges ?? [])], tail })
    else {
      group.parts.push(part)
      for (const range of ranges ?? []) group.ranges.push(range)
    }
  })
  return [...groups.values()].map((group) =>
    group.parts.length === 1
      ? seq(group.parts)
      : seq([charClass(charRanges(charSet(group.ranges))), ...group.tail]),
  )
}

/** The first character of an alternative, when it is one of a class, and what stands behind it. */
function splitCharacter(part: GbnfExpr): { ranges: readonly CharRange[] | null; tail: Items } {
  const [head, ...tail] = itemsOf(part)
  if (head?.kind === 'class' && !head.negated) return { ranges: head.ranges, tail }
  if (head?.kind !== 'literal') return { ranges: null, tail }
  const point = head.text.codePointAt(0) ?? 0
  const rest = head.text.slice(String.fromCodePoint(point).length)
  return { ranges: [[point, point]], tail: rest === '' ? tail : [literal(rest), ...tail] }
}
