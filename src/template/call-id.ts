/** An id that holds a call's name and its number, as Kimi's models write them. */
export function namedCallId(name: string, index: number): string {
  return `functions.${name}:${index}`
}
