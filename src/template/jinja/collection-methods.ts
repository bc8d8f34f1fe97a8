import { argument, integerArgument, itemsOf, keyOf, type Runtime } from './runtime.ts'
import { isEqual, typeOf, type Dict, type Given, type Value } from './value.ts'

type DictMethod = (r: Runtime, dict: Dict, args: Given) => Value
type ListMethod = (r: Runtime, list: Value[], args: Given) => Value

/** Python's methods of dicts, by name. */
export const dictMethods: Readonly<Record<string, DictMethod>> = {
  items: (_, dict) => [...dict].map(([key, value]) => [key, value]),
  keys: (_, dict) => [...dict.keys()],
  values: (_, dict) => [...dict.values()],
  get(r, dict, args) {
    const value = dict.get(keyOf(r, argument(args, 0, 'key') ?? null))
    return value === undefined ? (argument(args, 1, 'default') ?? null) : value
  },
  copy: (_, dict) => new Map(dict),
  update(r, dict, args) {
    const [other] = args.positional
    if (other instanceof Map) for (const [key, value] of other) dict.set(key, value)
    else if (other !== undefined) r.fail(`update needs a dict, not ${typeOf(other)}`)
    for (const [key, value] of args.named) dict.set(key, value)
    return null
  },
  pop(r, dict, args) {
    const key = keyOf(r, argument(args, 0, 'key') ?? null)
    const value = dict.has(key) ? dict.get(key) : args.positional[1]
    dict.delete(key)
    return value === undefined ? r.fail('pop finds no such key') : value
  },
  setdefault(r, dict, args) {
    const key = keyOf(r, argument(args, 0, 'key') ?? null)
    const known = dict.get(key)
    const value = known === undefined ? (argument(args, 1, 'default') ?? null) : known
    dict.set(key, value)
    return value
  },
}

/** Python's methods of lists, by name. */
export const listMethods: Readonly<Record<string, ListMethod>> = {
  append(r, list, args) {
    const [item] = args.positional
    list.push(item === undefined ? r.fail('append needs an item') : item)
    return null
  },
  extend(r, list, args) {
    list.push(...itemsOf(r, args.positional[0] ?? []))
    return null
  },
  insert(r, list, args) {
    const place = integerArgument(r, args, [0, 'index'], 0)
    list.splice(place, 0, args.positional[1] ?? null)
    return null
  },
  pop(r, list, args) {
    const place = integerArgument(r, args, [0, 'index'], -1)
    const [item] = list.splice(place, 1)
    return item === undefined ? r.fail('pop finds no such item') : item
  },
  reverse(_, list) {
    list.reverse()
    return null
  },
  copy: (_, list) => [...list],
  index(r, list, args) {
    const place = list.findIndex((item) => isEqual(item, args.positional[0] ?? null))
    return place < 0 ? r.fail('index finds no such item') : place
  },
  count: (_, list, args) => list.filter((item) => isEqual(item, args.positional[0] ?? null)).length,
}
