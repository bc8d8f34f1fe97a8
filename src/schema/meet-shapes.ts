import { meetArrays } from './array-keywords.ts'
import { canonicalText } from './literals.ts'
import { isEmptyRange, meetNumbers } from './number-keywords.ts'
import { meetObjects } from './object-keywords.ts'
import { isOpen, type Shape } from './shape.ts'
import { joinSources } from './sources.ts'
import { meetStrings } from './string-keywords.ts'

/** Whether a value fits a shape of its type. */
export type Admits = (shape: Shape, value: unknown) => boolean

/** The values that two shapes have in common; `null` where there are none. */
export function meetShapes(a: Shape, b: Shape, admits: Admits): Shape | null {
  if (a.type !== b.type) return null
  const both = meetFamily(a, b, admits)
  if (both === null) return null
  const inexact = a.inexact || b.inexact || both.inexact
  const sources = joinSources(a.sources, b.sources)
  const isSame = both.inexact === inexact && both.sources === sources
  return isSame ? both : { ...both, inexact, sources }
}

function meetFamily(a: Shape, b: Shape, admits: Admits): Shape | null {
  if (saysNothing(a)) return b
  if (saysNothing(b)) return a
  if (a.values !== null) return withValues(a, (value) => admits(b, value))
  if (b.values !== null) return withValues(b, (value) => admits(a, value))
  return meetLimits(a, b)
}

function meetLimits(a: Shape, b: Shape): Shape | null {
  if (a.type === 'number' && b.type === 'number') {
    const both = meetNumbers(a, b)
    return isEmptyRange(both) ? null : both
  }
  if (a.type === 'string' && b.type === 'string') return meetStrings(a, b)
  if (a.type === 'array' && b.type === 'array') return meetArrays(a, b)
  if (a.type === 'object' && b.type === 'object') return meetObjects(a, b)
  return a
}

// `additionalProperties: true` admits everything, yet tells how to read the other's silence.
function saysNothing(shape: Shape): boolean {
  return isOpen(shape) && !(shape.type === 'object' && shape.additional !== null)
}

/** The shape with those of its listed values that pass. */
export function withValues(shape: Shape, passes: (value: unknown) => boolean): Shape | null {
  const values = (shape.values ?? []).filter(passes)
  return values.length === 0 ? null : { ...shape, values }
}

/**
 * Fewer shapes that admit the same: what an open shape covers is left out, lists are joined.
 *
 * @param keepsCovered what is covered stays, as it tells what keywords have seen
 */
export function uniteShapes(shapes: readonly Shape[], keepsCovered = false): readonly Shape[] {
  const open = new Map<string, Shape>()
  for (const shape of keepsCovered ? [] : shapes)
    if (isOpen(shape) && !open.has(shape.type)) open.set(shape.type, shape)
  const lists = new Map<string, unknown[]>()
  const result = new Set<Shape>()
  for (const shape of shapes) {
    const cover = open.get(shape.type)
    const list = lists.get(shape.type)
    if (cover !== undefined) result.add(cover)
    else if (shape.values === null || shape.inexact) result.add(shape)
    else if (list !== undefined) for (const value of shape.values) list.push(value)
    else {
      const values = [...shape.values]
      lists.set(shape.type, values)
      // Filled by the lists that follow, before anyone reads it.
      result.add({ ...shape, values })
    }
  }
  return [...result]
}

/** The values without repetitions. */
export function distinct(values: readonly unknown[]): unknown[] {
  const seen = new Map<string, unknown>()
  for (const value of values) {
    const text = canonicalText(value)
    if (text !== null && !seen.has(text)) seen.set(text, value)
  }
  return [...seen.values()]
}
