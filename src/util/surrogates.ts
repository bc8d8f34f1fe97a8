/** Whether a UTF-16 code unit is the first half of a pair. */
export function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00
}
