/** Deeper values overflow the stack of those who write or read them. */
const MaxNesting = 512
/** The most values in one; those that stand in several places count at each. */
const MaxValues = 1_000_000

/**
 * Whether JSON can carry a value as it is: data alone, of a bounded depth and size. What a program puts
 * together may hold itself, numbers that JSON has no word for, or members that throw.
 */
export function isPlainJson(value: unknown): boolean {
  try {
    return isCarried(value)
  } catch {
    return false
  }
}

function isCarried(value: unknown): boolean {
  let level: unknown[] = [value]
  let count = 0
  for (let depth = 0; level.length > 0; depth++) {
    count += level.length
    if (depth > MaxNesting || count > MaxValues) return false
    const next: unknown[] = []
    for (const each of level) {
      if (!isLeaf(each)) {
        if (typeof each !== 'object' || each === null || 'toJSON' in each) return false
        for (const member of Object.values(each)) next.push(member)
        if (count + next.length > MaxValues) return false
      }
    }
    level = next
  }
  return true
}

function isLeaf(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value)
  return (
    value === null || value === undefined || typeof value === 'string' || typeof value === 'boolean'
  )
}
