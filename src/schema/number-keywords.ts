import { keywordReader, type Reading } from './keyword-reader.ts'
import type { Bound, NumberShape } from './shape.ts'

/** The numbers that `minimum`, `maximum` and their exclusive forms leave. */
export function readNumber(reading: Reading, open: NumberShape, integer: boolean): NumberShape {
  const at = keywordReader(reading)
  const minimum = readBound(reading, 'minimum', 'exclusiveMinimum', tighterMinimum)
  const maximum = readBound(reading, 'maximum', 'exclusiveMaximum', tighterMaximum)
  const step = at.number('multipleOf')
  const whole = integer || step === 1
  if (step === 1) at.exact('multipleOf')
  else if (step !== null) at.note('multipleOf', 'ignored', 'is not enforced by the grammar')
  for (const keyword of boundKeywords) {
    if (at.has(keyword) && !whole) {
      at.note(keyword, 'relaxed', 'is enforced on whole numbers only; here only by the sign')
    }
  }
  return { ...open, integer: whole, minimum, maximum }
}

const boundKeywords = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'] as const

type Tighter = (a: Bound | null, b: Bound | null) => Bound | null

function readBound(
  reading: Reading,
  inclusive: string,
  exclusive: string,
  tighter: Tighter,
): Bound | null {
  const at = keywordReader(reading)
  const plain = at.number(inclusive)
  // In draft 4 the exclusive keyword is a boolean that changes the other's meaning.
  const flag = at.boolean(exclusive)
  const strict = flag === null ? at.number(exclusive) : null
  if (plain !== null) at.exact(inclusive)
  if (strict !== null || flag !== null) at.exact(exclusive)
  return tighter(
    plain === null ? null : { value: plain, exclusive: flag === true },
    strict === null ? null : { value: strict, exclusive: true },
  )
}

/** Numbers of both shapes. */
export function meetNumbers(a: NumberShape, b: NumberShape): NumberShape {
  return {
    ...a,
    integer: a.integer || b.integer,
    minimum: tighterMinimum(a.minimum, b.minimum),
    maximum: tighterMaximum(a.maximum, b.maximum),
  }
}

function tighterMinimum(a: Bound | null, b: Bound | null): Bound | null {
  if (a === null || b === null) return a ?? b
  return a.value > b.value || (isAt(a.value, b) && a.exclusive) ? a : b
}

function tighterMaximum(a: Bound | null, b: Bound | null): Bound | null {
  if (a === null || b === null) return a ?? b
  return a.value < b.value || (isAt(a.value, b) && a.exclusive) ? a : b
}

/** Whether a number fits a shape. */
export function admitsNumber(shape: NumberShape, value: number | bigint): boolean {
  if (shape.integer && typeof value === 'number' && !Number.isInteger(value)) return false
  const { minimum, maximum } = shape
  if (minimum !== null && !(value > minimum.value || (isAt(value, minimum) && !minimum.exclusive)))
    return false
  return maximum === null || value < maximum.value || (isAt(value, maximum) && !maximum.exclusive)
}

// A bigint and a number compare by value with `<` and `>`, but not with `===`.
function isAt(value: number | bigint, bound: Bound): boolean {
  return !(value < bound.value) && !(value > bound.value)
}
