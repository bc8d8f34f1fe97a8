import {
  accepts,
  anyText,
  areEqual,
  classify,
  exceptWords,
  fromWords,
  isEmpty,
  noText,
  type Automaton,
} from '../automata/index.ts'
import { hasOneSpelling } from './key-tree.ts'
import type { Parts } from './parts.ts'
import type { Conjunction, ObjectShape } from './shape.ts'
import type { ValueWriter } from './value-writer.ts'
import { hasRoom, writeAutomaton } from './write-automaton.ts'

const maxCharacters = 8_192

/** Whether names are few and short enough to be told apart from further keys. */
export function canTellApart(names: readonly string[]): boolean {
  return names.reduce((sum, name) => sum + name.length, 0) <= maxCharacters
}

/** How further properties are written. */
export type OtherKeys =
  /** Key and value. */
  | { readonly kind: 'pair'; readonly parts: Parts }
  /** Any key that a tree of the listed ones tells apart, and what follows its closing quote. */
  | { readonly kind: 'unlisted'; readonly rest: Parts }

/** What further properties are written with. */
export interface OtherSettings {
  /** The stem of the names of its rules. */
  readonly name: string
  /** The names that are listed: further properties have none of them, however it is spelled. */
  readonly listed: readonly string[]
  /** What properties must be that fit no pattern; `null` where there are none. */
  readonly additional: Conjunction | null
  /** The only texts that their names may be; `null` where these may be any. */
  readonly within: Automaton | null
  /** Told when further properties are not told apart as the schema says. */
  noteLoss(keyword: string): void
}

/**
 * Further properties: keys that a tree or an automaton tells apart from the listed names, and values
 * that depend on the patterns that the key fits. `null` where there can be none.
 */
export function writeOther(
  writer: ValueWriter,
  shape: ObjectShape,
  settings: OtherSettings,
): OtherKeys | null {
  const { layout } = writer
  if (isPlain(shape, settings)) {
    const value = settings.additional === null ? null : writer.value(settings.additional)
    return value === null
      ? null
      : { kind: 'unlisted', rest: [...layout.colon, ...value, ...layout.gap] }
  }
  const parts = writePair(writer, shape, settings)
  if (parts === null) return null
  const name = writer.make.freeName(`${settings.name}-other`)
  return { kind: 'pair', parts: [writer.make.rule(name, () => parts)] }
}

/** Whether all that is asked of a further key is that it is none of the listed ones. */
function isPlain(shape: ObjectShape, { listed, additional, within }: OtherSettings): boolean {
  if (within !== null || shape.names.length > 0 || tellingPatterns(shape, additional).size > 0)
    return false
  return listed.length > 0 && canTellApart(listed) && listed.every(hasOneSpelling)
}

function writePair(writer: ValueWriter, shape: ObjectShape, settings: OtherSettings): Parts | null {
  const { make, layout } = writer
  const groups = hasRoom(make) ? groupKeys(writer, shape, settings) : null
  if (groups === null) return writeAnyOther(writer, shape, settings)
  const { keys, values } = groups
  const [only] = values
  if (only === undefined || isEmpty(keys)) return null
  const pair = (value: Parts): Parts => [...layout.colon, ...value, ...layout.gap]
  if (keys === anyText) return [make.json('string'), ...pair(only)]
  const writeKey = (tail: (label: number) => Parts): Parts | null =>
    writeAutomaton(make, keys, { name: `${settings.name}-key`, tail })
  if (values.length === 1) {
    const inside = writeKey(() => ['"'])
    if (inside === null) return writeAnyOther(writer, shape, settings)
    const key =
      inside.length > 1 ? [make.rule(make.freeName(`${settings.name}-key`), () => inside)] : inside
    return ['"', ...key, ...pair(only)]
  }
  const tails = values.map((value) =>
    make.rule(make.freeName(`${settings.name}-value`), () => ['"', ...pair(value)]),
  )
  const inside = writeKey((label) => [tails[label - 1] ?? '"'])
  return inside === null ? writeAnyOther(writer, shape, settings) : ['"', ...inside]
}

interface KeyGroups {
  /** Labels are positions in `values`, from 1. */
  readonly keys: Automaton
  readonly values: readonly Parts[]
}

/** Further keys by what their values must be; `null` if that takes too large an automaton. */
function groupKeys(
  writer: ValueWriter,
  shape: ObjectShape,
  { listed, additional, within }: OtherSettings,
): KeyGroups | null {
  const names = shape.names.length === 0 ? [] : [writer.strings(shape.names)]
  if (within !== null) names.push(within)
  const known = canTellApart(listed) ? listed : []
  const values: Parts[] = []
  const indexOf = new Map<string, number>()

  function valueLabel(schemas: Conjunction | null): number {
    const value = schemas === null ? null : writer.value(schemas)
    if (value === null) return 0
    const key = value.join('\n')
    let label = indexOf.get(key)
    if (label === undefined) indexOf.set(key, (label = values.push(value)))
    return label
  }

  const patterns = tellingPatterns(shape, additional)
  if (patterns.size === 0 && names.length === 0) {
    const keys = valueLabel(additional) === 0 ? noText : exceptWords(known)
    return keys === null ? null : { keys, values }
  }
  const without = fromWords(known)
  if (without === null) return null
  const found = [...patterns]
  const keys = classify({
    within: names.length === 0 ? [anyText] : names,
    without: [without],
    sets: found.map(([texts]) => texts),
    label: (members) =>
      valueLabel(members.length === 0 ? additional : members.flatMap((i) => found[i]?.[1] ?? [])),
  })
  return keys === null ? null : { keys, values }
}

/** What the patterns say, by their texts; without those that say as little as what is additional. */
function tellingPatterns(
  { patterns }: ObjectShape,
  additional: Conjunction | null,
): Map<Automaton, Conjunction> {
  const found = new Map<Automaton, Conjunction>()
  for (const { texts, schemas } of patterns) {
    if (additional?.length === 0 && schemas.length === 0) continue
    const same = [...found.keys()].find((other) => areEqual(other, texts)) ?? texts
    found.set(same, [...(found.get(same) ?? []), ...schemas])
  }
  return found
}

/** Any key, with any value that some further property may have. */
function writeAnyOther(
  { make, layout, value }: ValueWriter,
  { patterns, names }: ObjectShape,
  { additional, noteLoss }: OtherSettings,
): Parts | null {
  if (patterns.length > 0) noteLoss('patternProperties')
  if (names.length > 0) noteLoss('propertyNames')
  // Where any other property may be there, nothing of it is lost: what patterns ask of them is told.
  const isFree = additional?.every(({ schema }) => schema === true) === true
  if (!isFree || patterns.length + names.length === 0) noteLoss('additionalProperties')
  const found = value(patterns.length > 0 ? [] : (additional ?? []))
  return found === null ? null : [make.json('string'), ...layout.colon, ...found, ...layout.gap]
}

/** Whether a name is one that properties may have. */
export function isName(writer: ValueWriter, { names }: ObjectShape, name: string): boolean {
  return names.length === 0 || accepts(writer.strings(names), name)
}
