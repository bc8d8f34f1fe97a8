import { compareDecimals, decimalOf, isMultiple, type Decimal } from './decimal.ts'
import { keywordReader, type Reading } from './keyword-reader.ts'
import type { Bound, NumberShape } from './shape.ts'

/** The numbers that `minimum`, `maximum`, their exclusive forms, `multipleOf` and `format` leave. */
export function readNumber(reading: Reading, open: NumberShape, integer: boolean): NumberShape {
  const own: NumberShape = {
    ...open,
    minimum: readBound(reading, 'minimum', 'exclusiveMinimum', tighterMinimum),
    maximum: readBound(reading, 'maximum', 'exclusiveMaximum', tighterMaximum),
    steps: [...(integer ? [one] : []), ...readStep(reading)],
  }
  const format = readFormat(reading)
  return format === null ? own : meetNumbers(own, { ...open, ...format })
}

const one: Decimal = { digits: 1n, scale: 0 }

function readStep(reading: Reading): Decimal[] {
  const at = keywordReader(reading)
  const step = at.number('multipleOf')
  if (step === null) return []
  if (step <= 0) {
    at.note('multipleOf', 'ignored', 'is not above 0')
    return []
  }
  at.exact('multipleOf')
  noteRounding(reading, 'multipleOf', step)
  return [decimalOf(step)]
}

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
  if (plain !== null) noteRounding(reading, inclusive, plain)
  if (strict !== null) noteRounding(reading, exclusive, strict)
  return tighter(
    plain === null ? null : { value: decimalOf(plain), exclusive: flag === true },
    strict === null ? null : { value: decimalOf(strict), exclusive: true },
  )
}

/** Beyond 2^53 JavaScript has no longer every whole number: the text may have said another. */
function noteRounding(reading: Reading, keyword: string, value: number | bigint): void {
  if (typeof value === 'bigint' || !Number.isInteger(value) || Number.isSafeInteger(value)) return
  const reason = 'is beyond 2^53 and may have been rounded: give it as a bigint'
  keywordReader(reading).note(keyword, 'relaxed', reason)
}

const wholeFormats: Readonly<Record<string, { readonly bits: bigint; readonly signed: boolean }>> =
  {
    int8: { bits: 8n, signed: true },
    int16: { bits: 16n, signed: true },
    int32: { bits: 32n, signed: true },
    int64: { bits: 64n, signed: true },
    uint8: { bits: 8n, signed: false },
    uint16: { bits: 16n, signed: false },
    uint32: { bits: 32n, signed: false },
    uint64: { bits: 64n, signed: false },
  }

/** The formats of numbers that OpenAPI registers. The others speak of strings. */
function readFormat(reading: Reading): Partial<NumberShape> | null {
  const at = keywordReader(reading)
  const format = at.value('format')
  if (typeof format !== 'string' || !Object.hasOwn(wholeFormats, format)) return null
  const found = wholeFormats[format]
  if (found === undefined) return null
  at.exact('format')
  const half = 1n << (found.signed ? found.bits - 1n : found.bits)
  return {
    minimum: { value: decimalOf(found.signed ? -half : 0n), exclusive: false },
    maximum: { value: decimalOf(half - 1n), exclusive: false },
    steps: [one],
  }
}

/** Numbers of both shapes. */
export function meetNumbers(a: NumberShape, b: NumberShape): NumberShape {
  return {
    ...a,
    inexact: a.inexact || b.inexact,
    minimum: tighterMinimum(a.minimum, b.minimum),
    maximum: tighterMaximum(a.maximum, b.maximum),
    steps: distinctDecimals([...a.steps, ...b.steps]),
    offSteps: distinctDecimals([...a.offSteps, ...b.offSteps]),
    excluded: distinctDecimals([...a.excluded, ...b.excluded]),
  }
}

function distinctDecimals(values: readonly Decimal[]): readonly Decimal[] {
  if (values.length < 2) return values
  return [...new Map(values.map((v) => [`${v.digits}e-${v.scale}`, v])).values()]
}

function tighterMinimum(a: Bound | null, b: Bound | null): Bound | null {
  if (a === null || b === null) return a ?? b
  const order = compareDecimals(a.value, b.value)
  return order > 0 || (order === 0 && a.exclusive) ? a : b
}

function tighterMaximum(a: Bound | null, b: Bound | null): Bound | null {
  if (a === null || b === null) return a ?? b
  const order = compareDecimals(a.value, b.value)
  return order < 0 || (order === 0 && a.exclusive) ? a : b
}

/** Whether a number fits a shape. */
export function admitsNumber(shape: NumberShape, value: number | bigint): boolean {
  if (typeof value === 'number' && !Number.isFinite(value)) return false
  const number = decimalOf(value)
  const { minimum, maximum } = shape
  return (
    (minimum === null || fits(compareDecimals(number, minimum.value), minimum)) &&
    (maximum === null || fits(compareDecimals(maximum.value, number), maximum)) &&
    shape.steps.every((step) => isMultiple(number, step)) &&
    !shape.offSteps.some((step) => isMultiple(number, step)) &&
    !shape.excluded.some((other) => compareDecimals(other, number) === 0)
  )
}

function fits(order: number, { exclusive }: Bound): boolean {
  return order > 0 || (order === 0 && !exclusive)
}

/** The numbers that do not fit a shape, each limit by itself. */
export function otherNumbers(shape: NumberShape, open: NumberShape): NumberShape[] {
  const { minimum, maximum } = shape
  if (shape.values !== null) {
    const values = shape.values.filter((v) => typeof v === 'number' || typeof v === 'bigint')
    return [{ ...open, excluded: values.map(decimalOf) }]
  }
  const others: NumberShape[] = []
  const turned = ({ value, exclusive }: Bound): Bound => ({ value, exclusive: !exclusive })
  if (minimum !== null) others.push({ ...open, maximum: turned(minimum) })
  if (maximum !== null) others.push({ ...open, minimum: turned(maximum) })
  for (const step of shape.steps) others.push({ ...open, offSteps: [step] })
  for (const step of shape.offSteps) others.push({ ...open, steps: [step] })
  for (const { digits, scale } of shape.excluded) {
    const value: Bound = { value: { digits, scale }, exclusive: false }
    others.push({ ...open, minimum: value, maximum: value })
  }
  return others
}

/** Whether surely no number fits a shape; `false` may be wrong. */
export function isEmptyRange({ minimum, maximum, steps, offSteps }: NumberShape): boolean {
  if (minimum !== null && maximum !== null) {
    const order = compareDecimals(minimum.value, maximum.value)
    if (order > 0 || (order === 0 && (minimum.exclusive || maximum.exclusive))) return true
  }
  return offSteps.some((off) => steps.some((step) => isMultiple(step, off)))
}
