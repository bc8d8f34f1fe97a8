import { keywordReader, type Reading } from './keyword-reader.ts'
import { lowerMax } from './limits.ts'
import { isObject, memberPath, ownMember } from './raw-schema.ts'
import type { Conjunction, ObjectShape } from './shape.ts'

const unenforced = ['propertyNames']

/** The objects that `properties`, `required` and `additionalProperties` leave. */
export function readObject(reading: Reading, open: ObjectShape): ObjectShape {
  const at = keywordReader(reading)
  for (const keyword of unenforced) {
    if (at.has(keyword)) at.note(keyword, 'ignored', 'is not enforced by the grammar')
  }
  const properties = readProperties(reading)
  for (const keyword of ['minProperties', 'maxProperties']) {
    if (at.count(keyword) !== null) at.exact(keyword)
  }
  return {
    ...open,
    properties,
    listed: properties.size > 0,
    required: readRequired(reading),
    additional: readAdditional(reading),
    minProperties: at.count('minProperties') ?? 0,
    maxProperties: at.count('maxProperties'),
  }
}

function readProperties(reading: Reading): Map<string, Conjunction> {
  const at = keywordReader(reading)
  const properties = new Map<string, Conjunction>()
  const listed = at.value('properties')
  if (listed === undefined) return properties
  if (!isObject(listed)) {
    at.note('properties', 'ignored', 'is not an object')
    return properties
  }
  at.exact('properties')
  const path = memberPath(reading.path, 'properties')
  for (const key of Object.keys(listed)) {
    properties.set(key, [{ schema: ownMember(listed, key), path: memberPath(path, key) }])
  }
  return properties
}

function readRequired(reading: Reading): Set<string> {
  const at = keywordReader(reading)
  // Draft 3 said `required: true` within the property; many hand-written schemas still do.
  if (at.boolean('required') !== null) return new Set()
  const names = at.list('required')
  if (names === null) return new Set()
  at.exact('required')
  return new Set(names.filter((name) => typeof name === 'string'))
}

function readAdditional(reading: Reading): Conjunction | null {
  const at = keywordReader(reading)
  const patterns = at.value('patternProperties')
  if (isObject(patterns) && Object.keys(patterns).length > 0) {
    at.note('patternProperties', 'relaxed', 'is read as any further property')
    if (at.has('additionalProperties')) {
      at.note('additionalProperties', 'relaxed', 'is not told apart from patternProperties')
    }
    return []
  }
  if (!at.has('additionalProperties')) return null
  at.exact('additionalProperties')
  const schema = at.value('additionalProperties')
  return [{ schema, path: memberPath(reading.path, 'additionalProperties') }]
}

/** Objects of both shapes: a property that only one lists must fit what the other says of the rest. */
export function meetObjects(a: ObjectShape, b: ObjectShape): ObjectShape | null {
  const properties = new Map<string, Conjunction>()
  for (const key of new Set([...a.properties.keys(), ...b.properties.keys()])) {
    properties.set(key, [
      ...(a.properties.get(key) ?? a.additional ?? []),
      ...(b.properties.get(key) ?? b.additional ?? []),
    ])
  }
  const said = a.additional !== null || b.additional !== null
  const minProperties = Math.max(a.minProperties, b.minProperties)
  const maxProperties = lowerMax(a.maxProperties, b.maxProperties)
  if (maxProperties !== null && maxProperties < minProperties) return null
  return {
    ...a,
    properties,
    required: new Set([...a.required, ...b.required]),
    additional: said ? [...(a.additional ?? []), ...(b.additional ?? [])] : null,
    minProperties,
    maxProperties,
    someOther: [...a.someOther, ...b.someOther],
    listed: a.listed || b.listed,
  }
}
