import { plainDigits, type Decimal } from './decimal.ts'

/**
 * Reads the digits of a number without its sign, and answers one question about it. A state is a
 * small text, so that states of several probes are told apart by it.
 */
export interface Probe<V> {
  readonly start: string
  whole(state: string, digit: number): string
  /** Behind the decimal point. */
  fraction(state: string, digit: number): string
  /** Of a number that ends here. */
  verdict(state: string, negative: boolean): V
}

/** Compares with a limit: below 0, 0 or above 0 as the number is less, equal or greater. */
export function comparison(limit: Decimal): Probe<number> {
  const { whole, fraction } = plainDigits(limit)
  const isZero = limit.digits === 0n
  const side = limit.digits < 0n ? -1 : 1

  /** From the comparison of sizes to that of numbers. */
  const signed = (sizes: number, negative: boolean): number => {
    if (isZero) return negative ? 0 - sizes : sizes
    if (negative !== side < 0) return negative ? -1 : 1
    return negative ? 0 - sizes : sizes
  }

  // Whole digits: how many, and how they compare with as many of the limit's. Behind the point:
  // the comparison, or how many digits were equal.
  const sizes = (state: string): number => {
    const found = sizesOf(state, whole.length)
    if (found !== 0) return found
    const equal = state.startsWith('f') ? Number(state.slice(1)) : 0
    return equal < fraction.length ? -1 : 0
  }

  return {
    start: '0:0',
    whole(state, digit) {
      const [count = '0', order = '0'] = state.split(':')
      const next = Math.min(Number(count) + 1, whole.length + 1)
      const own = Math.sign(digit - Number(whole[Number(count)] ?? 0))
      if (next > whole.length) return `${next}:1`
      return `${next}:${order === '0' ? own : order}`
    },
    fraction(state, digit) {
      if (state === 'less' || state === 'more') return state
      if (!state.startsWith('f')) {
        const order = sizesOf(state, whole.length)
        if (order !== 0) return order < 0 ? 'less' : 'more'
      }
      const equal = state.startsWith('f') ? Number(state.slice(1)) : 0
      const own = digit - Number(fraction[equal] ?? 0)
      if (own !== 0) return own < 0 ? 'less' : 'more'
      return `f${Math.min(equal + 1, fraction.length)}`
    },
    verdict: (state, negative) => signed(sizes(state), negative),
  }
}

/** Compares whole digits with a limit of a number of them. */
function sizesOf(state: string, length: number): number {
  if (state === 'less') return -1
  if (state === 'more') return 1
  if (state.startsWith('f')) return 0
  const [count = '0', order = '0'] = state.split(':')
  if (Number(count) !== length) return Number(count) < length ? -1 : 1
  return Number(order)
}

/** Tells whether a number is a multiple of a step: its digits modulo the step's. */
export function divisibility(step: Decimal): Probe<boolean> {
  const modulus = step.digits < 0n ? -step.digits : step.digits
  const places = step.scale
  const after = (rest: string, digit: number): string =>
    String((BigInt(rest) * 10n + BigInt(digit)) % modulus)

  return {
    start: '0',
    whole: after,
    fraction(state, digit) {
      const [rest = '0', seen = '0'] = state.split('.')
      if (rest === 'no') return state
      if (Number(seen) < places) return `${after(rest, digit)}.${Number(seen) + 1}`
      return digit === 0 ? `${rest}.${seen}` : 'no'
    },
    verdict(state) {
      const [rest = '0', seen = '0'] = state.split('.')
      if (rest === 'no') return false
      return (BigInt(rest) * 10n ** BigInt(places - Number(seen))) % modulus === 0n
    },
  }
}

/** Tells whether a number is one of several. */
export function membership(values: readonly Decimal[]): Probe<boolean> {
  const sets = [false, true].map(
    (negative) =>
      new Set(
        values
          .filter(({ digits }) => digits === 0n || digits < 0n === negative)
          .map((value) => textOf(value)),
      ),
  )
  const starts = new Set<string>()
  for (const set of sets) {
    for (const text of set) for (let i = 1; i <= text.length; i++) starts.add(text.slice(0, i))
  }

  /** What the digits came to: a beginning of a value, a value and zeros behind it, or neither. */
  const settle = (text: string): string => {
    if (starts.has(text)) return text
    const value = trimmed(text)
    return sets.some((set) => set.has(value))
      ? `${value.includes('.') ? value : `${value}.`}0`
      : '-'
  }

  return {
    start: '',
    whole: (state, digit) => (starts.has(`${state}${digit}`) ? `${state}${digit}` : '-'),
    fraction: (state, digit) =>
      state === '-' ? state : settle(`${state}${state.includes('.') ? '' : '.'}${digit}`),
    verdict: (state, negative) => sets[negative ? 1 : 0]?.has(trimmed(state)) ?? false,
  }
}

function textOf(value: Decimal): string {
  const { whole, fraction } = plainDigits(value)
  return fraction === '' ? whole : `${whole}.${fraction}`
}

/** Without zeros at the end of a fraction. */
function trimmed(text: string): string {
  return text.includes('.') ? text.replace(/\.?0*$/, '') : text
}
