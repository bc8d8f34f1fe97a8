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
import type { Effect } from './report.ts'
import type { StringShape } from './shape.ts'

/** Told of what a shape asks and its automaton does not. */
export type NoteLoss = (path: string, keyword: string, effect: Effect, reason: string) => void

/**
 * The texts of a shape as one automaton: its values, or what meets all its limits. A limit that would
 * make the automaton too large is left out, and told.
 */
export function textsOf(shape: StringShape, note: NoteLoss = () => {}): Automaton {
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
