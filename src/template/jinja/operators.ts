import { lengthOf, type Runtime } from './runtime.ts'
import { formatPercent } from './string-methods.ts'
import type { BinaryOperator, CompareOperator } from './syntax.ts'
import { isIn } from './tests.ts'
import { textOf } from './text.ts'
import {
  compareValues,
  floatValue,
  isEqual,
  isFloat,
  isUndefined,
  numberOf,
  typeOf,
  type Value,
} from './value.ts'

/** An operator between two values, as Python computes it. */
export function binary(r: Runtime, operator: BinaryOperator, left: Value, right: Value): Value {
  if (operator === '~') return joined(r, textOf(left), textOf(right))
  if (operator === '+') {
    // Jinja2 refuses to add what is not there to a text; llama.cpp takes it as empty, and so do we.
    const missing = isUndefined(left) ? right : isUndefined(right) ? left : null
    if (typeof missing === 'string') return missing
    if (typeof left === 'string' && typeof right === 'string') return joined(r, left, right)
    if (Array.isArray(left) && Array.isArray(right)) return [...left, ...right]
  }
  if (operator === '%' && typeof left === 'string') return formatPercent(r, left, right)
  if (operator === '*') {
    if (typeof right === 'number') {
      if (typeof left === 'string') return repeated(r, left, right)
      if (Array.isArray(left)) return repeatedList(r, left, right)
    }
    if (typeof left === 'number' && typeof right === 'string') return repeated(r, right, left)
  }
  const [x, y] = [numberOf(left), numberOf(right)]
  if (x === null || y === null) {
    const named = [left, right].find(isUndefined)
    if (named !== undefined)
      return r.fail(`${named.name} is undefined, and cannot be in ${operator}`)
    return r.fail(`${operator} does not go between ${typeOf(left)} and ${typeOf(right)}`)
  }
  const isInteger = isWhole(left) && isWhole(right)
  return arithmetic(r, operator, [x, y], isInteger)
}

function isWhole(value: Value): boolean {
  return !isFloat(value) && Number.isInteger(numberOf(value) ?? 0)
}

function arithmetic(
  r: Runtime,
  operator: Exclude<BinaryOperator, '~'>,
  [x, y]: readonly [number, number],
  isInteger: boolean,
): Value {
  const made = (value: number): Value =>
    isInteger && Number.isInteger(value) ? value : floatValue(value)
  switch (operator) {
    case '+':
      return made(x + y)
    case '-':
      return made(x - y)
    case '*':
      return made(x * y)
    case '**':
      return made(x ** y)
    case '/':
      return y === 0 ? r.fail('division by zero') : floatValue(x / y)
    case '//':
      return y === 0 ? r.fail('division by zero') : made(Math.floor(x / y))
    case '%':
      return y === 0 ? r.fail('division by zero') : made(x - y * Math.floor(x / y))
  }
}

/** No string that a template makes is longer. */
const maxText = 2 ** 26

function joined(r: Runtime, left: string, right: string): string {
  const length = left.length + right.length
  r.spend(length > maxText ? Number.POSITIVE_INFINITY : length / 64)
  return left + right
}

function repeated(r: Runtime, text: string, times: number): string {
  r.spend((text.length * Math.max(0, times)) / 8)
  return text.repeat(Math.max(0, times))
}

function repeatedList(r: Runtime, list: Value[], times: number): Value {
  r.spend(lengthOf(r, list) * Math.max(0, times))
  return Array.from({ length: Math.max(0, times) }, () => list).flat()
}

/** A comparison of two values. */
export function compare(r: Runtime, operator: CompareOperator, left: Value, right: Value): boolean {
  switch (operator) {
    case '==':
      return isEqual(left, right)
    case '!=':
      return !isEqual(left, right)
    case 'in':
      return isIn(r, left, right)
    case 'not in':
      return !isIn(r, left, right)
  }
  const order = compareValues(left, right)
  if (order === null) return r.fail(`${typeOf(left)} and ${typeOf(right)} have no order`)
  switch (operator) {
    case '<':
      return order < 0
    case '<=':
      return order <= 0
    case '>':
      return order > 0
    case '>=':
      return order >= 0
  }
}
