import { isObject, MaxNesting, ownMember } from './raw-schema.ts'

/**
 * A text that two JSON values share exactly when they are equal: keys are sorted, and `1.0` is `1`.
 *
 * @returns `null` for what is no JSON value: functions, cycles, nesting beyond the limit
 */
export function canonicalText(value: unknown, depth = 0): string | null {
  if (depth > MaxNesting) return null
  if (Array.isArray(value)) {
    const items = value.map((item) => canonicalText(item, depth + 1))
    return items.includes(null) ? null : `[${items.join(',')}]`
  }
  if (isObject(value)) {
    const parts: string[] = []
    for (const key of Object.keys(value).toSorted()) {
      const member = canonicalText(ownMember(value, key), depth + 1)
      if (member === null) return null
      parts.push(`${JSON.stringify(key)}:${member}`)
    }
    return `{${parts.join(',')}}`
  }
  return scalarText(value)
}

/** How a value that holds no other is written. */
export function scalarText(value: unknown): string | null {
  switch (typeof value) {
    case 'bigint':
      return String(value)
    case 'number':
      return Number.isFinite(value) ? JSON.stringify(value === 0 ? 0 : value) : null
    case 'string':
      // A grammar's text has no halves of surrogate pairs; JSON.stringify escapes them.
      return JSON.stringify(value)
    case 'boolean':
      return String(value)
    default:
      return value === null ? 'null' : null
  }
}
