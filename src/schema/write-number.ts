import type { SchemaSettings } from '../peg/node.ts'
import { createRecent } from '../util/recent.ts'
import { decimalOf, type Decimal } from './decimal.ts'
import { scalarText } from './literals.ts'
import { numberAutomaton, type NumberAutomaton, type NumberReader } from './number-automaton.ts'
import { comparison, divisibility, membership, type Probe } from './number-probe.ts'
import type { NodeMaker, Part, Parts } from './parts.ts'
import { isOpen, type Bound, type NumberShape } from './shape.ts'
import { writeAutomaton } from './write-digits.ts'

/** Numbers as nodes. */
export interface WrittenNumbers {
  /** None where no number will do. */
  readonly alternatives: readonly Parts[]
  /** What was left out, as it takes too many states: nothing, what counts in steps, or all limits. */
  readonly relaxed: 'none' | 'steps' | 'all'
}

/** How numbers are written. */
export interface NumberSettings {
  /** The stem of the names of rules. */
  readonly name: string
  readonly integers: NonNullable<SchemaSettings['integers']>
}

/** The most states of the automaton of a schema's numbers. */
const MaxNumberStates = 8_192

/**
 * Numbers of several shapes, as one automaton over their characters: limits, steps and lists in
 * decimal digits, exactly, however large. Whole numbers are written without a point.
 */
export function writeNumbers(
  make: NodeMaker,
  shapes: readonly NumberShape[],
  { name, integers }: NumberSettings,
): WrittenNumbers {
  if (shapes.some((shape) => isOpen(shape))) return plain([[make.json('number')]])
  const isPlain = integers === 'digits' && shapes.some(isAnyInteger) && shapes.every(isWhole)
  if (isPlain) return plain([[anyInteger(make)]])
  const count = shapes.reduce((sum, { values }) => sum + (values?.length ?? 0), 0)
  if (count > MaxListed && shapes.every(({ values }) => values !== null)) return listed(shapes)
  const found = automatonOf(make, shapes, { name, integers })
  if (found !== null) return found
  const looser = shapes.map((shape): NumberShape => ({ ...shape, steps: [], offSteps: [] }))
  const relaxed = automatonOf(make, looser, { name, integers })
  if (relaxed !== null) return { ...relaxed, relaxed: 'steps' }
  return { alternatives: [[make.json('number')]], relaxed: 'all' }
}

/** More listed numbers than this are their texts. */
const MaxListed = 256

function listed(shapes: readonly NumberShape[]): WrittenNumbers {
  const texts = shapes.flatMap(({ values }) => (values ?? []).map(scalarText))
  const distinct = new Set(texts.filter((text) => text !== null))
  return plain([...distinct].map((text) => [text]))
}

function plain(alternatives: readonly Parts[]): WrittenNumbers {
  return { alternatives, relaxed: 'none' }
}

function automatonOf(
  make: NodeMaker,
  shapes: readonly NumberShape[],
  { name, integers }: NumberSettings,
): WrittenNumbers | null {
  const key = `${integers} ${shapes.map(keyOf).join('|')}`
  const { automaton } = recent.once(key, () => ({
    automaton: numberAutomaton(readerOf(shapes, integers), MaxNumberStates),
  }))
  if (automaton === null) return null
  const parts = writeAutomaton(make, automaton, name)
  const texts = shapes.flatMap(({ values }) => (values ?? []).filter(isScaled))
  const alternatives = texts.map((value): Parts => [String(value)])
  if (parts !== null) alternatives.push(parts)
  return { alternatives, relaxed: 'none' }
}

/** Most schemas have the same few limits. */
const recent = createRecent<{ readonly automaton: NumberAutomaton | null }>(256)

/** Equal for shapes of the same numbers. */
function keyOf({ values, minimum, maximum, steps, offSteps, excluded }: NumberShape): string {
  if (values !== null) return values.map(String).join(' ')
  const bound = (found: Bound | null): string =>
    found === null ? '' : `${textOf(found.value)}${found.exclusive ? '!' : ''}`
  const list = (found: readonly Decimal[]): string => found.map(textOf).join(' ')
  return [bound(minimum), bound(maximum), list(steps), list(offSteps), list(excluded)].join(';')
}

function textOf({ digits, scale }: Decimal): string {
  return `${digits}/${scale}`
}

function isAnyInteger(shape: NumberShape): boolean {
  const { values, minimum, maximum, steps, offSteps, excluded } = shape
  if (values !== null || minimum !== null || maximum !== null) return false
  return steps.every(isOne) && steps.length > 0 && offSteps.length + excluded.length === 0
}

function isOne({ digits, scale }: Decimal): boolean {
  return digits === 1n && scale === 0
}

