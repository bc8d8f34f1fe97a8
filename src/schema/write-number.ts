import { writeIntegers, type Interval } from './digits.ts'
import { scalarText } from './literals.ts'
import type { NodeMaker, Part, Parts } from './parts.ts'
import type { Bound, NumberShape } from './shape.ts'

/** Numbers of several shapes. */
export function writeNumbers(make: NodeMaker, shapes: readonly NumberShape[]): Parts[] {
  const ranges = shapes.filter((shape) => shape.values === null)
  const reals = ranges.filter((shape) => !shape.integer)
  if (reals.length > 0) {
    // Whole numbers are real ones: below a sign that any of them may have, one rule for all.
    return ranges.some(mayBeNegative) ? [[make.json('number')]] : [positiveReal(make)]
  }
  const values = shapes.flatMap((shape) => shape.values ?? [])
  const exact = values.filter(isPlainInteger).map((value) => single(BigInt(value)))
  const intervals = [...ranges.flatMap(intervalOf), ...exact]
  // A text that begins another comes later: the parser takes the first that matches.
  const texts = values
    .filter((value) => !isPlainInteger(value))
    .flatMap((value) => scalarText(value) ?? [])
    .toSorted((a, b) => b.length - a.length)
  const isAny = intervals.some(({ min, max }) => min === null && max === null)
  const integers = isAny ? [[anyInteger(make)]] : writeIntegers(make, intervals)
  return [...texts.map((text): Parts => [text]), ...integers]
}

/** Whether a shape is one that `writeNumbers` can write any value of. */
export function hasNumbers(shape: NumberShape): boolean {
  if (shape.values !== null || !shape.integer) return true
  return intervalOf(shape).length > 0
}

/** A whole number that JavaScript writes with digits only. */
function isPlainInteger(value: unknown): value is number | bigint {
  return (
    typeof value === 'bigint' ||
    (typeof value === 'number' && Number.isInteger(value) && Math.abs(value) < 1e21)
  )
}

function single(value: bigint): Interval {
  return { min: value, max: value }
}

/** The whole numbers of a shape; none, or one interval. */
function intervalOf(shape: NumberShape): Interval[] {
  const min = shape.minimum === null ? null : lowest(shape.minimum)
  const max = shape.maximum === null ? null : highest(shape.maximum)
  return min !== null && max !== null && min > max ? [] : [{ min, max }]
}

function lowest({ value, exclusive }: Bound): bigint {
  if (typeof value === 'bigint') return exclusive ? value + 1n : value
  const whole = BigInt(Math.ceil(value))
  return exclusive && Number.isInteger(value) ? whole + 1n : whole
}

function highest({ value, exclusive }: Bound): bigint {
  if (typeof value === 'bigint') return exclusive ? value - 1n : value
  const whole = BigInt(Math.floor(value))
  return exclusive && Number.isInteger(value) ? whole - 1n : whole
}

function anyInteger(make: NodeMaker): Part {
  return make.rule('json:integer', () => [
    ...make.optional(['-']),
    make.choice([['0'], [make.chars([0x31, 0x39], 1, 1), make.chars([0x30, 0x39], 0, null)]]),
  ])
}

function mayBeNegative({ minimum }: NumberShape): boolean {
  return minimum === null || minimum.value < 0
}

function positiveReal(make: NodeMaker): Parts {
  const digits = (min: number): Parts => [make.chars([0x30, 0x39], min, null)]
  const oneOf = (...points: number[]): Parts => [
    make.chars(
      points.flatMap((point) => [point, point]),
      1,
      1,
    ),
  ]
  const whole = make.choice([['0'], [make.chars([0x31, 0x39], 1, 1), ...digits(0)]])
  const sign = make.optional(oneOf(0x2b, 0x2d))
  return [
    whole,
    ...make.optional(['.', ...digits(1)]),
    ...make.optional([...oneOf(0x45, 0x65), ...sign, ...digits(1)]),
  ]
}
