/**
 * Whether two JSON texts say the same: white space, escapes and the order of keys do not count.
 * False when one of them is not JSON, or nested deeper than `maxDepth`.
 */
export function sameJson(left: string, right: string, maxDepth = 1000): boolean {
  if (left === right) return true
  try {
    return sameValue(JSON.parse(left), JSON.parse(right), maxDepth)
  } catch {
    return false
  }
}

function sameValue(left: unknown, right: unknown, depth: number): boolean {
  if (left === right) return true
  if (depth === 0 || !isContainer(left) || !isContainer(right)) return false
  if (Array.isArray(left) !== Array.isArray(right)) return false
  const entries = Object.entries(left)
  if (entries.length !== Object.keys(right).length) return false
  const others = new Map<string, unknown>(Object.entries(right))
  return entries.every(
    ([key, value]) => others.has(key) && sameValue(value, others.get(key), depth - 1),
  )
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
