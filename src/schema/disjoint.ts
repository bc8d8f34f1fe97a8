import { canonicalText } from './literals.ts'
import type { Conjunction, ObjectShape, Shape } from './shape.ts'
import { stringsDiffer } from './string-texts.ts'

type ShapesOf = (schemas: Conjunction) => readonly Shape[]

const maxCompared = 128

/**
 * Whether no value fits two of the alternatives, so that `oneOf` means `anyOf`. `true` is certain,
 * `false` may be wrong.
 */
export function areDisjoint(
  alternatives: readonly (readonly Shape[])[],
  shapesOf: ShapesOf,
): boolean {
  if (alternatives.length > maxCompared) return false
  return alternatives.every((a, i) =>
    alternatives
      .slice(i + 1)
      .every((b) => a.every((x) => b.every((y) => shapesDiffer(x, y, shapesOf)))),
  )
}

function shapesDiffer(a: Shape, b: Shape, shapesOf: ShapesOf): boolean {
  if (a.type !== b.type) return true
  if (a.values !== null && b.values !== null) return valuesDiffer(a.values, b.values)
  if (a.type === 'string' && b.type === 'string') return stringsDiffer(a, b)
  if (a.type === 'object' && b.type === 'object') return objectsDiffer(a, b, shapesOf)
  return false
}

function valuesDiffer(a: readonly unknown[], b: readonly unknown[]): boolean {
  const texts = new Set(a.map((value) => canonicalText(value)))
  return b.every((value) => !texts.has(canonicalText(value)))
}

/** Objects that both require a property for which they list different values. */
function objectsDiffer(a: ObjectShape, b: ObjectShape, shapesOf: ShapesOf): boolean {
  for (const key of a.required) {
    const [mine, theirs] = [a.properties.get(key), b.properties.get(key)]
    if (!b.required.has(key) || mine === undefined || theirs === undefined) continue
    const [x, y] = [listedValues(shapesOf(mine)), listedValues(shapesOf(theirs))]
    if (x !== null && y !== null && valuesDiffer(x, y)) return true
  }
  return false
}

function listedValues(shapes: readonly Shape[]): readonly unknown[] | null {
  const values: unknown[] = []
  for (const shape of shapes) {
    if (shape.values === null) return null
    // One by one: more arguments than some 100,000 overflow the stack.
    for (const value of shape.values) values.push(value)
  }
  return values
}
