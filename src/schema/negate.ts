import { literalShape } from './literal-shape.ts'
import { otherNumbers } from './number-keywords.ts'
import { otherStrings } from './string-texts.ts'
import { openShape, type ArrayShape, type Conjunction, type Located } from './shape.ts'
import type { ObjectShape, Shape } from './shape.ts'

/** What must hold where a schema must not. */
export function negated({ schema, path, negated: is = false }: Located): Located {
  if (typeof schema === 'boolean') return { schema: !schema, path }
  return { schema, path, negated: !is }
}

/**
 * The values of a shape's type that do not fit it, each limit by itself: a value that breaks one
 * of them is in. `null` where a grammar has no words for them.
 */
export function otherShapes(shape: Shape): readonly Shape[] | null {
  const { type, path, inexact } = shape
  if (inexact) return null
  const open = openShape(type, path)
  switch (shape.type) {
    case 'null':
      return []
    case 'boolean': {
      const left =
        shape.values === null ? [] : [true, false].filter((v) => !shape.values?.includes(v))
      return left.length === 0 ? [] : [{ ...shape, values: left }]
    }
    case 'number':
      return open.type === 'number' ? otherNumbers(shape, open) : null
    case 'string':
      return open.type === 'string' ? otherStrings(shape, open) : null
    case 'array':
      if (shape.values !== null) return otherLiterals(shape, shape.values)
      return open.type === 'array' ? otherArrays(shape, open) : null
    case 'object':
      if (shape.values !== null) return otherLiterals(shape, shape.values)
      return open.type === 'object' ? otherObjects(shape, open) : null
  }
}

/** One literal only: several would have to be met with each other. */
function otherLiterals({ path }: Shape, values: readonly unknown[]): readonly Shape[] | null {
  const [value, ...more] = values
  return more.length > 0 ? null : otherShapes(literalShape(value, path))
}

function otherArrays(shape: ArrayShape, open: ArrayShape): readonly Shape[] | null {
  const { prefix, rest, minItems, maxItems, contains, unique } = shape
  if (unique && (maxItems === null || maxItems > 1)) return null
  const others: Shape[] = []
  if (minItems > 0) others.push({ ...open, maxItems: minItems - 1 })
  if (maxItems !== null) others.push({ ...open, minItems: maxItems + 1 })
  prefix.forEach((schemas, i) => {
    const before = prefix.slice(0, i).map((): Conjunction => [])
    for (const part of schemas) {
      others.push({ ...open, prefix: [...before, [negated(part)]], minItems: i + 1 })
    }
  })
  const from = prefix.length
  for (const part of rest) {
    others.push({ ...open, contains: [{ schemas: [negated(part)], from, min: 1, max: null }] })
  }
  for (const { min, max, ...wanted } of contains) {
    if (min > 0) others.push({ ...open, contains: [{ ...wanted, min: 0, max: min - 1 }] })
    if (max !== null) others.push({ ...open, contains: [{ ...wanted, min: max + 1, max: null }] })
  }
  return others.filter(isPossible)
}

function otherObjects(shape: ObjectShape, open: ObjectShape): readonly Shape[] | null {
  const { properties, required, additional, minProperties, maxProperties, someOther } = shape
  if (someOther.length + shape.patterns.length + shape.names.length > 0) return null
  const others: ObjectShape[] = []
  const never: Conjunction = [{ schema: false, path: shape.path }]
  for (const key of required) others.push({ ...open, properties: new Map([[key, never]]) })
  for (const [key, schemas] of properties) {
    for (const part of schemas) {
      const own = new Map([[key, [negated(part)]]])
      others.push({ ...open, properties: own, required: new Set([key]) })
    }
  }
  const except = new Set(properties.keys())
  for (const part of additional ?? []) {
    if (part.schema === true) continue
    others.push({ ...open, someOther: [{ schemas: [negated(part)], except }] })
  }
  if (minProperties > 0) others.push({ ...open, maxProperties: minProperties - 1 })
  if (maxProperties !== null) others.push({ ...open, minProperties: maxProperties + 1 })
  return others.filter(isPossible)
}

/** Whether a shape does not ask for what is plainly impossible. */
function isPossible(shape: Shape): boolean {
  const never = (schemas: Conjunction | undefined): boolean =>
    schemas?.some(({ schema }) => schema === false) === true
  if (shape.type === 'object') {
    if (shape.someOther.some(({ schemas }) => never(schemas))) return false
    return ![...shape.required].some((key) => never(shape.properties.get(key)))
  }
  if (shape.type !== 'array') return true
  if (shape.contains.some(({ min, schemas }) => min > 0 && never(schemas))) return false
  return !shape.prefix.some((schemas, i) => i < shape.minItems && never(schemas))
}
