import { argument, given, integerArgument, itemsOf, textArgument, type Runtime } from './runtime.ts'
import { textOf } from './text.ts'
import {
  compareValues,
  floatValue,
  isEqual,
  isFloat,
  isTruthy,
  numberOf,
  typeOf,
  undefinedValue,
  type Given,
  type Value,
} from './value.ts'

type Filter = (r: Runtime, value: Value, args: Given) => Value

/** Jinja2's filters of sequences, by name. */
export const listFilters: Readonly<Record<string, Filter>> = {
  list: (r, value) => [...itemsOf(r, value)],
  items: (r, value) =>
    value instanceof Map
      ? [...value].map(([key, item]) => [key, item])
      : typeOf(value) === 'undefined'
        ? []
        : r.fail(`items needs a dict, not ${typeOf(value)}`),
  first: (r, value) => itemOr(itemsOf(r, value)[0], 'the first item'),
  last: (r, value) => itemOr(itemsOf(r, value).at(-1), 'the last item'),
  join(r, value, args) {
    const attribute = argument(args, 1, 'attribute')
    const items = itemsOf(r, value).map((item) =>
      textOf(attribute === undefined ? item : member(r, item, attribute)),
    )
    r.spend(items.length)
    return items.join(textArgument(r, args, [0, 'd'], ''))
  },
  reverse: (r, value) =>
    typeof value === 'string'
      ? Array.from(value).toReversed().join('')
      : itemsOf(r, value).toReversed(),
  sort,
  unique: (r, value, args) => unique(r, itemsOf(r, value), args),
  dictsort,
  map,
  select: (r, value, args) => pick(r, value, args, true),
  reject: (r, value, args) => pick(r, value, args, false),
  selectattr: (r, value, args) => pickByAttribute(r, value, args, true),
  rejectattr: (r, value, args) => pickByAttribute(r, value, args, false),
  groupby,
  batch(r, value, args) {
    const size = Math.max(1, integerArgument(r, args, [0, 'linecount'], 1))
    const items = itemsOf(r, value)
    const filler = argument(args, 1, 'fill_with')
    const out: Value[] = []
    for (let i = 0; i < items.length; i += size) {
      const row = items.slice(i, i + size)
      if (filler !== undefined && filler !== null) while (row.length < size) row.push(filler)
      out.push(row)
    }
    return out
  },
  slice(r, value, args) {
    const count = Math.max(1, integerArgument(r, args, [0, 'slices'], 1))
    const items = itemsOf(r, value)
    r.spend(count)
    const [size, more] = [Math.floor(items.length / count), items.length % count]
    return Array.from({ length: count }, (_, i) =>
      items.slice(i * size + Math.min(i, more), (i + 1) * size + Math.min(i + 1, more)),
    )
  },
  min: (r, value, args) => extreme(r, value, args, -1),
  max: (r, value, args) => extreme(r, value, args, 1),
  sum,
}

function itemOr(item: Value | undefined, name: string): Value {
  return item === undefined ? undefinedValue(name) : item
}

/** `a.b.0` of an item, as filters name attributes. */
function member(r: Runtime, item: Value, path: Value): Value {
  if (typeof path === 'number') return r.item(item, path)
  let value = item
  for (const name of textOf(path).split('.')) {
    value = /^\d+$/.test(name) ? r.item(value, Number(name)) : r.attribute(value, name)
  }
  return value
}

function sortKey(r: Runtime, args: Given, attribute: Value | undefined): (item: Value) => Value {
  const sensitive = isTruthy(args.named.get('case_sensitive') ?? false)
  return (item) => {
    const value = attribute === undefined || attribute === null ? item : member(r, item, attribute)
    return typeof value === 'string' && !sensitive ? value.toLowerCase() : value
  }
}

function order(r: Runtime, a: Value, b: Value): number {
  return compareValues(a, b) ?? r.fail(`${typeOf(a)} and ${typeOf(b)} have no order`)
}

function sort(r: Runtime, value: Value, args: Given): Value {
  const by = sortKey(r, args, argument(args, 2, 'attribute'))
  const sorted = itemsOf(r, value).toSorted((a, b) => order(r, by(a), by(b)))
  r.spend(sorted.length)
  return isTruthy(argument(args, 0, 'reverse') ?? false) ? sorted.toReversed() : sorted
}

