/** Remembers what was made for the last keys that were asked for. */
export interface Recent<T> {
  /** What was made for a key; made now if it is not remembered. */
  once(key: string, make: () => T): T
}

/** Keys longer than this are not kept: their texts would take more than what they save. */
const maxKey = 4_096

/** An empty memory of a number of keys. What it gives is shared: it must not be changed. */
export function createRecent<T>(size: number): Recent<T> {
  const known = new Map<string, T>()
  return {
    once(key, make) {
      const found = known.get(key)
      if (found !== undefined) return found
      const made = make()
      if (key.length > maxKey) return made
      if (known.size >= size) {
        const [oldest] = known.keys()
        known.delete(oldest ?? '')
      }
      known.set(key, made)
      return made
    },
  }
}
