/** Adds the items to a list. Spread into `push` they would overflow the stack where there are many. */
export function addAll<Item>(list: Item[], items: Iterable<Item>): void {
  for (const item of items) list.push(item)
}
