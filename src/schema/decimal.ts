/** A decimal number, exactly: `digits` times ten to the power of minus `scale`. */
export interface Decimal {
  readonly digits: bigint
  /** From 0; the last digit is no zero unless the scale is 0. */
  readonly scale: number
}

/** A number's shortest decimal text, or a whole number of any size, as a decimal. */
export function decimalOf(value: number | bigint): Decimal {
  if (typeof value === 'bigint') return { digits: value, scale: 0 }
  const [mantissa = '', exponent = '0'] = String(value).split('e')
  const [whole = '', fraction = ''] = mantissa.split('.')
  return shift(BigInt(whole + fraction), fraction.length - Number(exponent))
}

function shift(digits: bigint, scale: number): Decimal {
  if (scale <= 0) return { digits: digits * 10n ** BigInt(-scale), scale: 0 }
  let [left, places] = [digits, scale]
  while (places > 0 && left % 10n === 0n) {
    left /= 10n
    places--
  }
  return { digits: left, scale: places }
}

/** Below 0, 0 or above 0, as `a` is less than, equal to or greater than `b`. */
export function compareDecimals(a: Decimal, b: Decimal): number {
  const scale = Math.max(a.scale, b.scale)
  const [x, y] = [digitsAt(a, scale), digitsAt(b, scale)]
  return x < y ? -1 : x > y ? 1 : 0
}

/** The digits as they are at a scale that is no smaller. */
function digitsAt({ digits, scale }: Decimal, wanted: number): bigint {
  return digits * 10n ** BigInt(wanted - scale)
}

/** Whether a number is a whole multiple of a step, which is not 0. */
export function isMultiple(value: Decimal, step: Decimal): boolean {
  const scale = Math.max(value.scale, step.scale)
  return digitsAt(value, scale) % digitsAt(step, scale) === 0n
}

/** The digits before and behind the point, without a sign. */
export function plainDigits({ digits, scale }: Decimal): { whole: string; fraction: string } {
  const text = String(digits < 0n ? -digits : digits).padStart(scale + 1, '0')
  return { whole: text.slice(0, text.length - scale), fraction: text.slice(text.length - scale) }
}
