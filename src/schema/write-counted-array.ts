import { factor } from './factor.ts'
import { negated } from './negate.ts'
import type { Parts } from './parts.ts'
import type { ArrayShape, Conjunction, Contains, Origin } from './shape.ts'
import { noteKeyword } from './sources.ts'
import type { ValueWriter } from './value-writer.ts'

/** The most constraints whose items are told apart: n of them take 2^n kinds of items. */
const MaxConstraints = 6
/** The most states of one array. */
const MaxStates = 1_024

/**
 * An array some of whose items are counted by what they are: `contains`, and `uniqueItems` where
 * items are few listed values, each of which may come once. Each item is of one kind, by the
 * constraints that it fits; the counts so far are the state.
 *
 * @returns `uncounted` where nothing is to be counted, or too much; then that is noted
 */
export function writeCountedArray(
  writer: ValueWriter,
  shape: ArrayShape,
  name: string,
): Parts | null | 'uncounted' {
  const constraints = [...shape.contains, ...onceEach(writer, shape)]
  if (constraints.length === 0) return 'uncounted'
  const array = constraints.length > MaxConstraints ? null : statesOf(writer, shape, constraints)
  if (array === null) {
    for (const keyword of keywordsOf(shape)) {
      noteKeyword(writer.reporter, shape, keyword, 'ignored', 'has too many items to count')
    }
    return 'uncounted'
  }
  noteUncertain(writer, shape)
  return array.length === 0 ? null : writeStates(writer, array, name)
}

function keywordsOf({ contains, unique }: ArrayShape): string[] {
  return [...(contains.length > 0 ? ['contains'] : []), ...(unique ? ['uniqueItems'] : [])]
}

/** An item that may or may not fit is counted as one that does not. */
function noteUncertain({ shapesOf, reporter }: ValueWriter, shape: ArrayShape): void {
  const { contains, path } = shape
  for (const { schemas, max } of contains) {
    if (max === null) continue
    const others = schemas.flatMap((part) =>
      shapesOf([negated(part, { path, keyword: 'contains' })]),
    )
    if (others.some(({ inexact }) => inexact)) {
      noteKeyword(
        reporter,
        shape,
        'contains',
        'relaxed',
        'cannot tell all items that fit from others',
      )
    }
  }
}

/** `uniqueItems` as counts, where it can be said so. */
function onceEach(writer: ValueWriter, shape: ArrayShape): Contains[] {
  const { unique, maxItems, prefix, rest, path } = shape
  if (!unique || (maxItems !== null && maxItems < 2)) return []
  const values = new Map<unknown, Contains>()
  for (const schemas of [...prefix, ...(maxItems === prefix.length ? [] : [rest])]) {
    for (const item of writer.shapesOf(schemas)) {
      const listed =
        item.type === 'null'
          ? [null]
          : item.type === 'boolean'
            ? booleans(item.values)
            : item.values
      if (listed === null || item.type === 'array' || item.type === 'object') {
        noteKeyword(writer.reporter, shape, 'uniqueItems', 'ignored', 'cannot be said by a grammar')
        return []
      }
      for (const value of listed) {
        const equal: Conjunction = [{ schema: { const: value }, path }]
        values.set(value, { schemas: equal, from: 0, min: 0, max: 1 })
      }
    }
  }
  return [...values.values()]
}

function booleans(values: readonly unknown[] | null): readonly unknown[] {
  return values ?? [true, false]
}

interface State {
  /** The next item's index, up to the length of the prefix. */
  readonly index: number
  /** How many items there are, as far as that matters. */
  readonly count: number
  readonly counts: readonly number[]
}

interface Item {
  readonly parts: Parts
  readonly to: number
}

/** A state of an array being written: whether it may end, and the items that may come. */
interface ArrayState {
  readonly isFirst: boolean
  readonly ends: boolean
  readonly items: readonly Item[]
}

