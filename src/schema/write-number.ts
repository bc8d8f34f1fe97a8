import { decimalOf, type Decimal } from './decimal.ts'
import { numberAutomaton, type NumberEnd, type NumberReader } from './number-automaton.ts'
import { comparison, divisibility, membership, type Magnitude, type Probe } from './number-probe.ts'
import type { NodeMaker, Part, Parts } from './parts.ts'
import { isOpen, type NumberShape } from './shape.ts'
import { writeAutomaton } from './write-digits.ts'

/** Numbers as nodes. */
export interface WrittenNumbers {
  /** None where no number will do. */
  readonly alternatives: readonly Parts[]
  /** Steps were left out, as they take too many states. */
  readonly relaxed: boolean
  /** Numbers whose texts have an exponent could not all be decided, and those are refused. */
  readonly narrowed: boolean
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
  name: string,
): WrittenNumbers {
  if (shapes.some((shape) => isOpen(shape))) return plain([[make.json('number')]])
  if (shapes.some(isAnyInteger) && shapes.every(isWhole)) return plain([[anyInteger(make)]])
  const found = automatonOf(make, shapes, name)
  if (found !== null) return found
  const looser = shapes.map((shape): NumberShape => ({ ...shape, steps: [], offSteps: [] }))
  const relaxed = automatonOf(make, looser, name)
  return { ...(relaxed ?? plain([[make.json('number')]])), relaxed: true }
}

function plain(alternatives: readonly Parts[]): WrittenNumbers {
  return { alternatives, relaxed: false, narrowed: false }
}

function automatonOf(
  make: NodeMaker,
  shapes: readonly NumberShape[],
  name: string,
): WrittenNumbers | null {
  const notes: Notes = { narrowed: false }
  const automaton = numberAutomaton(readerOf(shapes, notes), MaxNumberStates)
  if (automaton === null) return null
  const parts = writeAutomaton(make, automaton, name)
  return { alternatives: parts === null ? [] : [parts], relaxed: false, ...notes }
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

interface Notes {
  narrowed: boolean
}

/** What one limit says of a number: yes, no, or that it cannot know. */
interface Test {
  readonly probe: number
  holds(state: string, negative: boolean): boolean
  holdsScaled(state: string, negative: boolean, magnitude: Magnitude): boolean | null
}

/** All shapes read a number's digits together; one of them must hold in the end. */
function readerOf(shapes: readonly NumberShape[], notes: Notes): NumberReader<readonly string[]> {
  const probes: Probe<unknown>[] = []
  const wholeOnly = shapes.map(isWhole)
  const tests = shapes.map((shape) => testsOf(shape, probes))
  return {
    start: probes.map(({ start }) => start),
    scales: !wholeOnly.every((is) => is),
    countsPlaces: shapes.some(({ steps, offSteps }) => steps.length + offSteps.length > 0),
    whole: (states, digit) => probes.map((probe, i) => probe.whole(states[i] ?? '', digit)),
    fraction: (states, digit) => probes.map((probe, i) => probe.fraction(states[i] ?? '', digit)),
    key: (states) => states.join(' '),
    accepts: (states, { negative, zero, zeros }: NumberEnd) =>
      // Zero has no sign.
      !(zero && negative) &&
      tests.some(
        (all, i) =>
          !(zeros && wholeOnly[i] === true) &&
          all.every((test) => test.holds(states[test.probe] ?? '', negative)),
      ),
    acceptsScaled(states, { negative }, magnitude) {
      const verdicts = tests.map((all, i) => {
        if (wholeOnly[i] === true) return false
        const said = all.map((t) => t.holdsScaled(states[t.probe] ?? '', negative, magnitude))
        return said.includes(false) ? false : said.includes(null) ? null : true
      })
      if (verdicts.includes(true)) return true
      // JavaScript itself writes such numbers so.
      if (verdicts.includes(null) && magnitude !== 'other') notes.narrowed = true
      return false
    },
  }
}

function testsOf(shape: NumberShape, probes: Probe<unknown>[]): Test[] {
  function test<V>(probe: Probe<V>, says: (verdict: V) => boolean): Test {
    const index = probes.push(probe) - 1
    return {
      probe: index,
      holds: (state, negative) => says(probe.verdict(state, negative)),
      holdsScaled(state, negative, magnitude) {
        const verdict = probe.scaled(state, negative, magnitude)
        return verdict === null ? null : says(verdict)
      },
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
