/** A list that grows at its end and is taken from its front, each in constant time on average. */
export interface Queue<Item> {
  readonly length: number
  push(item: Item): void
  /** The item that is `place` behind the front. */
  at(place: number): Item | undefined
  /** Takes so many from the front. */
  take(count: number): Item[]
}

/** Makes an empty one. Taking from an array's own front moves all that stands behind it. */
export function createQueue<Item>(): Queue<Item> {
  let items: Item[] = []
  let front = 0
  return {
    get length() {
      return items.length - front
    },
    push(item) {
      items.push(item)
    },
    at: (place) => items[front + place],
    take(count) {
      const taken = items.slice(front, front + count)
      front += taken.length
      // Moved only when as many have been taken as stay.
      if (front * 2 >= items.length) {
        items = items.slice(front)
        front = 0
      }
      return taken
    },
  }
}