function statesOf(
  writer: ValueWriter,
  shape: ArrayShape,
  constraints: readonly Contains[],
): readonly ArrayState[] | null {
  const { minItems, maxItems, prefix, rest } = shape
  const last = Math.max(prefix.length, ...constraints.map(({ from }) => from))
  const ids = new Map<string, number>()
  const states: State[] = []
  const idOf = (state: State): number => {
    const key = JSON.stringify(state)
    let id = ids.get(key)
    if (id === undefined) ids.set(key, (id = states.push(state) - 1))
    return id
  }
  const kinds = new Map<number, readonly Kind[]>()
  const kindsAt = (index: number): readonly Kind[] => {
    let found = kinds.get(index)
    if (found === undefined) {
      found = kindsOf(
        writer,
        prefix[index] ?? rest,
        { path: shape.path, keyword: 'contains' },
        constraints.map(({ from, schemas }) => (from <= index ? schemas : null)),
      )
      kinds.set(index, found)
    }
    return found
  }
  const mostCounted = maxItems ?? minItems
  idOf({ index: 0, count: 0, counts: constraints.map(() => 0) })
  const out: ArrayState[] = []
  for (let i = 0; i < states.length; i++) {
    const state = states[i]
    if (state === undefined || states.length > MaxStates) return null
    const { index, count, counts } = state
    const ends = count >= minItems && constraints.every(({ min }, k) => (counts[k] ?? 0) >= min)
    const isFull = maxItems !== null && count >= maxItems
    const items = (isFull ? [] : kindsAt(index)).flatMap(({ fits, parts }): Item[] => {
      const next = constraints.map((_, k) => (counts[k] ?? 0) + (fits[k] === true ? 1 : 0))
      if (constraints.some(({ max }, k) => max !== null && (next[k] ?? 0) > max)) return []
      const capped = next.map((n, k) =>
        Math.min(n, constraints[k]?.max ?? constraints[k]?.min ?? 0),
      )
      const to = {
        index: Math.min(index + 1, last),
        count: Math.min(count + 1, Math.max(mostCounted, 1)),
        counts: capped,
      }
      return [{ parts, to: idOf(to) }]
    })
    out.push({ isFirst: count === 0, ends, items })
  }
  return live(out)
}

interface Kind {
  /** Which constraints items of this kind fit. */
  readonly fits: readonly boolean[]
  readonly parts: Parts
}

/** The kinds of items at a place; `null` stands for a constraint that does not count there. */
function kindsOf(
  writer: ValueWriter,
  schemas: Conjunction,
  origin: Origin,
  wanted: readonly (Conjunction | null)[],
): readonly Kind[] {
  const kinds: Kind[] = []
  for (let bits = 0; bits < 1 << wanted.length; bits++) {
    const fits = wanted.map((_, k) => (bits & (1 << k)) !== 0)
    if (wanted.some((some, k) => some === null && fits[k] === true)) continue
    const own = [...schemas]
    for (const [k, some] of wanted.entries()) {
      const [part] = some ?? []
      if (part !== undefined) own.push(fits[k] === true ? part : negated(part, origin))
    }
    const parts = writer.value(own)
    if (parts !== null) kinds.push({ fits, parts })
  }
  return kinds
}

/** Without the items after which an array cannot end; no states where none can. */
function live(states: readonly ArrayState[]): readonly ArrayState[] {
  const alive = new Set<number>()
  for (let grown = true; grown;) {
    grown = false
    for (let id = states.length - 1; id >= 0; id--) {
      const state = states[id]
      if (state === undefined || alive.has(id)) continue
      if (state.ends || state.items.some(({ to }) => alive.has(to))) {
        alive.add(id)
        grown = true
      }
    }
  }
  if (!alive.has(0)) return []
  return states.map((state) => ({ ...state, items: state.items.filter(({ to }) => alive.has(to)) }))
}

function writeStates(writer: ValueWriter, states: readonly ArrayState[], name: string): Parts {
  const { make, layout } = writer
  const named = states.map((_, id) => make.freeName(`${name}-items-${id}`))
  const reached = new Set([0])
  for (const id of reached) {
    const { isFirst, ends, items } = states[id] ?? { isFirst: false, ends: true, items: [] }
    const alternatives = items.map(({ parts, to }): Parts => {
      reached.add(to)
      const comma = isFirst ? [] : layout.comma
      return [...comma, ...parts, ...layout.gap, make.ref(named[to] ?? '')]
    })
    make.rule(named[id] ?? '', () => factor(make, ends ? [...alternatives, [']']] : alternatives))
  }
  return ['[', ...layout.gap, make.ref(named[0] ?? '')]
}
