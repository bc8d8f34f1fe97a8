import { factor } from './factor.ts'
import { emptyTree, withKey, type KeyTree } from './key-tree.ts'
import { pairOf, type MemberOrder, type Property } from './object-states.ts'
import type { OtherKeys } from './other-keys.ts'
import type { Parts } from './parts.ts'
import { unlistedRest } from './unlisted-keys.ts'
import { writeMixed } from './write-mixed.ts'
import { writeTrees } from './write-keys.ts'
import type { ValueWriter } from './value-writer.ts'

/** The properties of an object as they are written. */
export interface Members {
  readonly writer: ValueWriter
  /** The stem of the names of rules. */
  readonly name: string
  readonly properties: readonly Property[]
  /** The names that further properties do not have. */
  readonly listed: readonly string[]
  /** Further properties, any number of them. */
  readonly others: OtherKeys | null
  readonly order: MemberOrder
  /** Told apart at the first character that differs, where that takes no large grammar. */
  readonly mixed?: Mixed
}

/** All keys of an object in one tree, the listed ones and the others. */
export interface Mixed {
  /** Properties that may come at any place, and again. */
  readonly pool: readonly Property[]
  /** What follows the closing quote of any other key. */
  readonly rest: Parts
}

/** The properties that may come, in the order that is asked for. `some`: at least one. */
export function writeMembers(members: Members, some: boolean): Parts {
  return members.order === 'listed' ? listedMembers(members, some) : freeMembers(members, some)
}

/** One further property by itself; `null` where there can be none. */
export function otherPair({ writer, listed, others }: Members): Parts | null {
  if (others === null) return null
  if (others.kind === 'pair') return others.parts
  return ['"', unlistedRest(writer.make, listed), ...others.rest]
}

/** What may come at some place between the properties of an object. */
interface Place {
  /** The keys of listed properties that may come. */
  readonly tree: KeyTree
  /** Further properties that the tree does not tell apart. */
  readonly beside: Parts
  /** All of it; empty where nothing may come. */
  readonly body: Parts
}

/**
 * The properties in their order: each place is a tree of the keys that may come next, up to the next
 * required one. Made from the end: a place shares all of its tree but one key with the place before.
 */
function listedMembers(members: Members, some: boolean): Parts {
  const { writer, name, properties } = members
  const { make, layout } = writer
  const last = furtherPlace(members)
  const outer: { name: string; tree: KeyTree }[] = []
  const inner: { name: string; tree: KeyTree }[] = []
  let place = last
  let isOwing = false
  for (const { key, rest, required } of properties.toReversed()) {
    const more = place.body.length === 0 ? [] : [...layout.comma, ...place.body]
    const leaf = [...rest, ...(isOwing ? more : make.optional(more))]
    if (required) {
      isOwing = true
      const body = [JSON.stringify(key), ...leaf]
      place = { tree: withKey(emptyTree, key, leaf), beside: [], body }
      continue
    }
    const tree = withKey(place.tree, key, leaf)
    const ruleName = make.freeName(`${name}-r${outer.length + inner.length}`)
    ;(isOwing ? inner : outer).push({ name: ruleName, tree })
    const own: Parts = ['"', make.ref(ruleName)]
    const { beside } = place
    place = { tree, beside, body: beside.length === 0 ? own : factor(make, [own, beside]) }
  }
  writeTrees(make, [...outer, ...inner], name)
  return some || isOwing ? place.body : make.optional(place.body)
}

