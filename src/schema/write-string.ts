import { accepts, fromWords, isEmpty, union, type Automaton } from '../automata/index.ts'
import type { NodeMaker, Parts } from './parts.ts'
import type { Reporter } from './report.ts'
import type { StringShape } from './shape.ts'
import { stringChar } from './string-char.ts'
import { textsOf } from './string-texts.ts'
import { writeAutomaton } from './write-automaton.ts'

/** What strings are written with, beside their shapes. */
export interface StringSettings {
  /** The stem of the names of their rules. */
  readonly name: string
  readonly reporter: Reporter
}

/** Strings of several shapes; each text belongs to one alternative only, wherever that is possible. */
export function writeStrings(
  make: NodeMaker,
  shapes: readonly StringShape[],
  settings: StringSettings,
): Parts[] {
  const limited = shapes.filter((shape) => shape.values === null && shape.texts.length > 0)
  const ranges = joinRanges(shapes.filter((s) => s.values === null && s.texts.length === 0))
  if (ranges.some(({ min, max }) => min === 0 && max === null)) return [[make.json('string')]]
  const listed = shapes.flatMap((shape) => shape.values ?? []).map(String)
  const others = listed.filter((text) => !ranges.some((range) => holds(range, text)))
  const plain = ranges.map(({ min, max }): Parts => [
    '"',
    ...make.repeat([stringChar(make)], min, max),
    '"',
  ])
  if (limited.length === 0) return [...others.map(literal), ...plain]
  const [only] = limited
  if (limited.length === 1 && only !== undefined && ranges.length + others.length === 0) {
    return writeLimited(make, only, settings)
  }
  const joined = joinLimited(limited, ranges.length === 0 ? others : null)
  const written = joined === null ? null : writeTexts(make, joined.texts, settings)
  if (joined !== null && written !== null) {
    const rest = joined.hasWords ? [] : others.filter((text) => !accepts(joined.texts, text))
    return [...rest.map(literal), ...plain, ...written]
  }
  // Each alternative ends with its quote, so that the order in which they are tried means nothing.
  const apart = limited.flatMap((shape) => writeLimited(make, shape, settings))
  return [...others.map(literal), ...plain, ...apart]
}

function literal(text: string): Parts {
  return [JSON.stringify(text)]
}

// More listed texts than this are a tree of their own.
const maxListed = 256

/** All limited shapes as one, and the listed texts too where they are few. */
function joinLimited(
  shapes: readonly StringShape[],
  words: readonly string[] | null,
): { texts: Automaton; hasWords: boolean } | null {
  const hasWords = words !== null && words.length > 0 && words.length <= maxListed
  const sets = [...shapes.map((shape) => textsOf(shape)), ...(hasWords ? [fromWords(words)] : [])]
  const texts = sets.reduce((all, next) =>
    all === null || next === null ? null : union(all, next),
  )
  return texts === null ? null : { texts, hasWords }
}

/** One shape: of what is too large to be written its lengths go first, then its texts. */
function writeLimited(make: NodeMaker, shape: StringShape, settings: StringSettings): Parts[] {
  const { reporter } = settings
  const { minLength, maxLength, texts, path } = shape
  const [only] = texts
  const isPlain = minLength === 0 && maxLength === null && texts.length === 1
  if (isPlain && only !== undefined && only.format !== null) {
    return [['"', ...formatRule(make, only.format, only.texts)]]
  }
  const whole = writeTexts(make, textsOf(shape, reporter.note), settings)
  if (whole !== null) return whole
  const note = (keyword: string, at: string): void =>
    reporter.note(at, keyword, 'relaxed', 'would take too many rules')
  if (minLength > 0) note('minLength', path)
  if (maxLength !== null) note('maxLength', path)
  const free = writeTexts(make, textsOf({ ...shape, minLength: 0, maxLength: null }), settings)
  if (free !== null && !isPlain) return free
  for (const limit of texts) note(limit.keyword, limit.path)
  return [['"', ...make.repeat([stringChar(make)], minLength, maxLength), '"']]
}

/** An automaton as a string; none if it accepts nothing, `null` if it is too large. */
function writeTexts(make: NodeMaker, texts: Automaton, { name }: StringSettings): Parts[] | null {
  if (isEmpty(texts)) return []
  const inside = writeAutomaton(make, texts, { name: `${name}-text`, tail: () => ['"'] })
  return inside === null ? null : [['"', ...inside]]
}

/** The rule of a format: one for all schemas of a grammar. */
function formatRule(make: NodeMaker, format: string, texts: Automaton): Parts {
  const name = `json:${format}`
  const write = (): Parts => writeAutomaton(make, texts, { name, tail: () => ['"'] }) ?? []
  return [make.rule(`${name}-string`, write)]
}

interface Lengths {
  readonly min: number
  readonly max: number | null
}

/** Ranges that touch become one, so that a length belongs to one alternative only. */
function joinRanges(shapes: readonly StringShape[]): Lengths[] {
  const sorted = shapes
    .map(({ minLength, maxLength }) => ({ min: minLength, max: maxLength }))
    .toSorted((a, b) => a.min - b.min)
  const out: Lengths[] = []
  for (const next of sorted) {
    const last = out.at(-1)
    if (last === undefined || (last.max !== null && next.min > last.max + 1)) out.push(next)
    else {
      const max = last.max === null || next.max === null ? null : Math.max(last.max, next.max)
      out[out.length - 1] = { min: last.min, max }
    }
  }
  return out
}

function holds({ min, max }: Lengths, text: string): boolean {
  const length = Array.from(text).length
  return length >= min && (max === null || length <= max)
}
