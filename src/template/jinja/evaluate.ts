import { itemOf, attributeOf, sliceOf } from './members.ts'
import { binary, compare } from './operators.ts'
import { itemsOf, keyOf, type Runtime } from './runtime.ts'
import { lookUp, type Scope } from './scope.ts'
import type { CallArguments, Expression } from './syntax.ts'
import {
  floatValue,
  isCallable,
  isTruthy,
  isUndefined,
  numberOf,
  typeOf,
  undefinedValue,
  type Dict,
  type Given,
  type Value,
} from './value.ts'

/** The engine as the evaluation of expressions sees it. */
export interface Evaluator extends Runtime {
  /** Where the work stands, for messages. */
  at: number
  /** Runs a part one level deeper; too deep a level ends the rendering. */
  deeper<T>(part: () => T): T
}

/** The value of an expression in a scope. */
export function evaluate(r: Evaluator, expression: Expression, scope: Scope): Value {
  r.spend(1)
  return r.deeper(() => evaluateOne(r, expression, scope))
}

function evaluateOne(r: Evaluator, e: Expression, scope: Scope): Value {
  const sub = (part: Expression): Value => evaluate(r, part, scope)
  switch (e.kind) {
    case 'constant':
      return e.value
    case 'float':
      return floatValue(e.value)
    case 'name':
      return lookUp(scope, e.name)
    case 'list':
      return e.items.map(sub)
    case 'dict': {
      const dict: Dict = new Map()
      for (const [key, value] of e.entries) dict.set(keyOf(r, sub(key)), sub(value))
      return dict
    }
    case 'attribute': {
      const object = sub(e.object)
      return place(r, e, () => attributeOf(r, object, e.name))
    }
    case 'item': {
      const [object, index] = [sub(e.object), sub(e.index)]
      return place(r, e, () => itemOf(r, object, index))
    }
    case 'slice':
      return slice(r, e, scope)
    case 'call': {
      const callee = sub(e.callee)
      const args = evaluateArguments(r, e.arguments, scope)
      return place(r, e, () => callValue(r, callee, args, nameOf(e.callee)))
    }
    case 'filter': {
      const value = sub(e.value)
      const args = evaluateArguments(r, e.arguments, scope)
      return place(r, e, () => r.filter(e.name, value, args))
    }
    case 'test': {
      const value = sub(e.value)
      const args = evaluateArguments(r, e.arguments, scope)
      return place(r, e, () => r.test(e.name, value, args) !== e.negated)
    }
    case 'unary':
      return unary(r, e, sub(e.value))
    case 'binary': {
      const [left, right] = [sub(e.left), sub(e.right)]
      return place(r, e, () => binary(r, e.operator, left, right))
    }
    case 'compare':
      return compareChain(r, e, scope)
    case 'logic': {
      const left = sub(e.left)
      return isTruthy(left) === (e.operator === 'and') ? sub(e.right) : left
    }
    case 'condition':
      if (isTruthy(sub(e.test))) return sub(e.then)
      return e.otherwise === null ? undefinedValue('the other case') : sub(e.otherwise)
  }
}

/** Does the work of an expression, whose place a message then has. */
function place<T>(r: Evaluator, { offset }: Expression, work: () => T): T {
  r.at = offset
  return work()
}

function unary(r: Evaluator, e: Extract<Expression, { kind: 'unary' }>, value: Value): Value {
  if (e.operator === 'not') return !isTruthy(value)
  const number = numberOf(value)
  if (number === null) return r.fail(`${e.operator} does not go before ${typeOf(value)}`)
  const signed = e.operator === '-' ? -number : number
  return typeOf(value) === 'float' ? floatValue(signed) : signed
}

function slice(r: Evaluator, e: Extract<Expression, { kind: 'slice' }>, scope: Scope): Value {
  const bound = (part: Expression | null): number | null => {
    const value = part === null ? null : evaluate(r, part, scope)
    return value === null || isUndefined(value) ? null : numberOf(value)
  }
  const object = evaluate(r, e.object, scope)
  const bounds = { start: bound(e.start), stop: bound(e.stop), step: bound(e.step) ?? 1 }
  return place(r, e, () => sliceOf(r, object, bounds))
}

function compareChain(
  r: Evaluator,
  e: Extract<Expression, { kind: 'compare' }>,
  scope: Scope,
): boolean {
  let left = evaluate(r, e.first, scope)
  return e.rest.every(([operator, operand]) => {
    const right = evaluate(r, operand, scope)
    const holds = place(r, e, () => compare(r, operator, left, right))
    left = right
    return holds
  })
}

/** The arguments of a call, evaluated and unpacked. */
export function evaluateArguments(r: Evaluator, args: CallArguments, scope: Scope): Given {
  const positional = args.positional.map((item) => evaluate(r, item, scope))
  const named = new Map(args.named.map(([name, value]) => [name, evaluate(r, value, scope)]))
  if (args.items !== undefined) {
    const items = itemsOf(r, evaluate(r, args.items, scope))
    r.spend(items.length)
    positional.push(...items.slice(0, maxUnpacked))
  }
  if (args.members !== undefined) unpackMembers(r, evaluate(r, args.members, scope), named)
  return { positional, named }
}

// No function takes more; a longer list would not fit into a call of JavaScript's.
const maxUnpacked = 1000

function unpackMembers(r: Evaluator, members: Value, named: Map<string, Value>): void {
  if (!(members instanceof Map)) {
    return r.fail(`only a dict can be unpacked into named arguments, not ${typeOf(members)}`)
  }
  r.spend(members.size)
  for (const [key, value] of members) {
    if (typeof key !== 'string') r.fail('the names of arguments are strings')
    else named.set(key, value)
  }
}

/** Calls a value; what is no function is named in the message. */
export function callValue(r: Runtime, callee: Value, args: Given, name: string): Value {
  if (isCallable(callee)) return callee.call(args)
  return r.fail(
    isUndefined(callee)
      ? `${callee.name} is undefined`
      : `${name} is ${typeOf(callee)}, no function`,
  )
}

function nameOf(callee: Expression): string {
  return callee.kind === 'name' || callee.kind === 'attribute' ? callee.name : 'the value'
}