/** The place behind all listed properties. */
function furtherPlace(members: Members): Place {
  const { writer, name, listed, others } = members
  const { make, layout } = writer
  if (others === null) return { tree: emptyTree, beside: [], body: [] }
  if (others.kind === 'pair') {
    const beside = [...others.parts, ...make.repeat([...layout.comma, ...others.parts], 0, null)]
    return { tree: emptyTree, beside, body: beside }
  }
  const rest = unlistedRest(make, listed)
  // Objects that list the same names, and ask the same of the others, go on by one rule.
  const tail = make.shared(`others ${rest} ${make.node(others.rest)}`, () => {
    const own = make.freeName(`${name}-other`)
    const more: Parts = [...layout.comma, '"', rest, make.ref(own)]
    return make.rule(own, () => [...others.rest, ...make.optional(more)])
  })
  const beside: Parts = ['"', rest, tail]
  return { tree: emptyTree, beside, body: beside }
}

interface Sets {
  readonly members: Members
  readonly others: Parts | null
  /** What was made of each set that can be left. */
  readonly bodies: Map<number, Parts>
}

/**
 * Further properties at any place, and the listed ones in any order, one rule for each set of bits
 * that can be left; or in their order, then all that is left is told by the next one's number.
 */
function freeMembers(members: Members, some: boolean): Parts {
  const sets: Sets = { members, others: otherPair(members), bodies: new Map() }
  const left = members.order === 'chain' ? 0 : (1 << members.properties.length) - 1
  // A long chain is begun at its end: from its beginning it would be as deep a recursion.
  if (members.order === 'chain')
    for (let i = members.properties.length; i > 0; i--) freeBody(sets, i)
  const body = freeBody(sets, left)
  if (body === null) return []
  return some || owesFrom(sets, left) ? body : members.writer.make.optional(body)
}

/** The properties that may come next, and what is left behind each. */
function nextOf({ properties, order }: Members, left: number): { next: Property; to: number }[] {
  if (order === 'chain') {
    const next = properties[left]
    return next === undefined ? [] : [{ next, to: left + 1 }]
  }
  return properties.flatMap((next, i) =>
    (left & (1 << i)) === 0 ? [] : [{ next, to: left & ~(1 << i) }],
  )
}

function owesFrom({ members: { properties, order } }: Sets, left: number): boolean {
  if (order === 'chain') return left < properties.length
  return properties.some(({ required }, i) => required && (left & (1 << i)) !== 0)
}

function freeBody(sets: Sets, left: number): Parts | null {
  const { members, others, bodies } = sets
  const { make, layout } = members.writer
  const listed = nextOf(members, left)
  if (listed.length === 0) {
    return others === null
      ? null
      : [...others, ...make.repeat([...layout.comma, ...others], 0, null)]
  }
  const known = bodies.get(left)
  if (known !== undefined) return known
  const name = make.freeName(`${members.name}-rest`)
  // Further properties may stand between the others, and lead back to the same set.
  bodies.set(left, [make.ref(name)])
  const rule = make.rule(name, () => {
    if (members.mixed !== undefined) return mixedBody(sets, left, members.mixed)
    const alternatives = listed.map(({ next, to }): Parts => [
      ...pairOf(next),
      ...freeTail(sets, to),
    ])
    if (others !== null) alternatives.push([...others, ...freeTail(sets, left)])
    return factor(make, alternatives)
  })
  bodies.set(left, [rule])
  return [rule]
}

/** Every key that may come in a tree of characters: one stack follows it, and one for each way off. */
function mixedBody(sets: Sets, left: number, { pool, rest }: Mixed): Parts {
  const { writer, name, listed } = sets.members
  const { make } = writer
  const again = freeTail(sets, left)
  const leaves = new Map<string, Parts>(pool.map(({ key, rest: own }) => [key, [...own, ...again]]))
  for (const { next, to } of nextOf(sets.members, left)) {
    leaves.set(next.key, [...next.rest, ...freeTail(sets, to)])
  }
  return writeMixed(make, { name, listed, leaves, other: [...rest, ...again] })
}

function freeTail(sets: Sets, left: number): Parts {
  const { make, layout } = sets.members.writer
  const body = freeBody(sets, left)
  if (body === null) return []
  const more = [...layout.comma, ...body]
  return owesFrom(sets, left) ? more : make.optional(more)
}
