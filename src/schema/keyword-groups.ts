import type { SchemaObject } from './raw-schema.ts'
import type { ShapeType } from './shape.ts'

/** What keywords speak of, each a bit. */
const Numbers = 1
const Strings = 2
const Arrays = 4
const Objects = 8
/** References, and keywords that combine schemas. */
const Combining = 16
/** Lists of values. */
const Lists = 32

const groups: ReadonlyMap<string, number> = new Map([
  ...group(Numbers, 'minimum maximum exclusiveMinimum exclusiveMaximum multipleOf'),
  ...group(Numbers | Strings, 'format'),
  ...group(Strings, 'minLength maxLength pattern contentEncoding contentMediaType contentSchema'),
  ...group(Arrays, 'items prefixItems additionalItems minItems maxItems uniqueItems'),
  ...group(Arrays, 'contains minContains maxContains'),
  ...group(Objects, 'properties required patternProperties additionalProperties propertyNames'),
  ...group(Objects, 'minProperties maxProperties'),
  ...group(Lists, 'enum const'),
  ...group(Combining, '$ref $dynamicRef $recursiveRef allOf anyOf oneOf not if then else'),
  ...group(Combining, 'dependentRequired dependentSchemas dependencies'),
  ...group(Combining, 'unevaluatedProperties unevaluatedItems'),
])

function group(bits: number, keywords: string): [string, number][] {
  return keywords.split(' ').map((keyword) => [keyword, bits])
}

/** What a schema speaks of. Most speak of little: what they do not speak of need not be read. */
export interface Groups {
  /** Some keyword limits the values of a type beside naming it. */
  limits(type: ShapeType): boolean
  /** Some keyword leads to other schemas that say something of the same value. */
  readonly combines: boolean
  /** Some keyword lists the values there are. */
  readonly lists: boolean
}

/** Looks each keyword of a schema up, once. */
export function groupsOf(schema: SchemaObject): Groups {
  let bits = 0
  for (const keyword of Object.keys(schema)) bits |= groups.get(keyword) ?? 0
  return {
    limits: (type) => (bits & bitsOf[type]) !== 0,
    combines: (bits & Combining) !== 0,
    lists: (bits & Lists) !== 0,
  }
}

const bitsOf: Readonly<Record<ShapeType, number>> = {
  null: 0,
  boolean: 0,
  number: Numbers,
  string: Strings,
  array: Arrays,
  object: Objects,
}
