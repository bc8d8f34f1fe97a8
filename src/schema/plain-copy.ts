import { MaxNesting, memberPath } from './raw-schema.ts'

/** The most members and items that are read of one schema. */
const MaxMembers = 1_000_000

/** Stands where a schema was nested too deeply, or was too large, to be read. */
export const unread: { readonly unread: true } = Object.freeze({ unread: true })

/** Told of what could not be read: where it stands. */
export type NoteUnreadable = (path: string) => void

/**
 * A copy of a schema that holds nothing but data: no getters, proxies or inherited members, which
 * may throw or never end. What holds itself still does. What cannot be read is left out, and what
 * lies too deep is `unread`.
 */
export function plainCopy(source: unknown, note: NoteUnreadable): unknown {
  const copies = new Map<object, unknown>()
  const open: Opened[] = []
  let members = 0

  function copy(value: unknown, parent: Opened | null, key: string, depth: number): unknown {
    if (typeof value === 'function' || typeof value === 'symbol') return undefined
    if (typeof value !== 'object' || value === null || value === unread) return value
    const known = copies.get(value)
    if (known !== undefined) return known
    if (depth > MaxNesting || members > MaxMembers) return unread
    const to: Target = isList(value) ? [] : Object.create(null)
    copies.set(value, to)
    open.push({ from: value, to, parent, key, depth })
    return to
  }

  const result = copy(source, null, '', 0)
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { from, to, depth } = next
    for (const key of keysOf(next, note)) {
      members++
      const value = copy(read(from, key, next, note), next, key, depth + 1)
      if (Array.isArray(to)) to.push(value)
      else if (value !== undefined) to[key] = value
    }
  }
  return result
}

type Target = unknown[] | Record<string, unknown>

interface Opened {
  readonly from: object
  readonly to: Target
  /** Where it stands: its path is told only of what cannot be read. */
  readonly parent: Opened | null
  readonly key: string
  readonly depth: number
}

function pathOf({ parent, key }: Opened): string {
  const keys: string[] = []
  for (let at: string = key, up = parent; up !== null; at = up.key, up = up.parent) keys.push(at)
  return keys.reduceRight(memberPath, '')
}

function isList(value: object): boolean {
  try {
    return Array.isArray(value)
  } catch {
    return false
  }
}

function keysOf(opened: Opened, note: NoteUnreadable): readonly string[] {
  try {
    return Object.keys(opened.from)
  } catch {
    note(pathOf(opened))
    return []
  }
}

function read(from: object, key: string, opened: Opened, note: NoteUnreadable): unknown {
  try {
    return Reflect.get(from, key)
  } catch {
    note(memberPath(pathOf(opened), key))
    return undefined
  }
}
