import type { IdField, JsonToolsSyntax } from '../../formats/json-tools.ts'
import { isObject } from './json-extent.ts'
import { probe } from './probe-texts.ts'

/** The members of a call that its syntax names. */
export type Fields = Pick<
  JsonToolsSyntax,
  'name' | 'arguments' | 'id' | 'nameIsKey' | 'wrapper' | 'beside' | 'typed'
>

/** What the members of a call are, and what is odd about them. */
interface Shape {
  readonly fields: Fields
  readonly notes: readonly string[]
}

/** The names of a call's members; null when the value is no call. */
export function shapeOf(value: unknown): Shape | null {
  if (!isObject(value)) return null
  const keyed = value[probe.tool]
  if (isObject(keyed)) return { fields: { nameIsKey: true }, notes: [] }
  const flat = membersOf(value)
  if (flat !== null) return flat
  for (const [wrapper, inner] of Object.entries(value)) {
    const shape = isObject(inner) ? membersOf(inner, value) : null
    if (shape === null) continue
    const { typed: _, ...fields } = shape.fields
    const beside = besideOf(value, wrapper)
    const around = beside.length === 0 ? {} : { beside }
    return { ...shape, fields: { ...fields, wrapper, ...around } }
  }
  return null
}

function membersOf(
  value: Readonly<Record<string, unknown>>,
  around: Readonly<Record<string, unknown>> = value,
): Shape | null {
  const keys = Object.keys(value)
  const name = keys.find((key) => value[key] === probe.tool)
  const given = keys.find((key) => {
    const item = value[key]
    return isObject(item) ? probe.key in item : typeof item === 'string' && item.includes(probe.key)
  })
  if (name === undefined || given === undefined) return null
  const [nameAt, givenAt] = [keys.indexOf(name), keys.indexOf(given)]
  const encoded = typeof value[given] === 'string'
  const id = idOf(value, nameAt) ?? (around === value ? null : idOf(around, 0))
  return {
    fields: {
      ...(name === 'name' ? {} : { name }),
      ...(given === 'arguments' ? {} : { arguments: given }),
      ...(id === null ? {} : { id }),
      ...(around['type'] === 'function' ? { typed: true } : {}),
    },
    notes: [
      ...(givenAt < nameAt
        ? ['the template writes arguments before names; the grammar names the tool first']
        : []),
      ...(encoded
        ? [
            `the template writes arguments as a string in ${JSON.stringify(given)}; an object is read, too`,
          ]
        : []),
    ],
  }
}

/** What stands before the object around name and arguments. */
function besideOf(value: Readonly<Record<string, unknown>>, wrapper: string): ('id' | 'type')[] {
  const keys = Object.keys(value)
  return keys.slice(0, keys.indexOf(wrapper)).flatMap((key) => {
    const item = value[key]
    if (item === probe.id || isCount(item)) return ['id' as const]
    return key === 'type' && item === 'function' ? ['type' as const] : []
  })
}

/** A member that is the probe's own id, or a number as text. */
function idOf(value: Readonly<Record<string, unknown>>, nameAt: number): IdField | null {
  const keys = Object.keys(value)
  const at = keys.findIndex((key) => value[key] === probe.id || isCount(value[key]))
  const key = keys[at]
  if (key === undefined) return null
  const echoes = value[key] === probe.id
  return {
    key,
    place: at < nameAt ? 'first' : 'last',
    chars: echoes ? '[a-zA-Z0-9_\\-]' : '[0-9]',
  }
}

function isCount(value: unknown): boolean {
  return typeof value === 'string' && /^\d+$/.test(value)
}
