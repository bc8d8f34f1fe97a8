import { factor } from './factor.ts'
import type { Property } from './object-states.ts'
import type { Parts } from './parts.ts'
import type { ValueWriter } from './write-array.ts'

/** The properties of an object as they are written. */
export interface Members {
  readonly writer: ValueWriter
  /** The stem of the names of rules. */
  readonly name: string
  readonly properties: readonly Property[]
  /** A further property, which may come at any place and any number of times. */
  readonly others: Parts | null
  readonly order: 'listed' | 'any'
}

/** The properties that may come, in their order or in any. `some`: at least one. */
export function writeMembers(members: Members, some: boolean): Parts {
  const chain: Chain = {
    ...members,
    lastRequired: members.properties.findLastIndex((property) => property.required),
    bodies: new Map(),
  }
  return members.order === 'any'
    ? anyMembers(chain, (1 << members.properties.length) - 1, some)
    : listedMembers(chain, some)
}

interface Chain extends Members {
  /** The index of the last required one, or -1. */
  readonly lastRequired: number
  /** What was made of the properties from an index on, or of a subset of them. */
  readonly bodies: Map<number, Parts>
}

// A tree of all keys for each place would be quadratic in size: further blocks are shared.
const blockSize = 32

/**
 * The properties in their order: a chain in which each place holds the tree of keys that may come
 * next, up to the next required one, and further properties, which lead back to the same place.
 */
function listedMembers(object: Chain, some: boolean): Parts {
  // A long chain is begun at its end: from its beginning it would be as deep a recursion.
  for (let i = object.properties.length; i > blockSize; i -= blockSize) listedBody(object, i)
  const body = listedBody(object, 0)
  if (body === null) return []
  return some || requiredFrom(object, 0) ? body : object.writer.make.optional(body)
}

/** The properties from an index on, behind another one. */
function listedTail(object: Chain, index: number): Parts {
  const { make, layout } = object.writer
  const body = listedBody(object, index)
  if (body === null) return []
  const more = [...layout.comma, ...body]
  return requiredFrom(object, index) ? more : make.optional(more)
}

/** One property or more, from an index on; `null` where there can be none. */
function listedBody(object: Chain, index: number): Parts | null {
  const { properties, others } = object
  const own = properties[index]
  if (own === undefined) return others === null ? null : otherMembers(object, others)
  const known = object.bodies.get(index)
  if (known !== undefined) return known
  if (own.required && others === null) {
    const body = [...own.pair, ...listedTail(object, index + 1)]
    object.bodies.set(index, body)
    return body
  }
  const { make } = object.writer
  const name = make.freeName(`${object.name}-rest`)
  // Further properties lead back to the same place.
  object.bodies.set(index, [make.p.ref(name)])
  const rule = make.rule(name, () => {
    const alternatives = alternativesFrom(object, index)
    if (others !== null) alternatives.push([...others, ...listedTail(object, index)])
    return factor(make, alternatives)
  })
  object.bodies.set(index, [rule])
  return [rule]
}

/** The listed properties of which one may come next. */
function alternativesFrom(object: Chain, index: number): Parts[] {
  const { properties } = object
  const end = (Math.floor(index / blockSize) + 1) * blockSize
  const alternatives: Parts[] = []
  for (let i = index; i < properties.length && i < end; i++) {
    const property = properties[i]
    if (property === undefined) break
    alternatives.push([...property.pair, ...listedTail(object, i + 1)])
    if (property.required) return alternatives
  }
  if (end >= properties.length) return alternatives
  return [...alternatives, laterBlock(object, end)]
}

/** The listed properties from a later block on, without further ones: those came before. */
function laterBlock(object: Chain, index: number): Parts {
  const key = -1 - index
  const known = object.bodies.get(key)
  if (known !== undefined) return known
  const { make } = object.writer
  const name = make.freeName(`${object.name}-later`)
  const body = [make.rule(name, () => factor(make, alternativesFrom(object, index)))]
  object.bodies.set(key, body)
  return body
}

function requiredFrom({ lastRequired }: Chain, index: number): boolean {
  return index <= lastRequired
}

/** Further properties, one or more. */
function otherMembers(object: Chain, others: Parts): Parts {
  const { make, layout } = object.writer
  return [...others, ...make.repeat([...layout.comma, ...others], 0, null)]
}

/** The properties of a set of bits, in any order: one rule for each set that can be left. */
function anyMembers(object: Chain, left: number, some = false): Parts {
  const body = anyBody(object, left)
  if (body === null) return []
  return some || anyRequired(object, left) ? body : object.writer.make.optional(body)
}

function anyBody(object: Chain, left: number): Parts | null {
  const { properties, others, writer } = object
  if (left === 0) return others === null ? null : otherMembers(object, others)
  const known = object.bodies.get(left)
  if (known !== undefined) return known
  const { make } = writer
  const name = make.freeName(`${object.name}-rest`)
  // Further properties may stand between the others, and lead back to the same set.
  object.bodies.set(left, [make.p.ref(name)])
  const rule = make.rule(name, () => {
    const alternatives: Parts[] = []
    properties.forEach(({ pair }, i) => {
      if ((left & (1 << i)) !== 0)
        alternatives.push([...pair, ...anyTail(object, left & ~(1 << i))])
    })
    if (others !== null) alternatives.push([...others, ...anyTail(object, left)])
    return factor(make, alternatives)
  })
  object.bodies.set(left, [rule])
  return [rule]
}

function anyTail(object: Chain, left: number): Parts {
  const body = anyBody(object, left)
  if (body === null) return []
  const more = [...object.writer.layout.comma, ...body]
  return anyRequired(object, left) ? more : object.writer.make.optional(more)
}

function anyRequired({ properties }: Chain, left: number): boolean {
  return properties.some(({ required }, i) => required && (left & (1 << i)) !== 0)
}
