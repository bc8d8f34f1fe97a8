/** Values by a text, of which those that were asked for last are kept. */
export interface Recent<T> {
  /** The value of a key, made when it is not there. What `make` throws is not kept. */
  once(key: string, make: () => T): T
}

/**
 * An empty store of at most `size` values: the one that was not asked for longest makes room. Keys
 * longer than `maxKey` are not kept: their texts would take more than what they save. What it gives is
 * shared: it must not be changed.
 */
export function createRecent<T>(size: number, maxKey = 4_096): Recent<T> {
  // A map keeps the order in which keys were set.
  const values = new Map<string, { readonly value: T }>()
  return {
    once(key, make) {
      const found = values.get(key) ?? { value: make() }
      if (key.length > maxKey) return found.value
      values.delete(key)
      values.set(key, found)
      const [oldest] = values.size > size ? values.keys() : []
      if (oldest !== undefined) values.delete(oldest)
      return found.value
    },
  }
}
