import { itemsOf, type Runtime } from './runtime.ts'
import {
  compareValues,
  isEqual,
  isTruthy,
  isUndefined,
  numberOf,
  typeOf,
  type Given,
  type Value,
} from './value.ts'

type Test = (r: Runtime, value: Value, args: Given) => boolean

function other(r: Runtime, args: Given): Value {
  const [value] = args.positional
  return value === undefined ? r.fail('the test needs a value to compare with') : value
}

function ordered(holds: (order: number) => boolean): Test {
  return (r, value, args) => {
    const against = other(r, args)
    const order = compareValues(value, against)
    if (order === null) return r.fail(`${typeOf(value)} and ${typeOf(against)} have no order`)
    return holds(order)
  }
}

const equal: Test = (r, value, args) => isEqual(value, other(r, args))
const notEqual: Test = (r, value, args) => !isEqual(value, other(r, args))
const greater = ordered((order) => order > 0)
const atLeast = ordered((order) => order >= 0)
const less = ordered((order) => order < 0)
const atMost = ordered((order) => order <= 0)

/** The tests that `is` knows, by name. */
export const tests: Readonly<Record<string, Test>> = {
  defined: (_, value) => !isUndefined(value),
  undefined: (_, value) => isUndefined(value),
  none: (_, value) => value === null,
  boolean: (_, value) => typeof value === 'boolean',
  true: (_, value) => value === true,
  false: (_, value) => value === false,
  integer: (_, value) => typeOf(value) === 'integer',
  float: (_, value) => typeOf(value) === 'float',
  number: (_, value) => numberOf(value) !== null,
  string: (_, value) => typeof value === 'string',
  mapping: (_, value) => value instanceof Map,
  iterable: (_, value) => isIterable(value),
  sequence: (_, value) => isIterable(value),
  callable: (_, value) => typeOf(value) === 'function',
  odd: (r, value) => Math.abs(integer(r, value) % 2) === 1,
  even: (r, value) => integer(r, value) % 2 === 0,
  divisibleby: (r, value, args) => integer(r, value) % integer(r, other(r, args)) === 0,
  lower: (_, value) => typeof value === 'string' && value === value.toLowerCase(),
  upper: (_, value) => typeof value === 'string' && value === value.toUpperCase(),
  sameas: (r, value, args) =>
    isEqual(value, other(r, args)) && typeOf(value) === typeOf(other(r, args)),
  in: (r, value, args) => isIn(r, value, other(r, args)),
  eq: equal,
  equalto: equal,
  '==': equal,
  ne: notEqual,
  '!=': notEqual,
  gt: greater,
  greaterthan: greater,
  '>': greater,
  ge: atLeast,
  '>=': atLeast,
  lt: less,
  lessthan: less,
  '<': less,
  le: atMost,
  '<=': atMost,
  truthy: (_, value) => isTruthy(value),
}

function isIterable(value: Value): boolean {
  return (
    typeof value === 'string' || Array.isArray(value) || value instanceof Map || isUndefined(value)
  )
}

function integer(r: Runtime, value: Value): number {
  return numberOf(value) ?? r.fail(`expected a number, not ${typeOf(value)}`)
}

/** Python's `in`: a part of a string, a key of a dict, an item of a list. */
export function isIn(r: Runtime, value: Value, container: Value): boolean {
  if (typeof container === 'string') {
    return typeof value === 'string'
      ? container.includes(value)
      : r.fail(`only a string can be in a string, not ${typeOf(value)}`)
  }
  const items = itemsOf(r, container)
  r.spend(items.length)
  return items.some((item) => isEqual(item, value))
}
