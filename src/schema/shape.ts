import type { Automaton } from '../automata/index.ts'
import type { Decimal } from './decimal.ts'
import type { SchemaObject } from './raw-schema.ts'
import { jsonTypes } from './value-types.ts'

/** A schema, and where it stands: a JSON pointer. */
export interface Located {
  readonly schema: unknown
  readonly path: string
  /** What must not hold. */
  readonly negated?: boolean
  /** Of what is negated: the keyword that asks for it. */
  readonly origin?: Origin
  /** It comes of a schema that was turned round, so that no `unevaluated…` takes it for seen. */
  readonly unseen?: boolean
}

/** The keyword that turns a schema round, and the schema that holds it. */
export interface Origin {
  readonly path: string
  readonly keyword: string
}

/** Schemas that all must hold for a value. None: any value will do. */
export type Conjunction = readonly Located[]

/** A schema that a shape was read from. */
export interface Source {
  readonly schema: SchemaObject
  readonly path: string
}

/** What every shape has. */
interface ShapeBase<T extends string> {
  readonly type: T
  /** Where its first keyword stands; names the rule that is made of it. */
  readonly path: string
  /** The schemas whose own keywords it holds. */
  readonly sources: readonly Source[]
  /** The only values there are, if they are listed: then they already fit all other limits. */
  readonly values: readonly unknown[] | null
  /** It admits more than the schema does, as part of that was not understood. */
  readonly inexact: boolean
}

/** `null`. */
export type NullShape = ShapeBase<'null'>
/** `true` and `false`. */
export type BooleanShape = ShapeBase<'boolean'>

/** The end of a range of numbers. */
export interface Bound {
  readonly value: Decimal
  /** The value itself is outside. */
  readonly exclusive: boolean
}

/** Numbers. */
export interface NumberShape extends ShapeBase<'number'> {
  readonly minimum: Bound | null
  readonly maximum: Bound | null
  /** Of each a multiple; a whole number is one of 1. */
  readonly steps: readonly Decimal[]
  /** Of none a multiple. */
  readonly offSteps: readonly Decimal[]
  /** None of these. */
  readonly excluded: readonly Decimal[]
}

/** A keyword that limits the texts of strings. */
export interface TextLimit {
  readonly texts: Automaton
  readonly keyword: string
  readonly path: string
  /** The format, or `null` where they are not those of a format as such. */
  readonly format: string | null
}

/** Strings; lengths are counted in code points. */
export interface StringShape extends ShapeBase<'string'> {
  readonly minLength: number
  readonly maxLength: number | null
  /** All of which must hold. */
  readonly texts: readonly TextLimit[]
}

/** How many items from an index on must be of some schemas. */
export interface Contains {
  readonly schemas: Conjunction
  readonly from: number
  readonly min: number
  readonly max: number | null
}

/** Arrays: the first items each by itself, then the rest. */
export interface ArrayShape extends ShapeBase<'array'> {
  readonly prefix: readonly Conjunction[]
  /** Empty where the schema says nothing about them. */
  readonly rest: Conjunction
  readonly minItems: number
  readonly maxItems: number | null
  readonly contains: readonly Contains[]
  /** No two items are equal. */
  readonly unique: boolean
}

/** A property of some schemas, whose name is none of several. */
export interface SomeOther {
  readonly schemas: Conjunction
  readonly except: ReadonlySet<string>
  /** The texts that its name is one of; `null` where it may be any. */
  readonly texts: Automaton | null
  /** What else its name must be. */
  readonly names: Conjunction
  readonly origin: Origin
}

/** What properties must be whose names are among some texts. */
export interface KeyPattern {
  readonly texts: Automaton
  readonly schemas: Conjunction
}

/** Objects. */
export interface ObjectShape extends ShapeBase<'object'> {
  /** With what the patterns say of their names. */
  readonly properties: ReadonlyMap<string, Conjunction>
  /** What holds for further properties too; one that fits several must be what all of them say. */
  readonly patterns: readonly KeyPattern[]
  /** What every name must be. */
  readonly names: Conjunction
  readonly required: ReadonlySet<string>
  /** What all other properties must be; `null` where the schema says nothing about them. */
  readonly additional: Conjunction | null
  readonly minProperties: number
  readonly maxProperties: number | null
  /** For each, one such property or more. */
  readonly someOther: readonly SomeOther[]
  /** `properties` lists some: not all are named by other keywords only. */
  readonly listed: boolean
}

/**
 * The values of one type that a schema admits. A schema is a list of shapes, of which one must
 * hold: its disjunctive normal form, one level deep.
 */
export type Shape = NullShape | BooleanShape | NumberShape | StringShape | ArrayShape | ObjectShape

/** The type of a shape. */
export type ShapeType = Shape['type']

const noSources: readonly Source[] = []
const noProperties: ReadonlyMap<string, Conjunction> = new Map()
const noNames: ReadonlySet<string> = new Set()

/** All values of a type. */
export function openShape(
  type: ShapeType,
  path: string,
  sources: readonly Source[] = noSources,
): Shape {
  const base = { path, sources, values: null, inexact: false }
  switch (type) {
    case 'null':
    case 'boolean':
      return { type, ...base }
    case 'number':
      return {
        type,
        ...base,
        minimum: null,
        maximum: null,
        steps: [],
        offSteps: [],
        excluded: [],
      }
    case 'string':
      return { type, ...base, minLength: 0, maxLength: null, texts: [] }
    case 'array':
      return {
        type,
        ...base,
        prefix: [],
        rest: [],
        minItems: 0,
        maxItems: null,
        contains: [],
        unique: false,
      }
    case 'object':
      return {
        type,
        ...base,
        properties: noProperties,
        patterns: [],
        names: [],
        required: noNames,
        additional: null,
        minProperties: 0,
        maxProperties: null,
        someOther: [],
        listed: false,
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
      return (
        shape.minimum === null &&
        shape.maximum === null &&
        shape.steps.length + shape.offSteps.length + shape.excluded.length === 0
      )
    case 'string':
      return shape.minLength === 0 && shape.maxLength === null && shape.texts.length === 0
    case 'array':
      return (
        shape.prefix.length === 0 &&
        shape.rest.length === 0 &&
        shape.minItems === 0 &&
        shape.maxItems === null &&
        shape.contains.length === 0 &&
        !shape.unique
      )
    case 'object':
      return (
        shape.properties.size === 0 &&
        shape.patterns.length === 0 &&
        shape.names.length === 0 &&
        shape.required.size === 0 &&
        (shape.additional === null || shape.additional.length === 0) &&
        shape.minProperties === 0 &&
        shape.maxProperties === null &&
        shape.someOther.length === 0
      )
  }
}

/** Whether shapes admit every value. */
export function isAnything(shapes: readonly Shape[]): boolean {
  return jsonTypes.every((type) => shapes.some((shape) => shape.type === type && isOpen(shape)))
}

/** Every value. */
export function anything(path: string): readonly Shape[] {
  return jsonTypes.map((type) => openShape(type, path))
}

/** Every value, in the place of what was not understood. */
export function anythingInstead(path: string): readonly Shape[] {
  return anything(path).map((shape) => ({ ...shape, inexact: true }))
}