function unique(r: Runtime, items: readonly Value[], args: Given): Value {
  const by = sortKey(r, args, argument(args, 1, 'attribute'))
  const seen: Value[] = []
  return items.filter((item) => {
    const mine = by(item)
    r.spend(seen.length)
    if (seen.some((other) => isEqual(other, mine))) return false
    seen.push(mine)
    return true
  })
}

function dictsort(r: Runtime, value: Value, args: Given): Value {
  if (!(value instanceof Map)) return r.fail(`dictsort needs a dict, not ${typeOf(value)}`)
  const byValue = argument(args, 1, 'by') === 'value'
  const fold = sortKey(r, args, undefined)
  const entries = [...value].map(([k, v]): Value[] => [k, v])
  const part = (entry: Value[]): Value => fold(entry[byValue ? 1 : 0] ?? null)
  const sorted = entries.toSorted((a, b) => order(r, part(a), part(b)))
  return isTruthy(argument(args, 2, 'reverse') ?? false) ? sorted.toReversed() : sorted
}

function map(r: Runtime, value: Value, args: Given): Value {
  const items = itemsOf(r, value)
  r.spend(items.length)
  const attribute = args.named.get('attribute')
  if (attribute !== undefined) {
    const fallback = args.named.get('default')
    return items.map((item) => {
      const found = member(r, item, attribute)
      return fallback !== undefined && typeOf(found) === 'undefined' ? fallback : found
    })
  }
  const name = textArgument(r, args, [0, 'filter'], '')
  const rest: Given = { positional: args.positional.slice(1), named: args.named }
  return items.map((item) => r.filter(name, item, rest))
}

function pick(r: Runtime, value: Value, args: Given, wanted: boolean): Value {
  const items = itemsOf(r, value)
  r.spend(items.length)
  const [name, ...rest] = args.positional
  return items.filter((item) => {
    const holds = name === undefined ? isTruthy(item) : r.test(textOf(name), item, given(...rest))
    return holds === wanted
  })
}

function pickByAttribute(r: Runtime, value: Value, args: Given, wanted: boolean): Value {
  const items = itemsOf(r, value)
  r.spend(items.length)
  const [attribute = '', name, ...rest] = args.positional
  return items.filter((item) => {
    const found = member(r, item, attribute)
    const holds = name === undefined ? isTruthy(found) : r.test(textOf(name), found, given(...rest))
    return holds === wanted
  })
}

function groupby(r: Runtime, value: Value, args: Given): Value {
  const attribute = argument(args, 0, 'attribute') ?? ''
  const groups: { key: Value; items: Value[] }[] = []
  for (const item of itemsOf(r, value)) {
    const mine = member(r, item, attribute)
    r.spend(groups.length)
    const group = groups.find((other) => isEqual(other.key, mine))
    if (group === undefined) groups.push({ key: mine, items: [item] })
    else group.items.push(item)
  }
  return groups.toSorted((a, b) => order(r, a.key, b.key)).map((g) => [g.key, g.items])
}

function extreme(r: Runtime, value: Value, args: Given, sign: number): Value {
  const by = sortKey(r, args, argument(args, 1, 'attribute'))
  const [first, ...rest] = itemsOf(r, value)
  if (first === undefined) return undefinedValue('the extreme of nothing')
  return rest.reduce((best, item) => (order(r, by(item), by(best)) * sign > 0 ? item : best), first)
}

function sum(r: Runtime, value: Value, args: Given): Value {
  const attribute = argument(args, 0, 'attribute')
  let total = numberOf(argument(args, 1, 'start') ?? 0) ?? 0
  let isWhole = true
  for (const item of itemsOf(r, value)) {
    const part = attribute === undefined || attribute === null ? item : member(r, item, attribute)
    total += numberOf(part) ?? r.fail(`sum needs numbers, not ${typeOf(part)}`)
    if (isFloat(part)) isWhole = false
  }
  return isWhole ? total : floatValue(total)
}
