/** A key of a dict. */
export type Key = string | number | boolean | null

/** A Python dict: insertion order, no prototype. */
export type Dict = Map<Key, Value>

/**
 * A float whose value is a whole number, infinite or not a number. Any other float is a JavaScript
 * number with a fraction, and a whole number is an int.
 */
export interface Float {
  readonly kind: 'float'
  readonly value: number
}

/** What a name or a member is that is not there. */
export interface Undefined {
  readonly kind: 'undefined'
  readonly name: string
}

/** An object with attributes that can be set: `namespace()`, and `loop`. */
export interface Namespace {
  readonly kind: 'namespace'
  readonly fields: Map<string, Value>
}

/** The arguments of a call, evaluated. */
export interface Given {
  readonly positional: readonly Value[]
  readonly named: ReadonlyMap<string, Value>
}

/** A macro, a function or a method. */
export interface Callable {
  readonly kind: 'callable'
  readonly name: string
  readonly call: (given: Given) => Value
  /** Attributes, if it has any: those of the `loop` that can be called. */
  readonly fields?: ReadonlyMap<string, Value>
}

/** A value of a template, after Python's types; lists and tuples are one. */
export type Value =
  string | number | boolean | null | Value[] | Dict | Float | Undefined | Namespace | Callable

/** The name of a value's type, as messages give it. */
export type TypeName =
  | 'string'
  | 'integer'
  | 'float'
  | 'boolean'
  | 'none'
  | 'list'
  | 'dict'
  | 'undefined'
  | 'namespace'
  | 'function'

/** The type of a value. */
export function typeOf(value: Value): TypeName {
  if (value === null) return 'none'
  if (typeof value === 'string') return 'string'
  if (typeof value === 'boolean') return 'boolean'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'float'
  if (Array.isArray(value)) return 'list'
  if (value instanceof Map) return 'dict'
  return value.kind === 'callable' ? 'function' : value.kind
}

/** A value that is not there. */
export function undefinedValue(name: string): Undefined {
  return { kind: 'undefined', name }
}

/** A float as a value. */
export function floatValue(value: number): number | Float {
  return Number.isInteger(value) || !Number.isFinite(value) ? { kind: 'float', value } : value
}

/** The number that a value stands for, as Python's arithmetic sees it; null for other types. */
export function numberOf(value: Value): number | null {
  if (typeof value === 'number') return value
  if (typeof value === 'boolean') return value ? 1 : 0
  return isFloat(value) ? value.value : null
}

/** A whole float. */
export function isFloat(value: Value): value is Float {
  return typeOf(value) === 'float' && typeof value === 'object'
}

/** A value that is not there. */
export function isUndefined(value: Value): value is Undefined {
  return typeOf(value) === 'undefined'
}

/** An object whose attributes can be set. */
export function isNamespace(value: Value): value is Namespace {
  return typeOf(value) === 'namespace'
}

/** Something that can be called. */
export function isCallable(value: Value): value is Callable {
  return typeOf(value) === 'function'
}

/** Whether a value counts as true. */
export function isTruthy(value: Value): boolean {
  switch (typeOf(value)) {
    case 'none':
    case 'undefined':
      return false
    case 'string':
      return value !== ''
    case 'boolean':
      return value === true
    case 'integer':
    case 'float':
      return numberOf(value) !== 0
    default:
      return Array.isArray(value) ? value.length > 0 : value instanceof Map ? value.size > 0 : true
  }
}

/** Deepest nesting of the data that is compared, printed or taken in. */
export const maxDataDepth = 500

/** Python's `==`. */
export function isEqual(a: Value, b: Value, depth = 0): boolean {
  if (depth > maxDataDepth) return false
  const [x, y] = [numberOf(a), numberOf(b)]
  if (x !== null && y !== null) return x === y
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, i) => isEqual(item, b[i] ?? null, depth + 1))
  }
  if (a instanceof Map && b instanceof Map) {
    if (a.size !== b.size) return false
    return [...a].every(([key, item]) => {
      const other = b.get(key)
      return other !== undefined && isEqual(item, other, depth + 1)
    })
  }
  return a === b || (isUndefined(a) && isUndefined(b))
}

/**
 * Python's order: below zero, zero or above it; null for types that have none.
 */
export function compareValues(a: Value, b: Value): number | null {
  const [x, y] = [numberOf(a), numberOf(b)]
  if (x !== null && y !== null) return x - y
  if (typeof a === 'string' && typeof b === 'string') return comparePoints(a, b)
  if (!Array.isArray(a) || !Array.isArray(b)) return null
  for (const [i, item] of a.entries()) {
    const other = b[i]
    if (other === undefined) return 1
    const order = compareValues(item, other)
    if (order !== 0) return order
  }
  return a.length - b.length
}

/** By code points, as Python compares strings. */
function comparePoints(a: string, b: string): number {
  const [x, y] = [pointsOf(a), pointsOf(b)]
  for (let i = 0; i < x.length && i < y.length; i++) {
    const order = (x[i]?.codePointAt(0) ?? 0) - (y[i]?.codePointAt(0) ?? 0)
    if (order !== 0) return order
  }
  return x.length - y.length
}

/** The characters of a string as Python counts them. */
export function pointsOf(text: string): string[] {
  return Array.from(text)
}
