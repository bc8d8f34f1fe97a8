import type { SchemaSettings } from '../peg/node.ts'
import { factor } from './factor.ts'
import { MaxAnyOrder } from './limits.ts'
import { schemasOfKey } from './object-keywords.ts'
import { writeMembers, type Members } from './object-members.ts'
import type { Property } from './object-states.ts'
import { isName, writeOther } from './other-keys.ts'
import type { Parts } from './parts.ts'
import type { Conjunction, ObjectShape } from './shape.ts'
import { MaxSpread, spreadOthers } from './spread-others.ts'
import { isCounted, writeCounted } from './write-counted-object.ts'
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
  if (spread.length > MaxSpread) {
    const reason = 'leaves out some of the ways to have another property'
    writer.reporter.note(shape.path, 'additionalProperties', 'narrowed', reason)
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
  const members: Members = {
    writer,
    name: settings.name,
    ...arrange(writer, found, writeOthers(writer, shape, settings), settings),
  }
  if (isCounted(shape, found, members)) {
    const owed = shape.someOther.map(({ schemas }) => {
      const additional = [...(settings.additional ?? []), ...schemas]
      const patterns = shape.patterns.map((one) => ({
        ...one,
        schemas: [...one.schemas, ...schemas],
      }))
      return writeOthers(writer, { ...shape, patterns }, { ...settings, additional })
    })
    const counted = writeCounted(members, shape, owed)
    if (counted !== 'uncounted') return counted
  }
  return ['{', ...layout.gap, ...writeMembers(members, shape.minProperties > 0), '}']
}

/**
 * In any order each set of properties that can be left is a state. Of many only the required ones
 * are followed so: the others may come at any place, as further ones may.
 */
function arrange(
  { make }: ValueWriter,
  properties: readonly Property[],
  others: Parts | null,
  settings: ObjectSettings,
): Pick<Members, 'properties' | 'others' | 'order'> {
  if (settings.order !== 'any') return { properties, others, order: 'listed' }
  if (properties.length <= MaxAnyOrder) return { properties, others, order: 'any' }
  const required = properties.filter((property) => property.required)
  if (required.length > MaxAnyOrder) return { properties, others, order: 'listed' }
  const optional = properties.filter((property) => !property.required).map(({ pair }) => pair)
  const all = others === null ? optional : [...optional, others]
  const name = make.freeName(`${settings.name}-optional`)
  return {
    properties: required,
    others: [make.rule(name, () => factor(make, all))],
    order: 'any',
  }
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
