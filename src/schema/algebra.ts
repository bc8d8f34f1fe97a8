import { areDisjoint } from './disjoint.ts'
import { literalShape } from './literal-shape.ts'
import { MaxOthers, MaxShapes } from './limits.ts'
import { meetShapes, uniteShapes, type Admits } from './meet-shapes.ts'
import { otherShapes } from './negate.ts'
import { schemasOfKey } from './object-keywords.ts'
import type { Reporter } from './report.ts'
import {
  isAnything,
  openShape,
  type Conjunction,
  type Origin,
  type Shape,
  type ShapeType,
} from './shape.ts'
import { noteKeyword } from './sources.ts'
import { unseen } from './unevaluated.ts'
import { jsonTypes } from './value-types.ts'

/** Lists of shapes as sets of values. What cannot be said exactly becomes larger, never smaller. */
export interface Algebra {
  /** What both admit. Where they are too many, one of them stands for both, and that is noted. */
  meet(a: readonly Shape[], b: readonly Shape[], path: string, keyword: string): readonly Shape[]
  /** What any of them admits. */
  unite(lists: readonly (readonly Shape[])[]): readonly Shape[]
  /** What the first admits and the second, a complement, does; the first where that is too much. */
  exclude(a: readonly Shape[], others: readonly Shape[], origin: Origin): readonly Shape[]
  /** What is not admitted; shapes of a type where that cannot be said exactly are inexact. */
  complement(shapes: readonly Shape[], path: string, origin: Origin): readonly Shape[]
  /** What the first admits and exactly one of the lists; `null` where that is too much to say. */
  exactlyOne(
    within: readonly Shape[],
    lists: readonly (readonly Shape[])[],
    path: string,
  ): readonly Shape[] | null
  /** The pairs of shapes that were met so far, by their weight. */
  work(): number
  /** Tells that what is met with a complement is larger than it should be, where that is so. */
  noteLoss(a: readonly Shape[], others: readonly Shape[], origin: Origin): void
}

interface AlgebraInput {
  readonly admits: Admits
  readonly reporter: Reporter
  readonly contradicts: (schemas: Conjunction) => boolean
  readonly shapesOf: (schemas: Conjunction) => readonly Shape[]
  /** Shapes tell which of their parts keywords have seen. */
  readonly tracksEvaluated: boolean
}

