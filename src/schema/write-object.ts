import type { SchemaSettings } from '../peg/node.ts'
import { factor } from './factor.ts'
import { MaxAnyOrder } from './limits.ts'
import { schemasOfKey } from './object-keywords.ts'
import { objectStates, type ObjectState, type Property } from './object-states.ts'
import { isName, writeOther } from './other-keys.ts'
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
  /** Told when a keyword is followed in part only. */
  noteLoss(keyword: string): void
}

/** Objects of a shape: one alternative, or more, or none where none is possible. */
export function writeObject(
  writer: ValueWriter,
  shape: ObjectShape,
  settings: ObjectSettings,
): readonly Parts[] {
  const spread = spreadOthers(shape, settings.additional)
  if (spread.length > maxSpread) {
    const reason = 'leaves out some of the ways to have another property'
    writer.reporter.note(shape.path, 'additionalProperties', 'narrowed', reason)
  }
  return spread.slice(0, maxSpread).flatMap((one) => {
    const parts = writeOne(writer, one, settings)
    return parts === null ? [] : [parts]
  })
}

function writeOne(writer: ValueWriter, shape: ObjectShape, settings: ObjectSettings): Parts | null {
  const properties = writeProperties(writer, shape, settings)
  if (properties === null) return null
  const counted = isCounted(shape, properties, settings)
    ? writeCounted(writer, shape, settings, properties)
    : 'uncounted'
  if (counted !== 'uncounted') return counted
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

/** Whether it matters how many properties come, or which of the further ones. */
function isCounted(
  { someOther, minProperties, maxProperties, patterns }: ObjectShape,
  properties: readonly Property[],
  { additional }: ObjectSettings,
): boolean {
  const required = properties.filter((property) => property.required).length
  if (someOther.length > 0 || minProperties > Math.max(required, 1)) return true
  const hasOthers = additional !== null || patterns.length > 0
  return maxProperties !== null && (hasOthers || properties.length > maxProperties)
}

function writeCounted(
  writer: ValueWriter,
  shape: ObjectShape,
  settings: ObjectSettings,
  properties: readonly Property[],
): Parts | null | 'uncounted' {
  const { minProperties: min, maxProperties: max } = shape
  const others = writeOthers(writer, shape, settings)
  const { make, layout, reporter } = writer
  if (properties.length === 0 && shape.someOther.length === 0) {
    if (others === null) return min > 0 ? null : ['{', ...layout.gap, '}']
    if (max === 0) return ['{', ...layout.gap, '}']
    const more = make.repeat(
      [...layout.comma, ...others],
      Math.max(0, min - 1),
      max === null ? null : max - 1,
    )
    const all = [...others, ...more]
    return ['{', ...layout.gap, ...(min > 0 ? all : make.optional(all)), '}']
  }
  const owed = shape.someOther.map(({ schemas }) => {
    const own = { ...settings, additional: [...(settings.additional ?? []), ...schemas] }
    const patterns = shape.patterns.map((one) => ({
      ...one,
      schemas: [...one.schemas, ...schemas],
    }))
    return writeOthers(writer, { ...shape, patterns }, own)
  })
  if (owed.includes(null)) return null
  const isAny = settings.order === 'any' && properties.length <= MaxAnyOrder
  const states = objectStates({
    properties,
    others,
    someOther: owed.filter((parts) => parts !== null),
    min,
    max,
    order: isAny ? 'any' : 'listed',
  })
  if (states !== null)
    return states.length === 0 ? null : writeStates(writer, states, settings.name)
  for (const keyword of ['minProperties', 'maxProperties'] as const) {
    const isSaid = keyword === 'minProperties' ? min > 0 : max !== null
    if (isSaid) reporter.note(shape.path, keyword, 'relaxed', 'takes too many states to count')
  }
  if (shape.someOther.length > 0) {
    reporter.note(
      shape.path,
      'additionalProperties',
      'relaxed',
      'takes too many states to turn round',
    )
  }
  return 'uncounted'
}

function writeStates(writer: ValueWriter, states: readonly ObjectState[], name: string): Parts {
  const { make, layout } = writer
  const named = states.map((_, id) => make.freeName(`${name}-members-${id}`))
  const reached = new Set([0])
  for (const id of reached) {
    const { isFirst, ends, steps } = states[id] ?? { isFirst: false, ends: true, steps: [] }
    const alternatives = steps.map(({ pair, to }): Parts => {
      reached.add(to)
      return [...(isFirst ? [] : layout.comma), ...pair, make.p.ref(named[to] ?? '')]
    })
    make.rule(named[id] ?? '', () => factor(make, ends ? [...alternatives, ['}']] : alternatives))
  }
  return ['{', ...layout.gap, make.p.ref(named[0] ?? '')]
}

/** The most shapes of objects that differ in the property that a constraint finds. */
const maxSpread = 64

/**
 * A property that some keyword asks for beside the named ones may be one that the shape names: each
 * of these is a shape of its own, beside that with a further property.
 */
function spreadOthers(shape: ObjectShape, additional: Conjunction | null): readonly ObjectShape[] {
  const [first, ...more] = shape.someOther
  if (first === undefined) return [shape]
  const { schemas, except } = first
  const rest = spreadOthers({ ...shape, someOther: more }, additional)
  const all = rest.flatMap((one): ObjectShape[] => {
    const names = [...new Set([...one.properties.keys(), ...one.required])]
    const found = names.flatMap((key): ObjectShape[] => {
      if (except.has(key)) return []
      const own = [...(schemasOfKey(one, key) ?? additional ?? []), ...schemas]
      const properties = new Map(one.properties).set(key, own)
      return [{ ...one, properties, required: new Set([...one.required, key]) }]
    })
    if (additional === null) return found
    const properties = new Map(one.properties)
    for (const key of except) if (!properties.has(key)) properties.set(key, additional)
    return [...found, { ...one, properties, someOther: [...one.someOther, first] }]
  })
  return all.slice(0, maxSpread + 1)
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
    const schemas = schemasOfKey(shape, key) ?? additional ?? []
    const value = isName(writer, shape, key) ? writer.value(schemas) : null
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
  { name, additional, noteLoss }: ObjectSettings,
): Parts | null {
  if (additional === null && shape.patterns.length === 0) return null
  const listed = [...new Set([...shape.properties.keys(), ...shape.required])]
  const other = writeOther(writer, shape, { name, listed, additional, noteLoss })
  return other === null
    ? null
    : [writer.make.rule(writer.make.freeName(`${name}-other`), () => other)]
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
