import { isObject, memberPath, ownMember, type SchemaObject } from './raw-schema.ts'
import type { Located } from './shape.ts'

/** Keywords that hold one schema, a list of them (`items` and others may be either), or some by name. */
const holders =
  /^(not|if|then|else|contains|propertyNames|items|additionalItems|additionalProperties|unevaluatedItems|unevaluatedProperties|allOf|anyOf|oneOf|prefixItems)$/
const maps = /^(\$defs|definitions|properties|patternProperties|dependentSchemas|dependencies)$/

/** The schemas right below one. What stands in other keywords is data, whatever it looks like. */
export function partsOf(schema: SchemaObject, path: string): Located[] {
  const parts: Located[] = []
  const addAll = (value: unknown, at: string): void => {
    if (Array.isArray(value)) {
      for (const [i, item] of value.entries()) parts.push({ schema: item, path: memberPath(at, i) })
    } else parts.push({ schema: value, path: at })
  }
  for (const key of Object.keys(schema)) {
    const value = ownMember(schema, key)
    const at = memberPath(path, key)
    if (holders.test(key)) addAll(value, at)
    else if (maps.test(key) && isObject(value)) {
      for (const name of Object.keys(value)) addAll(ownMember(value, name), memberPath(at, name))
    }
  }
  return parts
}
