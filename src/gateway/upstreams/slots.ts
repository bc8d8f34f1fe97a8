/** Things of which each is used by one at a time. */
export interface Slots<Item> {
  /** One that is free; waits for it in turn. Rejects when the signal is aborted. */
  take(signal: AbortSignal): Promise<Item>
  give(item: Item): void
}

/** Makes the slots of some items. What was given back last is taken first: it may still know the prompt. */
export function createSlots<Item>(items: readonly Item[]): Slots<Item> {
  const free = [...items]
  const waiting: ((item: Item) => void)[] = []
  return {
    take(signal) {
      signal.throwIfAborted()
      const item = free.pop()
      if (item !== undefined) return Promise.resolve(item)
      return new Promise((resolve, reject) => {
        const onAbort = (): void => {
          waiting.splice(waiting.indexOf(settle), 1)
          reject(signal.reason)
        }
        function settle(given: Item): void {
          signal.removeEventListener('abort', onAbort)
          resolve(given)
        }
        waiting.push(settle)
        signal.addEventListener('abort', onAbort, { once: true })
      })
    },
    give(item) {
      const next = waiting.shift()
      if (next === undefined) free.push(item)
      else next(item)
    },
  }
}
