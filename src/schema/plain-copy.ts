import { MaxNesting } from './raw-schema.ts'

/** The most members and items that are read of one schema. */
const MaxMembers = 1_000_000

/** Stands where a schema was nested too deeply, or was too large, to be read. */
export const unread: { readonly unread: true } = Object.freeze({ unread: true })

/**
 * A copy of a schema that holds nothing but data: no getters, proxies or inherited members, which
 * may throw or never end. What holds itself still does. What cannot be read is left out, and what
 * lies too deep is `unread`.
 */
export function plainCopy(source: unknown): unknown {
  const copies = new Map<object, unknown>()
  const open: { readonly from: object; readonly to: Target; readonly depth: number }[] = []
  let members = 0

  function copy(value: unknown, depth: number): unknown {
    if (typeof value === 'function' || typeof value === 'symbol') return undefined
    if (typeof value !== 'object' || value === null) return value
    const known = copies.get(value)
    if (known !== undefined) return known
    if (depth > MaxNesting || members > MaxMembers) return unread
    const to: Target = isList(value) ? [] : Object.create(null)
    copies.set(value, to)
    open.push({ from: value, to, depth })
    return to
  }

  const result = copy(source, 0)
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { from, to, depth } = next
    for (const key of keysOf(from)) {
      members++
      const value = copy(read(from, key), depth + 1)
      if (Array.isArray(to)) to.push(value)
      else if (value !== undefined) to[key] = value
    }
  }
  return result
}

type Target = unknown[] | Record<string, unknown>

function isList(value: object): boolean {
  try {
    return Array.isArray(value)
  } catch {
    return false
  }
}

function keysOf(value: object): readonly string[] {
  try {
    return Object.keys(value)
  } catch {
    return []
  }
}

function read(value: object, key: string): unknown {
  try {
    return Reflect.get(value, key)
  } catch {
    return undefined
  }
}
