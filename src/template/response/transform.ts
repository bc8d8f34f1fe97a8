import { quote } from '../../diagnostics/format.ts'
import { isObject } from '../sources/tokenizer-config.ts'
import { ContentError } from './parse-content.ts'
import type { Region } from './regions.ts'

type Scope = Readonly<Record<string, unknown>>

/** A field's value in the shape that its transform asks for. */
export function applyTransform({ field, groups }: Region, content: unknown): unknown {
  if (field.transform === undefined) return content
  const opener: Scope = Object.fromEntries(groups)
  if (!field.transformEach) return fill(field.transform, { ...opener, content })
  if (!Array.isArray(content)) throw new ContentError(`${quote(field.name)} needs a list`)
  return content.map((item: unknown) => {
    if (!isObject(item)) throw new ContentError(`${quote(field.name)} needs a list of objects`)
    return fill(field.transform, { ...opener, ...item })
  })
}

/** The transform with its placeholders replaced; read once, so its nesting is bounded. */
function fill(shape: unknown, scope: Scope): unknown {
  if (typeof shape === 'string') {
    const path = /^\{([\w.]+)\}$/.exec(shape)?.[1]
    return path === undefined ? shape : resolve(path, scope)
  }
  if (Array.isArray(shape)) return shape.map((item: unknown) => fill(item, scope))
  if (!isObject(shape)) return shape
  return Object.fromEntries(Object.entries(shape).map(([key, value]) => [key, fill(value, scope)]))
}

function resolve(path: string, scope: Scope): unknown {
  let value: unknown = scope
  for (const name of path.split('.')) {
    if (!isObject(value) || !Object.hasOwn(value, name)) {
      throw new ContentError(`nothing is there for the placeholder {${path}}`)
    }
    value = value[name]
  }
  return value
}
