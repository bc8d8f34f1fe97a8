import { quote } from '../../diagnostics/format.ts'
import { callValue, evaluate, evaluateArguments, type Evaluator } from './evaluate.ts'
import { callable } from './globals.ts'
import { executeLoop } from './loop.ts'
import { argument } from './runtime.ts'
import { openScope, lookUp, type Scope } from './scope.ts'
import type { BlockFilter, Body, Parameter, Statement, Target } from './syntax.ts'
import { textOf } from './text.ts'
import {
  isNamespace,
  isTruthy,
  typeOf,
  undefinedValue,
  type Callable,
  type Value,
} from './value.ts'

/** Text as it is printed, piece by piece. */
export interface Output {
  write(text: string): void
}

/** How a body ended: to its end, or by a `break` or a `continue`. */
export type Ending = 'end' | 'break' | 'continue'

/** Runs statements; a loop's `break` or `continue` ends them early. */
export function execute(r: Evaluator, body: Body, scope: Scope, out: Output): Ending {
  for (const statement of body) {
    const ending = r.deeper(() => executeOne(r, statement, scope, out))
    if (ending !== 'end') return ending
  }
  return 'end'
}

function executeOne(r: Evaluator, s: Statement, scope: Scope, out: Output): Ending {
  r.spend(1)
  switch (s.kind) {
    case 'text':
      out.write(s.text)
      return 'end'
    case 'output':
      out.write(textOf(evaluate(r, s.value, scope)))
      return 'end'
    case 'if': {
      const branch = s.branches.find(({ test }) => isTruthy(evaluate(r, test, scope)))
      return execute(r, branch?.body ?? s.otherwise, scope, out)
    }
    case 'for':
      return executeLoop(r, s, scope, out)
    case 'set':
      assign(r, s.target, evaluate(r, s.value, scope), scope)
      return 'end'
    case 'set-block':
      assign(r, s.target, capture(r, s, openScope(scope), scope), scope)
      return 'end'
    case 'filter-block':
      out.write(textOf(capture(r, s, openScope(scope), scope)))
      return 'end'
    case 'macro':
      scope.names.set(s.name, macro(r, s, scope))
      return 'end'
    case 'call-block':
      return callBlock(r, s, scope, out)
    case 'scope': {
      const inner = openScope(scope)
      for (const [target, value] of s.values) assign(r, target, evaluate(r, value, scope), inner)
      // Only `with` has values; other blocks set names where they stand.
      return execute(r, s.body, s.values.length === 0 ? scope : inner, out)
    }
    case 'do':
      evaluate(r, s.value, scope)
      return 'end'
    case 'break':
    case 'continue':
      return s.kind
  }
}

/** Gives names their values: one, or each of several. */
export function assign(r: Evaluator, target: Target, value: Value, scope: Scope): void {
  switch (target.kind) {
    case 'name':
      scope.names.set(target.name, value)
      return
    case 'attribute': {
      const object = lookUp(scope, target.object)
      if (isNamespace(object)) object.fields.set(target.name, value)
      else if (object instanceof Map) object.set(target.name, value)
      else r.fail(`${quote(target.object)} is ${typeOf(object)}, no namespace`)
      return
    }
    case 'tuple': {
      const items: readonly Value[] = Array.isArray(value)
        ? value
        : r.fail(`${typeOf(value)} cannot be unpacked`)
      if (items.length !== target.items.length) {
        r.fail(`cannot unpack ${items.length} values into ${target.items.length} names`)
      }
      target.items.forEach((item, i) => assign(r, item, items[i] ?? null, scope))
    }
  }
}

/** The text that a body prints, through filters. */
function capture(
  r: Evaluator,
  { body, filters }: { readonly body: Body; readonly filters: readonly BlockFilter[] },
  inner: Scope,
  outer: Scope,
): Value {
  let value: Value = textFrom(r, body, inner)
  for (const filter of filters) {
    const args = evaluateArguments(r, filter.arguments, outer)
    r.at = filter.offset
    value = r.filter(filter.name, value, args)
  }
  return value
}

function textFrom(r: Evaluator, body: Body, scope: Scope): string {
  const parts: string[] = []
  execute(r, body, scope, {
    write(text) {
      r.spend(text.length / 64)
      parts.push(text)
    },
  })
  return parts.join('')
}

function macro(
  r: Evaluator,
  { name, parameters, body }: { name: string; parameters: readonly Parameter[]; body: Body },
  scope: Scope,
): Callable {
  return callable(name, ({ positional, named }) => {
    const inner = openScope(scope)
    parameters.forEach((parameter, i) => {
      const value = argument({ positional, named }, i, parameter.name)
      const fallback = (): Value =>
        parameter.value === null
          ? undefinedValue(parameter.name)
          : evaluate(r, parameter.value, inner)
      inner.names.set(parameter.name, value === undefined ? fallback() : value)
    })
    const caller = named.get('caller')
    if (caller !== undefined) inner.names.set('caller', caller)
    inner.names.set('varargs', positional.slice(parameters.length))
    return r.deeper(() => textFrom(r, body, inner))
  })
}

function callBlock(
  r: Evaluator,
  s: Extract<Statement, { kind: 'call-block' }>,
  scope: Scope,
  out: Output,
): Ending {
  if (s.call.kind !== 'call') return 'end'
  const callee = evaluate(r, s.call.callee, scope)
  const args = evaluateArguments(r, s.call.arguments, scope)
  const caller = macro(r, { ...s, name: 'caller' }, scope)
  r.at = s.offset
  const named = new Map([...args.named, ['caller', caller] as const])
  out.write(textOf(callValue(r, callee, { ...args, named }, 'the value')))
  return 'end'
}
