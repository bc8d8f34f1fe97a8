/** Values by a text, of which those that were asked for last are kept. */
export interface LeastRecent<Value> {
  /** The value of a key, made when it is not there. What `make` throws is not kept. */
  get(key: string, make: () => Value): Value
}

/** Makes a store of at most `size` values; the one that was not asked for longest makes room. */
export function createLeastRecent<Value>(size: number): LeastRecent<Value> {
  // A map keeps the order in which keys were set.
  const values = new Map<string, { readonly value: Value }>()
  return {
    get(key, make) {
      const found = values.get(key) ?? { value: make() }
      values.delete(key)
      values.set(key, found)
      const [oldest] = values.keys()
      if (values.size > size && oldest !== undefined) values.delete(oldest)
      return found.value
    },
  }
}
