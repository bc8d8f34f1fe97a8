import { keywordReader, type Reading } from './keyword-reader.ts'
import { memberPath } from './raw-schema.ts'
import type { ArrayShape, Conjunction, ObjectShape, Shape } from './shape.ts'

/**
 * What `unevaluatedProperties` and `unevaluatedItems` leave of shapes that all other keywords of
 * their schema have made: what a shape names was seen by a keyword that held.
 */
export function applyUnevaluated(reading: Reading, shapes: readonly Shape[]): readonly Shape[] {
  const at = keywordReader(reading)
  const schemasOf = (keyword: string): Conjunction | null => {
    if (!at.has(keyword)) return null
    at.exact(keyword)
    // What a schema names only to exclude it has not been seen.
    if (at.has('not') || at.has('if')) {
      at.note(keyword, 'relaxed', 'takes what "not" or "if" names for evaluated')
    }
    return [{ schema: at.value(keyword), path: memberPath(reading.path, keyword) }]
  }
  const properties = schemasOf('unevaluatedProperties')
  const items = schemasOf('unevaluatedItems')
  if (properties === null && items === null) return shapes
  return shapes.map((shape) => {
    if (shape.type === 'object' && properties !== null) return closeObject(shape, properties)
    return shape.type === 'array' && items !== null ? closeArray(shape, items) : shape
  })
}

function closeObject(shape: ObjectShape, schemas: Conjunction): ObjectShape {
  return shape.values !== null || shape.additional !== null
    ? shape
    : { ...shape, additional: schemas }
}

function closeArray(shape: ArrayShape, schemas: Conjunction): ArrayShape {
  if (shape.values !== null || shape.rest.length > 0) return shape
  // An item that `contains` looks for is seen by it.
  const found = shape.contains.filter(({ from }) => from === 0).flatMap((wanted) => wanted.schemas)
  const [own] = schemas
  if (found.length === 0 || own === undefined) return { ...shape, rest: schemas }
  const anyOf = [...found, ...schemas].map(({ schema }) => schema)
  return { ...shape, rest: [{ schema: { anyOf }, path: own.path }] }
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
