import { charRanges, charSet } from '../peg/charset.ts'
import { charClass, literal, nothing, sequence, type CharRange, type GbnfExpr } from './expr.ts'
import { headOf, openRule, shareRule, type Workshop } from './heads.ts'
import { createExprMap, isSame } from './expr-map.ts'
import { alt, isNothing, isSingleSymbol, itemsOf, seq } from './simplify.ts'

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
  return factor({ shop, owner }, alternatives, 0)
}

interface Factoring {
  readonly shop: Workshop
  readonly owner: string
}

type Items = readonly GbnfExpr[]

function factor(work: Factoring, alternatives: readonly GbnfExpr[], depth: number): GbnfExpr {
  const groups = groupsOf(work.shop, alternatives)
  const parts =
    groups === null ? alternatives : groups.map((group) => factorGroup(work, group, depth))
  const body = alt(joinClasses(parts))
  if (depth === 0 || depth % maxNesting !== 0 || body.kind !== 'choice') return body
  return shareRule(work.shop, `${work.owner}-part`, body)
}

/**
 * The alternatives by what they have in common at their beginning, in the order of the first of
 * each; `null` where none has anything in common with another.
 */
function groupsOf(shop: Workshop, alternatives: readonly GbnfExpr[]): GbnfExpr[][] | null {
  const large: GbnfExpr[] = []
  const keys = alternatives.map((alternative) => headKey(shop, firstOf(alternative), large))
  if (areDifferent(keys)) return null
  const groups = new Map<Key | undefined, GbnfExpr[]>()
  for (const [i, alternative] of alternatives.entries()) {
    const group = groups.get(keys[i])
    if (group === undefined) groups.set(keys[i], [alternative])
    else group.push(alternative)
  }
  return [...groups.values()]
}

type Key = number | string | GbnfExpr

/** So many keys are faster compared with each other than put into a set. */
const fewKeys = 8

function areDifferent(keys: readonly Key[]): boolean {
  if (keys.length > fewKeys) return new Set(keys).size === keys.length
  for (let i = 1; i < keys.length; i++) if (keys.indexOf(keys[i] ?? '') < i) return false
  return true
}

/**
 * Alternatives with the same key have something in common at their beginning: a point, a rule's name,
 * or what is equal to a larger expression that was met before.
 */
function headKey(shop: Workshop, first: GbnfExpr | undefined, met: GbnfExpr[]): Key {
  if (first === undefined) return ''
  switch (first.kind) {
    case 'literal':
      return first.text.codePointAt(0) ?? ''
    case 'ref':
      return headOf(shop, first.name).codePointAt(0) ?? first.name
    default: {
      for (const other of met) if (isSame(other, first)) return other
      met.push(first)
      return first
    }
  }
}

function factorGroup(work: Factoring, group: readonly GbnfExpr[], depth: number): GbnfExpr {
  const [only, other] = group
  const first = only === undefined ? undefined : firstOf(only)
  if (only === undefined || first === undefined) return nothing
  if (other === undefined) return only
  const items = group.map(itemsOf)
  if (
    first.kind !== 'literal' &&
    items.every(([head]) => head !== undefined && isSame(head, first))
  ) {
    const tails = items.map((each) => sequence(each.slice(1)))
    return seq([first, factor(work, tails, depth + 1)])
  }
  const opened = items.map((each) => openHead(work.shop, each))
  const prefix = commonPrefix(opened.map((each) => textOf(each[0])))
  const rests = opened.map((each) =>
    seq([literal(textOf(each[0]).slice(prefix.length)), ...each.slice(1)]),
  )
  return seq([literal(prefix), factor(work, rests, depth + 1)])
}

/** What an expression begins with. */
function firstOf(expr: GbnfExpr): GbnfExpr | undefined {
  return expr.kind === 'sequence' ? expr.items[0] : isNothing(expr) ? undefined : expr
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
function joinClasses(parts: readonly GbnfExpr[]): readonly GbnfExpr[] {
  // Most choices have no two such alternatives.
  if (!hasTwo(parts, isCharacter)) return parts
  const groups: CharacterGroup[] = []
  const groupOf = createExprMap<CharacterGroup>()
  const kept: GbnfExpr[] = []
  for (const part of parts) {
    const character = isCharacter(part) ? splitCharacter(part) : null
    if (character === null) {
      kept.push(part)
      continue
    }
    const { ranges, tail } = character
    const group = groupOf.once(tail, () => {
      const made = { place: kept.length, ranges: [], tail, count: 0 }
      groups.push(made)
      kept.push(part)
      return made
    })
    group.count++
    for (const range of ranges) group.ranges.push(range)
  }
  for (const { place, ranges, tail, count } of groups) {
    if (count > 1) kept[place] = seq([charClass(charRanges(charSet(ranges))), tail])
  }
  return kept
}

/** Whether at least two of the parts are such that the predicate holds. */
function hasTwo(parts: readonly GbnfExpr[], holds: (part: GbnfExpr) => boolean): boolean {
  let found = false
  for (const part of parts) {
    if (!holds(part)) continue
    if (found) return true
    found = true
  }
  return false
}

/** Whether `splitCharacter` may split it: a class, or a literal of one character before a part. */
function isCharacter(part: GbnfExpr): boolean {
  const count = part.kind === 'sequence' ? part.items.length : 1
  if (count > 2) return false
  const head = firstOf(part)
  if (head?.kind === 'class') return !head.negated
  return head?.kind === 'literal' && (count === 1 || isSingleSymbol(head))
}

/** Alternatives that are one character with the same tail. */
interface CharacterGroup extends Character {
  /** Where the first of them stands. */
  readonly place: number
  readonly ranges: CharRange[]
  /** How many of them there are. */
  count: number
}

/** One character of a class, and what stands behind it. */
interface Character {
  readonly ranges: readonly CharRange[]
  readonly tail: GbnfExpr
}

/** An alternative that begins with one character and has at most one part behind it. */
function splitCharacter(part: GbnfExpr): Character | null {
  const head = firstOf(part)
  const next = (part.kind === 'sequence' ? part.items[1] : undefined) ?? nothing
  if (head?.kind === 'class') return { ranges: head.ranges, tail: next }
  if (head?.kind !== 'literal') return null
  const point = head.text.codePointAt(0) ?? 0
  const rest = head.text.slice(point > 0xffff ? 2 : 1)
  return { ranges: [[point, point]], tail: rest === '' ? next : literal(rest) }
}
