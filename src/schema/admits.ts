import { accepts } from '../automata/index.ts'
import { canonicalText } from './literals.ts'
import type { Admits } from './meet-shapes.ts'
import { admitsNumber } from './number-keywords.ts'
import { schemasOfKey } from './object-keywords.ts'
import { isObject, ownMember, type SchemaObject } from './raw-schema.ts'
import type { ArrayShape, Conjunction, ObjectShape, Shape } from './shape.ts'
import { admitsString } from './string-keywords.ts'
import { typeOf } from './value-types.ts'

/** Whether listed values fit shapes: `enum` and `const` beside other keywords. */
export function createAdmits(shapesOf: (schemas: Conjunction) => readonly Shape[]): Admits {
  const admits: Admits = (shape, value) => {
    if (typeOf(value) !== shape.type) return false
    if (shape.values !== null) return hasValue(shape, value)
    switch (shape.type) {
      case 'number':
        return typeof value === 'number' || typeof value === 'bigint'
          ? admitsNumber(shape, value)
          : false
      case 'string':
        return typeof value === 'string' && admitsString(shape, value)
      case 'array':
        return Array.isArray(value) && admitsItems(shape, value)
      case 'object':
        return isObject(value) && admitsMembers(shape, value)
      default:
        return true
    }
  }

  const fits = (schemas: Conjunction, value: unknown): boolean =>
    schemas.length === 0 || shapesOf(schemas).some((shape) => admits(shape, value))

  function admitsItems(shape: ArrayShape, value: readonly unknown[]): boolean {
    if (value.length < shape.minItems) return false
    if (shape.maxItems !== null && value.length > shape.maxItems) return false
    if (shape.unique && new Set(value.map((item) => canonicalText(item))).size < value.length) {
      return false
    }
    const counts = shape.contains.every(({ schemas, from, min, max }) => {
      const count = value.slice(from).filter((item) => fits(schemas, item)).length
      return count >= min && (max === null || count <= max)
    })
    return counts && value.every((item, i) => fits(shape.prefix[i] ?? shape.rest, item))
  }

  function admitsMembers(shape: ObjectShape, value: SchemaObject): boolean {
    const keys = Object.keys(value)
    if (keys.length < shape.minProperties) return false
    if (shape.maxProperties !== null && keys.length > shape.maxProperties) return false
    if (![...shape.required].every((key) => Object.hasOwn(value, key))) return false
    const others = shape.someOther.every(({ schemas, except, texts, names }) =>
      keys.some(
        (key) =>
          !except.has(key) &&
          (texts === null || accepts(texts, key)) &&
          fits(names, key) &&
          fits(schemas, ownMember(value, key)),
      ),
    )
    return (
      others &&
      keys.every(
        (key) =>
          fits(shape.names, key) && fits(schemasOfKey(shape, key) ?? [], ownMember(value, key)),
      )
    )
  }

  return admits
}

function hasValue(shape: Shape, value: unknown): boolean {
  const text = canonicalText(value)
  return (shape.values ?? []).some((item) => canonicalText(item) === text)
}