/** The algebra over the shapes of one root. */
export function createAlgebra(input: AlgebraInput): Algebra {
  const { admits, reporter, contradicts, shapesOf, tracksEvaluated } = input
  const unite = (shapes: readonly Shape[]): readonly Shape[] => uniteShapes(shapes, tracksEvaluated)

  let work = 0

  /** Met pair by pair; `null` where there are more than a limit. */
  function product(
    a: readonly Shape[],
    b: readonly Shape[],
    limit: number,
  ): readonly Shape[] | null {
    const shapes: Shape[] = []
    for (const x of a) {
      work += b.length * weightOf(x)
      for (const y of b) {
        const both = meetShapes(x, y, admits)
        if (both?.inexact === true && !x.inexact && !y.inexact) {
          const reason = 'has patterns beside it that are too many to be told apart'
          noteKeyword(reporter, both, 'additionalProperties', 'relaxed', reason)
        }
        if (both !== null && isPossible(both)) shapes.push(both)
        if (shapes.length > limit) return null
      }
    }
    return unite(shapes)
  }

  function isPossible(shape: Shape): boolean {
    if (shape.type === 'array') {
      const { prefix, rest, minItems } = shape
      if (minItems > prefix.length && rest.length > 1 && contradicts(rest)) return false
      return !prefix.some((schemas, i) => i < minItems && contradicts(schemas))
    }
    if (shape.type !== 'object' || shape.values !== null) return true
    for (const key of shape.required) {
      const schemas = schemasOfKey(shape, key) ?? []
      if (schemas.length > 0 && contradicts(schemas)) return false
    }
    return true
  }

  function meet(
    a: readonly Shape[],
    b: readonly Shape[],
    path: string,
    keyword: string,
  ): readonly Shape[] {
    const both = product(a, b, MaxShapes)
    if (both !== null) return both
    reporter.note(path, keyword, 'relaxed', `has more than ${MaxShapes} combinations`)
    return (a.length < b.length ? a : b).map(inexactly)
  }

  function noteLoss(a: readonly Shape[], others: readonly Shape[], origin: Origin): void {
    const types = new Set(a.map(({ type }) => type))
    if (!others.some(({ type, inexact }) => inexact && types.has(type))) return
    const reason = 'is enforced as far as its schema can be turned round'
    reporter.note(origin.path, origin.keyword, 'relaxed', reason)
  }

  function exclude(
    a: readonly Shape[],
    others: readonly Shape[],
    origin: Origin,
  ): readonly Shape[] {
    const both = work > MaxWork ? null : product(a, others, MaxOthers)
    if (both !== null && weightOfAll(both) <= Math.max(MaxWeight, 2 * weightOfAll(a))) {
      noteLoss(a, others, origin)
      return both
    }
    const reason = 'takes too many cases to exclude where it must not hold'
    reporter.note(origin.path, origin.keyword, 'relaxed', reason)
    return a.map(inexactly)
  }

  function complement(shapes: readonly Shape[], path: string, origin: Origin): readonly Shape[] {
    const others = jsonTypes.flatMap((type) => complementOf(type, shapes, path, origin))
    return tracksEvaluated ? others.map(unseen) : others
  }

  function complementOf(
    type: ShapeType,
    shapes: readonly Shape[],
    path: string,
    origin: Origin,
  ): readonly Shape[] {
    let left: readonly Shape[] = [openShape(type, path)]
    let isExact = true
    for (const shape of shapes.flatMap((found) => (found.type === type ? singles(found) : []))) {
      const others = otherShapes(shape, origin)
      const next = others === null || work > MaxWork ? null : product(left, others, MaxOthers)
      if (next !== null) left = next
      else isExact = false
    }
    return isExact ? left : left.map(inexactly)
  }

  function exactlyOne(
    within: readonly Shape[],
    lists: readonly (readonly Shape[])[],
    path: string,
  ): readonly Shape[] | null {
    const found = exactlyOneOf(lists, path)
    if (found !== null) return meet(within, found, path, 'oneOf')
    if (isAnything(within)) return null
    // What stands beside the alternatives may tell them apart.
    const met: (readonly Shape[])[] = []
    for (const list of lists) {
      const both = work > MaxWork ? null : product(within, list, MaxShapes)
      if (both === null) return null
      met.push(both)
    }
    return exactlyOneOf(met, path)
  }

  function exactlyOneOf(
    lists: readonly (readonly Shape[])[],
    path: string,
  ): readonly Shape[] | null {
    if (areDisjoint(lists, shapesOf)) return unite(lists.flat())
    if (lists.length > MaxOverlapping || work > MaxWork) return null
    const parts: (readonly Shape[])[] = []
    const origin = { path, keyword: 'oneOf' }
    for (const [i, own] of lists.entries()) {
      let left = own
      for (const [j, other] of lists.entries()) {
        if (i === j || product(own, other, MaxShapes)?.length === 0) continue
        const next = product(left, complement(other, path, origin), MaxOthers)
        if (next === null || next.some(({ inexact }) => inexact)) return null
        left = next
      }
      parts.push(left)
    }
    const all = unite(parts.flat())
    return weightOfAll(all) > MaxWeight ? null : all
  }

  return {
    meet,
    exclude,
    unite: (lists) => unite(lists.flat()),
    complement,
    exactlyOne,
    work: () => work,
    noteLoss,
  }
}

/** The most alternatives of a `oneOf` that are told apart where they overlap. */
const MaxOverlapping = 12

/** The most that shapes may weigh together from which others are taken: each is written out. */
const MaxWeight = 384

/** The most that is met with what must not hold, by weight: beyond it, that is left out. */
const MaxWork = 200_000

/** How much it takes to write a shape. */
function weightOf(shape: Shape): number {
  return shape.type === 'object' ? 4 + shape.properties.size : 4
}

function weightOfAll(shapes: readonly Shape[]): number {
  return shapes.reduce((sum, shape) => sum + weightOf(shape), 0)
}

function inexactly(shape: Shape): Shape {
  return shape.inexact ? shape : { ...shape, inexact: true }
}

const maxSingles = 64

/** Listed arrays and objects one by one: each is a shape of its own. */
function singles(shape: Shape): readonly Shape[] {
  if (shape.values === null || (shape.type !== 'array' && shape.type !== 'object')) return [shape]
  if (shape.values.length > maxSingles) return [shape]
  return shape.values.map((value) => literalShape(value, shape.path))
}
