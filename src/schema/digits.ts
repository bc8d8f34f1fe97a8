import type { NodeMaker, Part, Parts } from './parts.ts'

/** Whole numbers from `min` to `max`, both included; `null` is no limit. */
export interface Interval {
  readonly min: bigint | null
  readonly max: bigint | null
}

/**
 * Decimal whole numbers within any of several intervals, exactly, as an automaton over digits: the
 * first digit that differs from a limit decides, and a number that may end or go on goes on, as
 * what follows a number is never a digit.
 *
 * @returns the alternatives, negative and others
 */
export function writeIntegers(make: NodeMaker, intervals: readonly Interval[]): Parts[] {
  const negative = intervals.flatMap(magnitudesBelowZero)
  const others = intervals.flatMap(fromZero)
  const written: Parts[] = []
  if (negative.length > 0) written.push(['-', ...writeMagnitudes(make, negative)])
  if (others.length > 0) written.push(writeMagnitudes(make, others))
  return written
}

interface Range {
  readonly min: bigint
  readonly max: bigint | null
}

function fromZero({ min, max }: Interval): Range[] {
  if (max !== null && max < 0n) return []
  return [{ min: min === null || min < 0n ? 0n : min, max }]
}

function magnitudesBelowZero({ min, max }: Interval): Range[] {
  if (min !== null && min >= 0n) return []
  return [{ min: max === null || max >= 0n ? 1n : -max, max: min === null ? null : -min }]
}

/** Digits that lie between two texts of equal length. */
interface Tight {
  readonly low: string
  readonly high: string
}

/** What may follow some digits: digits between limits, or a number of digits that is free. */
interface State {
  readonly tight: readonly Tight[]
  /** How many free digits: from `least` to `most`. */
  readonly free: { readonly least: number; readonly most: number | null } | null
}

function writeMagnitudes(make: NodeMaker, ranges: readonly Range[]): Parts {
  return writeDigits(make, ranges.flatMap(startsOf), true)
}

/** One digit, and what may follow it; digits with the same future are one class. */
function writeDigits(make: NodeMaker, states: readonly State[], first: boolean): Parts {
  const groups = new Map<string, { digits: number[]; state: State }>()
  for (let digit = 0; digit <= 9; digit++) {
    const state = joinStates(states.flatMap((from) => step(from, digit, first)))
    if (state === null) continue
    const group = groups.get(keyOf(state))
    if (group === undefined) groups.set(keyOf(state), { digits: [digit], state })
    else group.digits.push(digit)
  }
  const written = [...groups.values()].map(({ digits, state }): Parts => [
    digitPart(make, digits),
    ...writeState(make, state),
  ])
  const [only] = written
  return written.length === 1 && only !== undefined ? only : [make.choice(written)]
}

/** The digits of a range, one state for each length that has a limit of its own. */
function startsOf({ min, max }: Range): State[] {
  const low = String(min)
  const high = max === null ? null : String(max)
  if (high !== null && high.length === low.length) return [{ tight: [{ low, high }], free: null }]
  const states: State[] = [{ tight: [{ low, high: '9'.repeat(low.length) }], free: null }]
  const least = low.length + 1
  const most = high === null ? null : high.length - 1
  if (most === null || most >= least) states.push({ tight: [], free: { least, most } })
  if (high !== null)
    states.push({ tight: [{ low: `1${'0'.repeat(high.length - 1)}`, high }], free: null })
  return states
}

/** What is left of a state behind a digit; free digits never begin with a zero. */
function step(state: State, digit: number, first: boolean): State[] {
  const after: State[] = []
  for (const { low, high } of state.tight) {
    const [l, h] = [Number(low[0]), Number(high[0])]
    if (digit < l || digit > h) continue
    const length = low.length - 1
    if (digit > l && digit < h) after.push({ tight: [], free: { least: length, most: length } })
    else {
      const rest = {
        low: digit === l ? low.slice(1) : '0'.repeat(length),
        high: digit === h ? high.slice(1) : '9'.repeat(length),
      }
      const isFree = /^0*$/.test(rest.low) && /^9*$/.test(rest.high)
      after.push(
        isFree
          ? { tight: [], free: { least: length, most: length } }
          : { tight: [rest], free: null },
      )
    }
  }
  const { free } = state
  if (free !== null && (free.most === null || free.most > 0) && !(first && digit === 0)) {
    after.push({
      tight: [],
      free: { least: Math.max(0, free.least - 1), most: free.most === null ? null : free.most - 1 },
    })
  }
  return after
}

/** One state for several; `null` for none. Free lengths with a gap stay apart as tight digits. */
function joinStates(states: readonly State[]): State | null {
  if (states.length === 0) return null
  const tight = new Map<string, Tight>()
  let free: State['free'] = null
  const frees = states.flatMap((state) => (state.free === null ? [] : [state.free]))
  for (const next of frees.toSorted((a, b) => a.least - b.least)) {
    if (free === null) free = next
    else if (free.most === null || next.least <= free.most + 1) {
      const most: number | null =
        free.most === null || next.most === null ? null : Math.max(free.most, next.most)
      free = { least: free.least, most }
    } else addExact(tight, next)
  }
  for (const state of states)
    for (const pair of state.tight) tight.set(`${pair.low} ${pair.high}`, pair)
  return { tight: [...tight.values()], free }
}

function addExact(tight: Map<string, Tight>, free: NonNullable<State['free']>): void {
  for (let length = free.least; length <= (free.most ?? free.least); length++) {
    const pair = { low: '0'.repeat(length), high: '9'.repeat(length) }
    tight.set(`${pair.low} ${pair.high}`, pair)
  }
}

function writeState(make: NodeMaker, state: State): Parts {
  if (state.tight.length === 0) {
    const { least, most } = state.free ?? { least: 0, most: 0 }
    return most === 0 ? [] : [make.chars(digitSet(0, 9), least, most)]
  }
  const written = writeDigits(make, [state], false)
  return state.free?.least === 0 ? make.optional(written) : written
}

function digitPart(make: NodeMaker, digits: readonly number[]): Part {
  if (digits.length === 1) return String(digits[0])
  return make.chars(
    digits.flatMap((digit) => digitSet(digit, digit)),
    1,
    1,
  )
}

function digitSet(low: number, high: number): number[] {
  return [0x30 + low, 0x30 + high]
}

function keyOf({ tight, free }: State): string {
  const pairs = tight.map(({ low, high }) => `${low}-${high}`)
  return `${pairs.join(',')};${free === null ? '' : `${free.least}-${free.most}`}`
}
