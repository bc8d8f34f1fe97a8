/** What was made of lists of numbers. */
export interface ListTable<T> {
  /** The value of a list; the first time, `make` makes it. Keeps the list. */
  once(list: readonly number[], make: () => T): T
}

interface Entry<T> {
  readonly list: readonly number[]
  readonly value: T
  readonly next: Entry<T> | undefined
}

/** An empty table. A list is looked up by its numbers: no text is made of it. */
export function createListTable<T>(): ListTable<T> {
  const entries = new Map<number, Entry<T>>()
  return {
    once(list, make) {
      const hash = hashOf(list)
      const first = entries.get(hash)
      for (let entry = first; entry !== undefined; entry = entry.next) {
        if (isEqual(entry.list, list)) return entry.value
      }
      const value = make()
      // Making it may have put others here.
      entries.set(hash, { list, value, next: entries.get(hash) })
      return value
    },
  }
}

function hashOf(list: readonly number[]): number {
  let hash = list.length
  for (const number of list) hash = (Math.imul(hash, 0x01000193) ^ number) | 0
  return hash
}

function isEqual(a: readonly number[], b: readonly number[]): boolean {
  if (a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false
  return true
}
