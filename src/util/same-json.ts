/** Deeper than this, two values are not said to be the same. */
const maxDepth = 64

/**
 * Whether two JSON values are the same, member by member in their order. What cannot be read, or is
 * nested too deeply, is the same as nothing.
 */
export function isSameJson(a: unknown, b: unknown): boolean {
  try {
    return areSame(a, b, 0)
  } catch {
    // A member that throws when it is read.
    return false
  }
}

function areSame(a: unknown, b: unknown, depth: number): boolean {
  if (a === b) return true
  if (depth > maxDepth || typeof a !== 'object' || typeof b !== 'object' || !a || !b) return false
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const left = Object.entries(a)
  const right = Object.entries(b)
  return (
    left.length === right.length &&
    left.every(([key, value], i) => {
      const other = right[i]
      return other?.[0] === key && areSame(value, other[1], depth + 1)
    })
  )
}
