import {
  anyText,
  complement,
  exceptWords,
  intersect,
  noText,
  union,
  type Automaton,
} from '../automata/index.ts'
import { literalShape } from './literal-shape.ts'
import { otherNumbers } from './number-keywords.ts'
import { otherStrings } from './string-texts.ts'
import { openShape, type ArrayShape, type Conjunction, type Located } from './shape.ts'
import type { KeyPattern, ObjectShape, Origin, Shape, SomeOther } from './shape.ts'

/** What must hold where a schema must not. */
export function negated({ schema, path, negated: is = false }: Located, origin: Origin): Located {
  if (typeof schema === 'boolean') return { schema: schema === is, path }
  return is ? { schema, path } : { schema, path, negated: true, origin }
}

/**
 * The values of a shape's type that do not fit it, each limit by itself: a value that breaks one
 * of them is in. `null` where a grammar has no words for them.
 *
 * @param origin the keyword that asks for them
 */
export function otherShapes(shape: Shape, origin: Origin): readonly Shape[] | null {
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
      if (shape.values !== null) return otherLiterals(shape, shape.values, origin)
      return open.type === 'array' ? otherArrays(shape, open, origin) : null
    case 'object':
      if (shape.values !== null) return otherLiterals(shape, shape.values, origin)
      return open.type === 'object' ? otherObjects(shape, open, origin) : null
  }
}

/** One literal only: several would have to be met with each other. */
function otherLiterals(
  { path }: Shape,
  values: readonly unknown[],
  origin: Origin,
): readonly Shape[] | null {
  const [value, ...more] = values
  return more.length > 0 ? null : otherShapes(literalShape(value, path), origin)
}

function otherArrays(shape: ArrayShape, open: ArrayShape, origin: Origin): readonly Shape[] | null {
  const { prefix, rest, minItems, maxItems, contains, unique } = shape
  if (unique && (maxItems === null || maxItems > 1)) return null
  const others: Shape[] = []
  if (minItems > 0) others.push({ ...open, maxItems: minItems - 1 })
  if (maxItems !== null) others.push({ ...open, minItems: maxItems + 1 })
  prefix.forEach((schemas, i) => {
    const before = prefix.slice(0, i).map((): Conjunction => [])
    for (const part of schemas) {
      others.push({ ...open, prefix: [...before, [negated(part, origin)]], minItems: i + 1 })
    }
  })
  const from = prefix.length
  for (const part of rest) {
    const wanted = [negated(part, origin)]
    others.push({ ...open, contains: [{ schemas: wanted, from, min: 1, max: null }] })
  }
  for (const { min, max, ...wanted } of contains) {
    if (min > 0) others.push({ ...open, contains: [{ ...wanted, min: 0, max: min - 1 }] })
    if (max !== null) others.push({ ...open, contains: [{ ...wanted, min: max + 1, max: null }] })
  }
  return others.filter(isPossible)
}

function otherObjects(
  shape: ObjectShape,
  open: ObjectShape,
  origin: Origin,
): readonly Shape[] | null {
  const { properties, required, minProperties, maxProperties } = shape
  const some = otherMembers(shape, origin)
  const none = shape.someOther.map((one) => patternWithout(one, origin))
  if (some === null || none.includes(null)) return null
  const others: ObjectShape[] = []
  const never: Conjunction = [{ schema: false, path: shape.path }]
  for (const key of required) others.push({ ...open, properties: new Map([[key, never]]) })
  for (const [key, schemas] of properties) {
    for (const part of schemas) {
      const own = new Map([[key, [negated(part, origin)]]])
      others.push({ ...open, properties: own, required: new Set([key]) })
    }
  }
  for (const one of some) others.push({ ...open, someOther: [one] })
  for (const pattern of none) if (pattern !== null) others.push({ ...open, patterns: [pattern] })
  if (minProperties > 0) others.push({ ...open, maxProperties: minProperties - 1 })
  if (maxProperties !== null) others.push({ ...open, minProperties: maxProperties + 1 })
  return others.filter(isPossible)
}

/** The properties beside the listed ones that a shape does not admit, each by itself. */
function otherMembers(shape: ObjectShape, origin: Origin): readonly SomeOther[] | null {
  const { properties, patterns, names, additional } = shape
  const except = new Set(properties.keys())
  const broken = (part: Located, texts: Automaton | null): SomeOther[] =>
    part.schema === true
      ? []
      : [{ schemas: [negated(part, origin)], except, texts, names: [], origin }]
  const found = patterns.flatMap(({ texts, schemas }) =>
    schemas.flatMap((part) => broken(part, texts)),
  )
  for (const part of names) {
    const wanted = { schemas: [], except: new Set<string>(), texts: null }
    found.push({ ...wanted, names: [negated(part, origin)], origin })
  }
  if (additional === null || additional.length === 0) return found
  const further = patterns.length === 0 ? null : textsBeside(patterns)
  if (further === undefined) return null
  return [...found, ...additional.flatMap((part) => broken(part, further))]
}

/** The names that fit no pattern; `undefined` where they are too many to be told apart. */
function textsBeside(patterns: readonly KeyPattern[]): Automaton | undefined {
  let known = noText
  for (const { texts } of patterns) {
    const both = union(known, texts)
    if (both === null) return undefined
    known = both
  }
  return complement(known)
}

/** What says that there is no such property. */
function patternWithout(
  { schemas, except, texts, names }: SomeOther,
  origin: Origin,
): KeyPattern | null {
  const [part, ...more] = schemas
  if (names.length + more.length > 0) return null
  const free = exceptWords([...except])
  const all = free === null ? null : intersect(free, texts ?? anyText)
  const wanted = part ?? { schema: true, path: origin.path }
  return all === null ? null : { texts: all, schemas: [negated(wanted, origin)] }
}

/** Whether a shape does not ask for what is plainly impossible. */
function isPossible(shape: Shape): boolean {
  const never = (schemas: Conjunction | undefined): boolean =>
    schemas?.some(({ schema }) => schema === false) === true
  if (shape.type === 'object') {
    if (shape.someOther.some(({ schemas, names }) => never(schemas) || never(names))) return false
    return ![...shape.required].some((key) => never(shape.properties.get(key)))
  }
  if (shape.type !== 'array') return true
  if (shape.contains.some(({ min, schemas }) => min > 0 && never(schemas))) return false
  return !shape.prefix.some((schemas, i) => i < shape.minItems && never(schemas))
}
