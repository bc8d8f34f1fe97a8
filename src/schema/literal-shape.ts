import { isObject, ownMember } from './raw-schema.ts'
import { openShape, type Conjunction, type Shape } from './shape.ts'
import { typeOf } from './value-types.ts'

/** The shape of one value: what an array or object holds is said of each place by itself. */
export function literalShape(value: unknown, path: string): Shape {
  const open = openShape(typeOf(value), path)
  const only = (schema: unknown): Conjunction => [{ schema: constant(schema), path }]
  if (open.type === 'array' && Array.isArray(value)) {
    const count = value.length
    return { ...open, prefix: value.map(only), minItems: count, maxItems: count }
  }
  if (open.type === 'object' && isObject(value)) {
    const keys = Object.keys(value)
    return {
      ...open,
      properties: new Map(keys.map((key) => [key, only(ownMember(value, key))])),
      required: new Set(keys),
      additional: [{ schema: false, path }],
      listed: true,
    }
  }
  return { ...open, values: [value] }
}

/** Schemas are told apart by identity: an object that is met again has the same schema. */
const constants = new WeakMap<object, { readonly const: unknown }>()

function constant(value: unknown): { readonly const: unknown } {
  if (typeof value !== 'object' || value === null) return { const: value }
  let schema = constants.get(value)
  if (schema === undefined) constants.set(value, (schema = { const: value }))
  return schema
}
