import { intersect, type Automaton } from '../automata/index.ts'
import type { Owed } from './object-states.ts'
import type { Parts } from './parts.ts'
import type { Conjunction, ObjectShape, SomeOther } from './shape.ts'
import type { ValueWriter } from './value-writer.ts'

/** The most properties that must come of which one may be several: n of them take 2^n kinds. */
const MaxTogether = 4

/** The most properties that must come. */
const MaxOwed = 24

/** How a further property is written. */
export interface OwedSettings {
  /** A property of such names, whose value must also be of the schemas; `null` where none can be. */
  write(shape: ObjectShape, schemas: Conjunction, texts: Automaton | null): Parts | null
}

/**
 * The further properties that an object must have, each by itself, and as one property may be several
 * of them, each few together; what is left out is told.
 *
 * @returns `null` where they are too many
 */
export function writeOwed(
  { reporter }: ValueWriter,
  shape: ObjectShape,
  { write }: OwedSettings,
): readonly Owed[] | null {
  const { someOther } = shape
  if (someOther.length > MaxOwed) return null
  const all = someOther.map((_, i) => i)
  const sets = someOther.length <= MaxTogether ? subsets(all) : all.map((i) => [i])
  if (someOther.length > MaxTogether) {
    const reason = 'takes a property for one only of several that must come'
    for (const { origin } of someOther)
      reporter.note(origin.path, origin.keyword, 'narrowed', reason)
  }
  const owed: Owed[] = []
  for (const set of sets) {
    const wanted = set.flatMap((i) => someOther[i] ?? [])
    const texts = textsOfAll(wanted)
    if (texts === undefined) return null
    const schemas = wanted.flatMap((one) => one.schemas)
    const patterns = shape.patterns.map((one) => ({
      ...one,
      schemas: [...one.schemas, ...schemas],
    }))
    const names = [...shape.names, ...wanted.flatMap((one) => one.names)]
    const pair = write({ ...shape, patterns, names }, schemas, texts)
    if (pair !== null) owed.push({ bits: set.reduce((bits, i) => bits | (1 << i), 0), pair })
  }
  return owed
}

function subsets(items: readonly number[]): number[][] {
  return items.reduce<number[][]>(
    (all, item) => [...all, [item], ...all.map((set) => [...set, item])],
    [],
  )
}

/** The names that all admit, `null` for any; `undefined` where they are too many to tell. */
function textsOfAll(wanted: readonly SomeOther[]): Automaton | null | undefined {
  let all: Automaton | null = null
  for (const { texts } of wanted) {
    const both: Automaton | null = all === null || texts === null ? texts : intersect(all, texts)
    if (both === null && all !== null && texts !== null) return undefined
    all = both ?? all
  }
  return all
}
