import { accepts } from '../automata/index.ts'
import { schemasOfKey } from './object-keywords.ts'
import type { Conjunction, ObjectShape, SomeOther } from './shape.ts'
import type { ValueWriter } from './value-writer.ts'

const never: Conjunction = [{ schema: false, path: '' }]

/** The most shapes of objects that differ in the property that a constraint finds. */
export const MaxSpread = 64

/**
 * A property that some keyword asks for beside the named ones may be one that the shape names: each
 * of these is a shape of its own, beside that with a further property.
 */
export function spreadOthers(
  writer: ValueWriter,
  shape: ObjectShape,
  additional: Conjunction | null,
): readonly ObjectShape[] {
  const [first, ...more] = shape.someOther
  if (first === undefined) return [shape]
  const { schemas, except } = first
  const rest = spreadOthers(writer, { ...shape, someOther: more }, additional)
  const all = rest.flatMap((one): ObjectShape[] => {
    const names = [...new Set([...one.properties.keys(), ...one.required])]
    const found = names.flatMap((key): ObjectShape[] => {
      if (except.has(key) || !mayBeNamed(writer, first, key)) return []
      const own = [...(schemasOfKey(one, key) ?? additional ?? []), ...schemas]
      const properties = new Map(one.properties).set(key, own)
      return [{ ...one, properties, required: new Set([...one.required, key]) }]
    })
    if (additional === null && one.patterns.length === 0) return found
    const properties = new Map(one.properties)
    for (const key of except) {
      if (!properties.has(key)) properties.set(key, schemasOfKey(one, key) ?? additional ?? never)
    }
    return [...found, { ...one, properties, someOther: [...one.someOther, first] }]
  })
  return all.slice(0, MaxSpread + 1)
}

function mayBeNamed(writer: ValueWriter, { texts, names }: SomeOther, key: string): boolean {
  if (texts !== null && !accepts(texts, key)) return false
  return names.length === 0 || accepts(writer.strings(names), key)
}
