/** Longer words are not compared: nobody mistypes so long a name. */
const maxLength = 64

/**
 * The name that a mistyped word most likely stands for.
 *
 * @returns `undefined` where none is near: at most a third of its letters may differ
 * @example
 * ```ts
 * nearest('grammer', ['schema', 'grammar']) // 'grammar'
 * ```
 */
export function nearest(word: string, names: readonly string[]): string | undefined {
  if (word.length > maxLength) return undefined
  const lower = word.toLowerCase()
  let best: string | undefined
  let least = Math.floor(lower.length / 3) + 1
  for (const name of names) {
    const edits = editsBetween(lower, name.toLowerCase())
    if (edits >= least) continue
    best = name
    least = edits
  }
  return best
}

/** Letters to add, drop, change, or swap with their neighbour: the optimal string alignment distance. */
function editsBetween(a: string, b: string): number {
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const changed = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const edits = Math.min(changed, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1)
      const isSwapped = j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      next.push(isSwapped ? Math.min(edits, (before[j - 2] ?? edits) + 1) : edits)
    }
    before = row
    row = next
  }
  return row[b.length] ?? 0
}