/** Whether a shape's numbers are all whole by what it says. */
function isWhole({ values, steps }: NumberShape): boolean {
  return values !== null || steps.some(({ scale }) => scale === 0)
}

/** A number that JavaScript writes with an exponent: as a listed value it is admitted so too. */
function isScaled(value: unknown): boolean {
  return typeof value === 'number' && String(value).includes('e')
}

/** Whether a number's sign decides, so that its size, and an exponent, may be any. */
function isOfSign(shape: NumberShape): boolean {
  const { values, minimum, maximum, steps, offSteps, excluded } = shape
  if (values !== null || steps.length + offSteps.length + excluded.length > 0) return false
  return [minimum, maximum].every((bound) => bound === null || bound.value.digits === 0n)
}

/**
 * Whether a number of a shape may be made larger in size by any power of ten: a multiple stays one,
 * and no limit is on its side of zero.
 */
function growsOf(shape: NumberShape): (negative: boolean) => boolean {
  const { values, minimum, maximum, steps, offSteps, excluded } = shape
  if (values !== null || offSteps.length + excluded.length > 0) return () => false
  // Whoever checks a large multiple of 0.01 in floating point finds that it is none.
  if (steps.length > 0 && !steps.some(isOne)) return () => false
  return (negative) => (negative ? minimum : maximum) === null
}

/** What one limit says of a number. */
interface Test {
  readonly probe: number
  holds(state: string, negative: boolean): boolean
}

/** All shapes read a number's digits together; one of them must hold in the end. */
function readerOf(
  shapes: readonly NumberShape[],
  integers: NumberSettings['integers'],
): NumberReader<readonly string[]> {
  const probes: Probe<unknown>[] = []
  const all = shapes.map((shape) => ({
    tests: testsOf(shape, probes),
    isWhole: integers === 'digits' && isWhole(shape),
    isListed: integers === 'digits' && shape.values !== null,
    isOfSign: isOfSign(shape),
    grows: growsOf(shape),
  }))
  const holds = (tests: readonly Test[], states: readonly string[], negative: boolean): boolean =>
    tests.every((test) => test.holds(states[test.probe] ?? '', negative))
  return {
    start: probes.map(({ start }) => start),
    whole: (states, digit) => probes.map((probe, i) => probe.whole(states[i] ?? '', digit)),
    fraction: (states, digit) => probes.map((probe, i) => probe.fraction(states[i] ?? '', digit)),
    key: (states) => states.join(' '),
    accepts: (states, { negative, zero, zeros, padded }) =>
      // Zero has no sign.
      !(zero && negative) &&
      all.some(
        (shape) =>
          !(zeros && shape.isWhole) &&
          !(padded && shape.isListed) &&
          holds(shape.tests, states, negative),
      ),
    scales: (states, { negative, zero }) => {
      const held = all.filter(
        (shape) => !(zero && negative) && holds(shape.tests, states, negative),
      )
      if (held.some((shape) => shape.isOfSign)) return 'all'
      const isUp = held.some((shape) => !shape.isWhole && shape.grows(negative))
      return isUp ? 'up' : 'none'
    },
  }
}

function testsOf(shape: NumberShape, probes: Probe<unknown>[]): Test[] {
  function test<V>(probe: Probe<V>, says: (verdict: V) => boolean): Test {
    const index = probes.push(probe) - 1
    return {
      probe: index,
      holds: (state, negative) => says(probe.verdict(state, negative)),
    }
  }

  if (shape.values !== null) {
    const values = shape.values.filter((v) => typeof v === 'number' || typeof v === 'bigint')
    return [test(membership(values.map(decimalOf)), (is) => is)]
  }
  const { minimum, maximum } = shape
  const tests: Test[] = []
  if (minimum !== null) {
    const { value, exclusive } = minimum
    tests.push(test(comparison(value), (order) => order > 0 || (order === 0 && !exclusive)))
  }
  if (maximum !== null) {
    const { value, exclusive } = maximum
    tests.push(test(comparison(value), (order) => order < 0 || (order === 0 && !exclusive)))
  }
  for (const step of shape.steps) tests.push(test(divisibility(step), (is) => is))
  for (const step of shape.offSteps) tests.push(test(divisibility(step), (is) => !is))
  if (shape.excluded.length > 0) tests.push(test(membership(shape.excluded), (is) => !is))
  return tests
}

function anyInteger(make: NodeMaker): Part {
  return make.rule('json:integer', () => [
    ...make.optional(['-']),
    make.choice([['0'], [make.chars([0x31, 0x39], 1, 1), make.chars([0x30, 0x39], 0, null)]]),
  ])
}
