/** Marks a place that no value reaches; a union that grew makes the call a type error. */
export function assertNever(value: never): never {
  throw new Error(`unexpected value: ${JSON.stringify(value)}`)
}
