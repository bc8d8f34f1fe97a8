import { complement, intersect, noText, union } from '../automata/index.ts'
import { keywordReader, type Reading } from './keyword-reader.ts'
import { withAdditional } from './object-keywords.ts'
import { memberPath } from './raw-schema.ts'
import type { ArrayShape, Conjunction, KeyPattern, ObjectShape, Shape } from './shape.ts'

/**
 * What `unevaluatedProperties` and `unevaluatedItems` leave of shapes that all other keywords of
 * their schema have made: what a shape names was seen by a keyword that held, unless it is marked.
 */
export function applyUnevaluated(reading: Reading, shapes: readonly Shape[]): readonly Shape[] {
  const at = keywordReader(reading)
  const schemasOf = (keyword: string): Conjunction | null => {
    if (!at.has(keyword)) return null
    at.exact(keyword)
    return [{ schema: at.value(keyword), path: memberPath(reading.path, keyword) }]
  }
  const properties = schemasOf('unevaluatedProperties')
  const items = schemasOf('unevaluatedItems')
  if (properties === null && items === null) return shapes
  return shapes.map((shape) => {
    if (shape.type === 'array') return items === null ? shape : closeArray(shape, items)
    if (shape.type !== 'object' || properties === null) return shape
    const closed = closeObject(shape, properties)
    if (closed !== null) return closed
    const reason = 'has patterns beside it that are too many to be told apart'
    at.note('unevaluatedProperties', 'relaxed', reason)
    return { ...shape, inexact: true }
  })
}

/** `null` where the patterns are too many to tell which names were seen. */
function closeObject(shape: ObjectShape, schemas: Conjunction): ObjectShape | null {
  if (shape.values !== null || shape.additional !== null) return shape
  const patterns = closePatterns(shape.patterns, schemas)
  if (patterns === null) return null
  const properties = new Map<string, Conjunction>()
  for (const [key, own] of shape.properties) {
    properties.set(key, isUnseen(own) ? [...own, ...schemas] : own)
  }
  return { ...shape, properties, patterns, additional: schemas }
}

/** A name that only patterns fit that have not seen it must be of the schemas too. */
function closePatterns(
  patterns: readonly KeyPattern[],
  schemas: Conjunction,
): readonly KeyPattern[] | null {
  const isOut = (pattern: KeyPattern): boolean => isUnseen(pattern.schemas)
  if (!patterns.some(isOut)) return patterns
  let seen = noText
  for (const { texts } of patterns.filter((pattern) => !isOut(pattern))) {
    const both = union(seen, texts)
    if (both === null) return null
    seen = both
  }
  const others = complement(seen)
  const closed = [...patterns]
  for (const { texts } of patterns.filter(isOut)) {
    const left = intersect(texts, others)
    if (left === null) return null
    closed.push({ texts: left, schemas })
  }
  return closed
}

function closeArray(shape: ArrayShape, schemas: Conjunction): ArrayShape {
  if (shape.values !== null) return shape
  const left = beside(shape, schemas)
  const close = (own: Conjunction): Conjunction => (isUnseen(own) ? [...own, ...left] : own)
  const rest = shape.rest.length === 0 ? left : close(shape.rest)
  return { ...shape, prefix: shape.prefix.map(close), rest }
}

/** An item that `contains` looks for is seen by it. */
function beside({ contains }: ArrayShape, schemas: Conjunction): Conjunction {
  const found = contains
    .filter(({ from }) => from === 0)
    .flatMap((wanted) => wanted.schemas.filter(({ unseen: isOut = false }) => !isOut))
  const [own] = schemas
  if (found.length === 0 || own === undefined) return schemas
  const anyOf = [...found, ...schemas].map(({ schema }) => schema)
  return [{ schema: { anyOf }, path: own.path }]
}

function isUnseen(schemas: Conjunction): boolean {
  return schemas.length > 0 && schemas.every(({ unseen: isOut = false }) => isOut)
}

/**
 * The same values, of which nothing was seen: annotations are dropped where a schema fails, and
 * where one stands below `not`. JSON Schema 2020-12, section 7.7.1.2.
 */
export function unseen(shape: Shape): Shape {
  const mark = (schemas: Conjunction): Conjunction =>
    schemas.length === 0
      ? [{ schema: true, path: shape.path, unseen: true }]
      : schemas.map((part) => ({ ...part, unseen: true }))
  if (shape.type === 'array') {
    return {
      ...shape,
      prefix: shape.prefix.map(mark),
      rest: shape.rest.length === 0 ? [] : mark(shape.rest),
      contains: shape.contains.map((wanted) => ({ ...wanted, schemas: mark(wanted.schemas) })),
    }
  }
  if (shape.type !== 'object') return shape
  const all = withAdditional(shape)
  const patterns = (all ?? shape.patterns).map(({ texts, schemas }) => ({
    texts,
    schemas: mark(schemas),
  }))
  const properties = new Map([...shape.properties].map(([key, own]) => [key, mark(own)]))
  // As a pattern, what holds for all other names is marked too.
  return {
    ...shape,
    properties,
    patterns,
    additional: null,
    inexact: shape.inexact || all === null,
  }
}

/** Whether a document has such a keyword anywhere. */
export function mentionsUnevaluated(document: unknown): boolean {
  const seen = new Set<unknown>()
  const open = [document]
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value !== 'object' || value === null || seen.has(value)) continue
    seen.add(value)
    if ('unevaluatedProperties' in value || 'unevaluatedItems' in value) return true
    for (const member of Object.values(value)) if (typeof member === 'object') open.push(member)
  }
  return false
}
