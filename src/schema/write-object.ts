import type { Automaton } from '../automata/index.ts'
import type { SchemaSettings } from '../peg/node.ts'
import { factor } from './factor.ts'
import { MaxAnyOrder } from './limits.ts'
import { schemasOfKey } from './object-keywords.ts'
import { otherPair, writeMembers, type Members } from './object-members.ts'
import { pairOf, type Property } from './object-states.ts'
import { isName, writeOther, type OtherKeys } from './other-keys.ts'
import type { Parts } from './parts.ts'
import type { Conjunction, ObjectShape } from './shape.ts'
import { noteKeyword } from './sources.ts'
import { MaxSpread, spreadOthers } from './spread-others.ts'
import { isCounted, writeCounted } from './write-counted-object.ts'
import { writeMixed } from './write-mixed.ts'
import type { ValueWriter } from './value-writer.ts'
import { writeOwed } from './write-owed.ts'

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
  const spread = spreadOthers(writer, shape, settings.additional)
  if (spread.length > MaxSpread) {
    const reason = 'leaves out some of the ways to have another property'
    noteKeyword(writer.reporter, shape, 'additionalProperties', 'narrowed', reason)
  }
  return spread.slice(0, MaxSpread).flatMap((one) => {
    const parts = writeOne(writer, one, settings)
    return parts === null ? [] : [parts]
  })
}

function writeOne(writer: ValueWriter, shape: ObjectShape, settings: ObjectSettings): Parts | null {
  const { layout } = writer
  const found = writeProperties(writer, shape, settings)
  if (found === null) return null
  const { name } = settings
  const listed = namesOf(shape)
  const others = writeOthers(writer, shape, settings)
  const plain: Members = { writer, name, listed, properties: found, others, order: 'listed' }
  const members = settings.order === 'any' ? inAnyOrder(plain) : plain
  if (isCounted(shape, found, members)) {
    const owed = writeOwed(writer, shape, {
      write: (wanted, schemas, texts) => {
        const additional =
          settings.additional === null ? null : [...settings.additional, ...schemas]
        const owing = { ...settings, additional }
        return otherPair({ ...plain, others: writeOthers(writer, wanted, owing, texts) })
      },
    })
    const counted = writeCounted(members, shape, owed)
    if (counted !== 'uncounted') return counted
  }
  return ['{', ...layout.gap, ...writeMembers(members, shape.minProperties > 0), '}']
}

/**
 * In any order each set of properties that can be left is a state. Of many only the required ones
 * are followed so: the others may come at any place, and twice, as further ones may: of two values
 * a reader keeps one, and both fit. Many required ones keep their order among each other.
 */
function inAnyOrder(members: Members): Members {
  const { writer, name, properties } = members
  if (properties.length <= MaxAnyOrder) return withMixed({ ...members, order: 'any' }, [])
  const required = properties.filter((property) => property.required)
  const optional = properties.filter((property) => !property.required)
  const order = required.length > MaxAnyOrder ? 'chain' : 'any'
  const ruleName = writer.make.freeName(`${name}-optional`)
  const parts = [writer.make.rule(ruleName, () => anyOf(members, optional))]
  const free: Members = { ...members, properties: required, order }
  return { ...withMixed(free, optional), others: { kind: 'pair', parts } }
}

/** One of some properties, or a further one. */
function anyOf(members: Members, properties: readonly Property[]): Parts {
  const { writer, name, listed, others } = members
  if (others?.kind === 'unlisted') {
    const leaves = new Map(properties.map(({ key, rest }) => [key, rest]))
    return writeMixed(writer.make, { name, listed, leaves, other: others.rest })
  }
  const pairs = properties.map(pairOf)
  return factor(writer.make, others === null ? pairs : [...pairs, others.parts])
}

/** With all keys in one tree, where the trees of all sets are not too large together. */
function withMixed(members: Members, pool: readonly Property[]): Members {
  const { others, properties, listed, order } = members
  if (others?.kind !== 'unlisted' || order !== 'any') return members
  const characters = listed.reduce((sum, key) => sum + key.length, 0)
  if (characters * 2 ** properties.length > MaxMixed) return members
  return { ...members, mixed: { pool, rest: others.rest } }
}

/** The most characters of the keys of one object, once for each set of those that can be left. */
const MaxMixed = 1_500

/** The properties in the order in which they are written; those that cannot be are left out. */
function writeProperties(
  writer: ValueWriter,
  shape: ObjectShape,
  { order, additional }: ObjectSettings,
): readonly Property[] | null {
  const found: Property[] = []
  const { layout } = writer
  for (const key of namesOf(shape)) {
    const required = shape.required.has(key)
    const schemas = schemasOfKey(shape, key) ?? additional ?? []
    const value = isName(writer, shape, key) ? writer.value(schemas) : null
    if (value !== null) {
      found.push({ key, rest: [...layout.colon, ...value, ...layout.gap], required })
    } else if (required) return null
  }
  if (order !== 'required-first') return found
  return [...found.filter((p) => p.required), ...found.filter((p) => !p.required)]
}

function namesOf({ properties, required }: ObjectShape): readonly string[] {
  return [...new Set([...properties.keys(), ...required])]
}

function writeOthers(
  writer: ValueWriter,
  shape: ObjectShape,
  { name, additional, noteLoss }: ObjectSettings,
  within: Automaton | null = null,
): OtherKeys | null {
  if (additional === null && shape.patterns.length === 0) return null
  const listed = namesOf(shape)
  return writeOther(writer, shape, { name, listed, additional, within, noteLoss })
}
