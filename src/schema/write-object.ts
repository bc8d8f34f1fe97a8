import type { SchemaSettings } from '../peg/node.ts'
import { factor } from './factor.ts'
import { MaxAnyOrder } from './limits.ts'
import { canTellApart, writeOtherKey } from './other-keys.ts'
import type { Parts } from './parts.ts'
import type { Conjunction, ObjectShape } from './shape.ts'
import type { ValueWriter } from './write-array.ts'

/** What an object is written with, beside its shape. */
export interface ObjectSettings {
  /** The stem of the names of its rules. */
  readonly name: string
  readonly order: NonNullable<SchemaSettings['order']>
  /** What further properties must be; `null` where there are none. */
  readonly additional: Conjunction | null
}

/** An object of a shape; `null` where none is possible. */
export function writeObject(
  writer: ValueWriter,
  shape: ObjectShape,
  settings: ObjectSettings,
): Parts | null {
  const properties = writeProperties(writer, shape, settings)
  if (properties === null) return null
  const object: Members = {
    writer,
    properties,
    lastRequired: properties.findLastIndex((property) => property.required),
    name: settings.name,
    others: writeOthers(writer, shape, settings),
    bodies: new Map(),
  }
  const isAny = settings.order === 'any' && properties.length <= MaxAnyOrder
  const members = isAny
    ? anyMembers(object, (1 << properties.length) - 1, shape.minProperties > 0)
    : listedMembers(object, shape.minProperties > 0)
  return ['{', ...writer.layout.gap, ...members, '}']
}

interface Property {
  /** Key, value and the gap behind them. */
  readonly pair: Parts
  readonly required: boolean
}

interface Members {
  readonly writer: ValueWriter
  readonly name: string
  readonly properties: readonly Property[]
  /** The index of the last required one, or -1. */
  readonly lastRequired: number
  /** A further property. */
  readonly others: Parts | null
  /** What was made of the properties from an index on, or of a subset of them. */
  readonly bodies: Map<number, Parts>
}

/** The properties in the order in which they are written; those that cannot be are left out. */
function writeProperties(
  writer: ValueWriter,
  shape: ObjectShape,
  { order, additional }: ObjectSettings,
): readonly Property[] | null {
  const found: Property[] = []
  for (const key of new Set([...shape.properties.keys(), ...shape.required])) {
    const required = shape.required.has(key)
    const schemas = shape.properties.get(key) ?? shape.additional ?? additional ?? []
    const value = writer.value(schemas)
    if (value !== null) found.push({ pair: pairOf(writer, [JSON.stringify(key)], value), required })
    else if (required) return null
  }
  if (order !== 'required-first') return found
  return [...found.filter((p) => p.required), ...found.filter((p) => !p.required)]
}

function pairOf({ layout }: ValueWriter, key: Parts, value: Parts): Parts {
  return [...key, ...layout.colon, ...value, ...layout.gap]
}

function writeOthers(
  writer: ValueWriter,
  shape: ObjectShape,
  { name, additional }: ObjectSettings,
): Parts | null {
  const value = additional === null ? null : writer.value(additional)
  if (value === null) return null
  const names = [...new Set([...shape.properties.keys(), ...shape.required])]
  const { make } = writer
  const key =
    names.length === 0 || !canTellApart(names)
      ? [make.json('string')]
      : [
          '"',
          make.rule(make.freeName(`${name}-key`), () => writeOtherKey(make, `${name}-key`, names)),
        ]
  return [make.rule(make.freeName(`${name}-other`), () => pairOf(writer, key, value))]
}

// A tree of all keys for each place would be quadratic in size: further blocks are shared.
const blockSize = 32

/**
 * The properties in their order: a chain in which each place holds the tree of
 * keys that may come next, up to the next required one.
 */
function listedMembers(object: Members, some: boolean): Parts {
  // A long chain is begun at its end: from its beginning it would be as deep a recursion.
  for (let i = object.properties.length; i > blockSize; i -= blockSize) listedBody(object, i)
  const body = listedBody(object, 0)
  if (body === null) return []
  return some || requiredFrom(object, 0) ? body : object.writer.make.optional(body)
}

/** The properties from an index on, behind another one. */
function listedTail(object: Members, index: number): Parts {
  const { make, layout } = object.writer
  const body = listedBody(object, index)
  if (body === null) return []
  const more = [...layout.comma, ...body]
  return requiredFrom(object, index) ? more : make.optional(more)
}

/** One property or more, from an index on; `null` where there can be none. */
function listedBody(object: Members, index: number): Parts | null {
  const { properties, others } = object
  const own = properties[index]
  if (own === undefined) return others === null ? null : otherMembers(object, others)
  const known = object.bodies.get(index)
  if (known !== undefined) return known
  const body = own.required
    ? [...own.pair, ...listedTail(object, index + 1)]
    : nameBody(object, () => factor(object.writer.make, alternativesFrom(object, index)))
  object.bodies.set(index, body)
  return body
}

function alternativesFrom(object: Members, index: number): Parts[] {
  const { properties } = object
  const end = (Math.floor(index / blockSize) + 1) * blockSize
  const alternatives: Parts[] = []
  for (let i = index; i < properties.length && i < end; i++) {
    const property = properties[i]
    if (property === undefined) break
    alternatives.push([...property.pair, ...listedTail(object, i + 1)])
    if (property.required) return alternatives
  }
  const later = listedBody(object, Math.min(end, properties.length))
  return later === null ? alternatives : [...alternatives, later]
}

function requiredFrom({ lastRequired }: Members, index: number): boolean {
  return index <= lastRequired
}

/** Further properties, one or more. */
function otherMembers(object: Members, others: Parts): Parts {
  const { make, layout } = object.writer
  return [...others, ...make.repeat([...layout.comma, ...others], 0, null)]
}

/** A rule for what several places lead to. */
function nameBody(object: Members, body: () => Parts): Parts {
  const { make } = object.writer
  return [make.rule(make.freeName(`${object.name}-rest`), body)]
}

/** The properties of a set of bits, in any order: one rule for each set that can be left. */
function anyMembers(object: Members, left: number, some = false): Parts {
  const body = anyBody(object, left)
  if (body === null) return []
  return some || anyRequired(object, left) ? body : object.writer.make.optional(body)
}

function anyBody(object: Members, left: number): Parts | null {
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

function anyTail(object: Members, left: number): Parts {
  const body = anyBody(object, left)
  if (body === null) return []
  const more = [...object.writer.layout.comma, ...body]
  return anyRequired(object, left) ? more : object.writer.make.optional(more)
}

function anyRequired({ properties }: Members, left: number): boolean {
  return properties.some(({ required }, i) => required && (left & (1 << i)) !== 0)
}
