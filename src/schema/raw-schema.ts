import type { JsonSchema } from '../peg/node.ts'

/** An object of a schema, whatever its keys are. */
export type SchemaObject = { readonly [keyword: string]: unknown }

/** The longest chain of references, or nesting of a schema, that is followed. */
export const MaxNesting = 256

/** Whether a value is an object and no array. */
export function isObject(value: unknown): value is SchemaObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whether a value can be read as a schema. */
export function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'boolean' || isObject(value)
}

/**
 * An own member of an object. Inherited ones are no keywords (a schema may name a property
 * `constructor`), and a getter that throws is no reason to fail.
 */
export function ownMember(object: SchemaObject, key: string): unknown {
  try {
    return Object.hasOwn(object, key) ? object[key] : undefined
  } catch {
    return undefined
  }
}

/**
 * What a local reference (`#`, `#/$defs/x`, `#/items/0`) points to within a root schema.
 *
 * @returns `undefined` for anything else, and where nothing is
 * @example
 * ```ts
 * resolveReference({ $defs: { 'a/b': true } }, '#/$defs/a~1b') // true
 * ```
 */
export function resolveReference(root: unknown, reference: string): unknown {
  if (reference === '#' || reference === '') return root
  if (!reference.startsWith('#/')) return undefined
  let pointer = reference.slice(1)
  try {
    pointer = decodeURIComponent(pointer)
  } catch {
    // A stray percent sign stands for itself.
  }
  return resolvePointer(root, pointer)
}

/** What a JSON pointer leads to; `undefined` for nothing. RFC 6901. */
export function resolvePointer(root: unknown, pointer: string): unknown {
  let value = root
  for (const step of pointer.split('/').slice(1)) {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~')
    if (Array.isArray(value)) value = /^(0|[1-9]\d*)$/.test(key) ? value[Number(key)] : undefined
    else value = isObject(value) ? ownMember(value, key) : undefined
    if (value === undefined) return undefined
  }
  return value
}

/** The pointer to a member: the path of the parent, and the key as pointers escape it. */
export function memberPath(path: string, key: string | number): string {
  const isPlain = typeof key === 'number' || !/[~/]/.test(key)
  return `${path}/${isPlain ? key : key.replaceAll('~', '~0').replaceAll('/', '~1')}`
}
