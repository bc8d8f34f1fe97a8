import { jsonTypes } from './value-types.ts'

/** A schema, and where it stands: a JSON pointer. */
export interface Located {
  readonly schema: unknown
  readonly path: string
}

/** Schemas that all must hold for a value. None: any value will do. */
export type Conjunction = readonly Located[]

/** What every shape has. */
interface ShapeBase<T extends string> {
  readonly type: T
  /** Where its first keyword stands; names the rule that is made of it. */
  readonly path: string
  /** The only values there are, if they are listed: then they already fit all other limits. */
  readonly values: readonly unknown[] | null
}

/** `null`. */
export type NullShape = ShapeBase<'null'>
/** `true` and `false`. */
export type BooleanShape = ShapeBase<'boolean'>

/** The end of a range of numbers. */
export interface Bound {
  readonly value: number | bigint
  /** The value itself is outside. */
  readonly exclusive: boolean
}

/** Numbers, or only whole ones. */
export interface NumberShape extends ShapeBase<'number'> {
  readonly integer: boolean
  readonly minimum: Bound | null
  readonly maximum: Bound | null
}

/** Strings; lengths are counted in code points. */
export interface StringShape extends ShapeBase<'string'> {
  readonly minLength: number
  readonly maxLength: number | null
}

/** Arrays: the first items each by itself, then the rest. */
export interface ArrayShape extends ShapeBase<'array'> {
  readonly prefix: readonly Conjunction[]
  readonly rest: Conjunction
  readonly minItems: number
  readonly maxItems: number | null
}

/** Objects. */
export interface ObjectShape extends ShapeBase<'object'> {
  readonly properties: ReadonlyMap<string, Conjunction>
  readonly required: ReadonlySet<string>
  /** What further properties must be; `null` where the schema says nothing about them. */
  readonly additional: Conjunction | null
  readonly minProperties: number
  readonly maxProperties: number | null
}

/**
 * The values of one type that a schema admits. A schema is a list of shapes, of which one must
 * hold: its disjunctive normal form, one level deep.
 */
export type Shape = NullShape | BooleanShape | NumberShape | StringShape | ArrayShape | ObjectShape

/** The type of a shape. */
export type ShapeType = Shape['type']

/** All values of a type. */
export function openShape(type: ShapeType, path: string): Shape {
  const base = { path, values: null }
  switch (type) {
    case 'null':
    case 'boolean':
      return { type, ...base }
    case 'number':
      return { type, ...base, integer: false, minimum: null, maximum: null }
    case 'string':
      return { type, ...base, minLength: 0, maxLength: null }
    case 'array':
      return { type, ...base, prefix: [], rest: [], minItems: 0, maxItems: null }
    case 'object':
      return {
        type,
        ...base,
        properties: new Map(),
        required: new Set(),
        additional: null,
        minProperties: 0,
        maxProperties: null,
      }
  }
}

/** Whether a shape admits every value of its type. */
export function isOpen(shape: Shape): boolean {
  if (shape.values !== null) return false
  switch (shape.type) {
    case 'null':
    case 'boolean':
      return true
    case 'number':
      return !shape.integer && shape.minimum === null && shape.maximum === null
    case 'string':
      return shape.minLength === 0 && shape.maxLength === null
    case 'array':
      return (
        shape.prefix.length === 0 &&
        shape.rest.length === 0 &&
        shape.minItems === 0 &&
        shape.maxItems === null
      )
    case 'object':
      return (
        shape.properties.size === 0 &&
        shape.required.size === 0 &&
        (shape.additional === null || shape.additional.length === 0) &&
        shape.minProperties === 0 &&
        shape.maxProperties === null
      )
  }
}

/** Every value. */
export function anything(path: string): readonly Shape[] {
  return jsonTypes.map((type) => openShape(type, path))
}
