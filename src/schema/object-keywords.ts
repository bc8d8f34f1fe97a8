import {
  accepts,
  areEqual,
  complement,
  fromPattern,
  isFault,
  noText,
  union,
} from '../automata/index.ts'
import { keywordReader, type Reading } from './keyword-reader.ts'
import { lowerMax } from './limits.ts'
import { isObject, memberPath, ownMember } from './raw-schema.ts'
import type { Conjunction, KeyPattern, ObjectShape } from './shape.ts'

/** The objects that `properties`, `required` and `additionalProperties` leave. */
export function readObject(reading: Reading, open: ObjectShape): ObjectShape {
  const at = keywordReader(reading)
  const { patterns, isWhole } = readPatterns(reading)
  const properties = readProperties(reading)
  for (const [key, schemas] of properties) {
    properties.set(key, [...schemas, ...patternSchemas(patterns, key)])
  }
  for (const keyword of ['minProperties', 'maxProperties']) {
    if (at.count(keyword) !== null) at.exact(keyword)
  }
  return {
    ...open,
    properties,
    listed: properties.size > 0,
    patterns,
    names: readNames(reading),
    required: readRequired(reading),
    additional: isWhole ? readAdditional(reading) : readBlurred(reading),
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

/** The patterns of keys; `isWhole` if none had to be left out. */
function readPatterns(reading: Reading): { patterns: KeyPattern[]; isWhole: boolean } {
  const at = keywordReader(reading)
  const listed = at.value('patternProperties')
  if (listed === undefined) return { patterns: [], isWhole: true }
  if (!isObject(listed)) {
    at.note('patternProperties', 'ignored', 'is not an object')
    return { patterns: [], isWhole: true }
  }
  at.exact('patternProperties')
  const path = memberPath(reading.path, 'patternProperties')
  const patterns: KeyPattern[] = []
  let isWhole = true
  for (const source of Object.keys(listed)) {
    const texts = fromPattern(source)
    if (isFault(texts)) {
      isWhole = false
      const reason = `has the pattern ${JSON.stringify(source.slice(0, 40))}, which ${texts.reason}`
      at.note('patternProperties', texts.kind === 'limit' ? 'relaxed' : 'refused', reason)
    } else {
      const schema = ownMember(listed, source)
      patterns.push({ texts, schemas: [{ schema, path: memberPath(path, source) }] })
    }
  }
  return { patterns, isWhole }
}

/** Which keys are additional is not known beside a pattern that was left out. */
function readBlurred(reading: Reading): Conjunction {
  const at = keywordReader(reading)
  if (at.has('additionalProperties')) {
    at.note('additionalProperties', 'relaxed', 'is not told apart from patternProperties')
  }
  return []
}

function readNames(reading: Reading): Conjunction {
  const at = keywordReader(reading)
  const schema = at.value('propertyNames')
  if (schema === undefined) return []
  at.exact('propertyNames')
  return [{ schema, path: memberPath(reading.path, 'propertyNames') }]
}

function readAdditional(reading: Reading): Conjunction | null {
  const at = keywordReader(reading)
  if (!at.has('additionalProperties')) return null
  at.exact('additionalProperties')
  const schema = at.value('additionalProperties')
  return [{ schema, path: memberPath(reading.path, 'additionalProperties') }]
}

function patternSchemas(patterns: readonly KeyPattern[], key: string): Conjunction {
  return patterns.flatMap(({ texts, schemas }) => (accepts(texts, key) ? schemas : []))
}

/** What a shape says of the value of a key; `null` for a further one that it says nothing about. */
export function schemasOfKey(shape: ObjectShape, key: string): Conjunction | null {
  const own = shape.properties.get(key)
  if (own !== undefined) return own
  const matching = shape.patterns.filter(({ texts }) => accepts(texts, key))
  return matching.length === 0 ? shape.additional : matching.flatMap(({ schemas }) => schemas)
}

/**
 * Objects of both shapes: a property that only one lists must fit what the other says of it. What
 * one says of its additional properties becomes a pattern: that of all names which it does not know.
 */
export function meetObjects(a: ObjectShape, b: ObjectShape): ObjectShape | null {
  const properties = new Map<string, Conjunction>()
  for (const key of new Set([...a.properties.keys(), ...b.properties.keys()])) {
    properties.set(key, [...(schemasOfKey(a, key) ?? []), ...(schemasOfKey(b, key) ?? [])])
  }
  const minProperties = Math.max(a.minProperties, b.minProperties)
  const maxProperties = lowerMax(a.maxProperties, b.maxProperties)
  if (maxProperties !== null && maxProperties < minProperties) return null
  const further = meetFurther(a, b)
  return {
    ...a,
    properties,
    ...(further ?? { patterns: [...a.patterns, ...b.patterns], additional: null }),
    // Without what additional properties must be more is admitted; whoever meets shapes tells so.
    inexact: a.inexact || b.inexact || further === null,
    names: [...a.names, ...b.names],
    required: new Set([...a.required, ...b.required]),
    minProperties,
    maxProperties,
    someOther: [...a.someOther, ...b.someOther],
    listed: a.listed || b.listed,
  }
}

/** `null` where the patterns of one are too many to tell which keys are additional there. */
function meetFurther(
  a: ObjectShape,
  b: ObjectShape,
): Pick<ObjectShape, 'patterns' | 'additional'> | null {
  const isSaid = a.additional !== null || b.additional !== null
  const additional = isSaid ? [...(a.additional ?? []), ...(b.additional ?? [])] : null
  if (a.patterns.length + b.patterns.length === 0) return { patterns: [], additional }
  const patterns = withAdditional(a)
  const others = withAdditional(b)
  if (patterns === null || others === null) return null
  const more = others.filter((one) => !patterns.some((other) => isSame(one, other)))
  return { patterns: [...patterns, ...more], additional: isSaid ? [] : null }
}

function isSame(a: KeyPattern, b: KeyPattern): boolean {
  return (
    areEqual(a.texts, b.texts) &&
    a.schemas.length === b.schemas.length &&
    a.schemas.every(
      ({ schema, unseen }, i) => schema === b.schemas[i]?.schema && unseen === b.schemas[i]?.unseen,
    )
  )
}

/** The patterns of a shape, and one more for its additional properties. */
export function withAdditional({
  patterns,
  additional,
}: ObjectShape): readonly KeyPattern[] | null {
  if (additional === null) return patterns
  let known = noText
  for (const { texts } of patterns) {
    const both = union(known, texts)
    if (both === null) return null
    known = both
  }
  return [...patterns, { texts: complement(known), schemas: additional }]
}
