import {
  anyText,
  areDisjoint,
  complement,
  fromWords,
  intersect,
  isEmpty,
  lengthBetween,
  lengthsOf,
  type Automaton,
} from '../automata/index.ts'
import { createRecent } from '../util/recent.ts'
import type { Effect } from './report.ts'
import type { StringShape } from './shape.ts'

/** Told of what a shape asks and its automaton does not. */
export type NoteLoss = (path: string, keyword: string, effect: Effect, reason: string) => void

/**
 * The texts of a shape as one automaton: its values, or what meets all its limits. A limit that would
 * make the automaton too large is left out, and told.
 */
export function textsOf(shape: StringShape, note: NoteLoss = () => {}): Automaton {
  const { values, minLength, maxLength, texts } = shape
  if (values !== null || texts.length === 0) return textsAnew(shape, note)
  const [only] = texts
  if (only !== undefined && texts.length === 1 && minLength === 0 && maxLength === null) {
    return only.texts
  }
  const key = `${minLength} ${maxLength} ${texts.map((limit) => numberOf(limit.texts)).join(' ')}`
  const { all, losses } = recent.once(key, () => {
    const lost: { limit: number; keyword: string; effect: Effect; reason: string }[] = []
    const made = textsAnew(shape, (path, keyword, effect, reason) => {
      const limit = texts.findIndex((found) => found.path === path && found.keyword === keyword)
      lost.push({ limit, keyword, effect, reason })
    })
    return { all: made, losses: lost }
  })
  for (const { limit, keyword, effect, reason } of losses) {
    note(texts[limit]?.path ?? shape.path, keyword, effect, reason)
  }
  return all
}

/** What was lost is told of each shape anew, whose paths differ. */
interface Texts {
  readonly all: Automaton
  readonly losses: readonly {
    readonly limit: number
    readonly keyword: string
    readonly effect: Effect
    readonly reason: string
  }[]
}

const recent = createRecent<Texts>(256)
const numbers = new WeakMap<Automaton, number>()
let numbered = 0

/** A number for each automaton, which stays the same while it is kept. */
function numberOf(automaton: Automaton): number {
  let number = numbers.get(automaton)
  if (number === undefined) numbers.set(automaton, (number = ++numbered))
  return number
}

function textsAnew(shape: StringShape, note: NoteLoss): Automaton {
  if (shape.values !== null) {
    const strings = shape.values.filter((value) => typeof value === 'string')
    const words = fromWords(strings)
    if (words === null) note(shape.path, 'enum', 'relaxed', 'has too many texts')
    return words ?? anyText
  }
  let all = anyText
  for (const { texts, keyword, path } of shape.texts) {
    const both = intersect(all, texts)
    if (both === null) note(path, keyword, 'relaxed', 'together with others has too many states')
    else all = both
  }
  return withLengths(all, shape, note)
}

/** The bounds of lengths, without those that the texts keep anyway. */
function withLengths(
  texts: Automaton,
  { minLength, maxLength, path }: StringShape,
  note: NoteLoss,
): Automaton {
  if (texts === anyText) {
    const range = lengthBetween(minLength, maxLength)
    if (range === null)
      note(path, maxLength === null ? 'minLength' : 'maxLength', 'relaxed', tooMany)
    return range ?? anyText
  }
  const own = lengthsOf(texts)
  let all = texts
  if (minLength > own.min) {
    const longer = lengthBetween(minLength, null)
    const both = longer === null ? null : intersect(all, longer)
    if (both === null) note(path, 'minLength', 'relaxed', tooMany)
    else all = both
  }
  if (maxLength === null || (own.max !== null && own.max <= maxLength)) return all
  const shorter = lengthBetween(0, maxLength)
  const both = shorter === null ? null : intersect(all, shorter)
  if (both === null) note(path, 'maxLength', 'relaxed', tooMany)
  return both ?? all
}

const tooMany = 'takes too many states'

/** The strings that do not fit a shape; `null` where they are too many to tell apart. */
export function otherStrings(shape: StringShape, open: StringShape): readonly StringShape[] | null {
  const { values, texts: limits, minLength, maxLength } = shape
  if (values === null && limits.length === 0) {
    const shorter = minLength > 0 ? [{ ...open, maxLength: minLength - 1 }] : []
    return maxLength === null ? shorter : [...shorter, { ...open, minLength: maxLength + 1 }]
  }
  let isWhole = true
  const texts = complement(textsOf(shape, () => (isWhole = false)))
  if (!isWhole) return null
  if (isEmpty(texts)) return []
  return [{ ...open, texts: [{ texts, keyword: 'not', path: shape.path, format: null }] }]
}

/** Whether no string fits both shapes: `true` is certain, `false` may be wrong. */
export function stringsDiffer(a: StringShape, b: StringShape): boolean {
  return areDisjoint(textsOf(a), textsOf(b)) === true
}
