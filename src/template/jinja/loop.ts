import { evaluate, type Evaluator } from './evaluate.ts'
import { assign, execute, type Ending, type Output } from './execute.ts'
import { callable } from './globals.ts'
import { itemsOf } from './runtime.ts'
import { openScope, type Scope } from './scope.ts'
import type { Statement } from './syntax.ts'
import {
  isEqual,
  isTruthy,
  undefinedValue,
  type Given,
  type Namespace,
  type Value,
} from './value.ts'

type Loop = Extract<Statement, { kind: 'for' }>

/** Runs a loop: its body for each item, or its `else` when there is none. */
export function executeLoop(r: Evaluator, s: Loop, scope: Scope, out: Output): Ending {
  return runLoop(r, s, scope, out, evaluate(r, s.iterable, scope), 0)
}

function runLoop(
  r: Evaluator,
  s: Loop,
  scope: Scope,
  out: Output,
  iterable: Value,
  depth: number,
): Ending {
  r.at = s.offset
  const items = itemsOf(r, iterable).filter((item) => isWanted(r, s, item, scope))
  if (items.length === 0) return execute(r, s.otherwise, scope, out)
  const changed: { last: Value | null } = { last: null }
  for (const [index] of items.entries()) {
    r.spend(1)
    const inner = openScope(scope)
    assign(r, s.target, items[index] ?? null, inner)
    const state = loopState(items, index, depth, changed)
    if (s.recursive) {
      const again = (value: Value): string => {
        const parts: string[] = []
        const into = { write: (text: string) => void parts.push(text) }
        r.deeper(() => runLoop(r, s, scope, into, value, depth + 1))
        return parts.join('')
      }
      const call = ({ positional }: Given): string => again(positional[0] ?? [])
      inner.names.set('loop', { ...callable('loop', call), fields: state.fields })
    } else inner.names.set('loop', state)
    const ending = execute(r, s.body, inner, out)
    if (ending === 'break') break
  }
  return 'end'
}

function isWanted(r: Evaluator, s: Loop, item: Value, scope: Scope): boolean {
  if (s.filter === null) return true
  const inner = openScope(scope)
  assign(r, s.target, item, inner)
  return isTruthy(evaluate(r, s.filter, inner))
}

function loopState(
  items: readonly Value[],
  index: number,
  depth: number,
  changed: { last: Value | null },
): Namespace {
  const { length } = items
  const state = new Map<string, Value>([
    ['index', index + 1],
    ['index0', index],
    ['revindex', length - index],
    ['revindex0', length - index - 1],
    ['first', index === 0],
    ['last', index === length - 1],
    ['length', length],
    ['depth', depth + 1],
    ['depth0', depth],
    ['previtem', neighbour(items[index - 1], 'loop.previtem')],
    ['nextitem', neighbour(items[index + 1], 'loop.nextitem')],
    ['cycle', callable('cycle', ({ positional }) => positional[index % positional.length] ?? null)],
    [
      'changed',
      callable('changed', ({ positional }) => {
        const value = [...positional]
        const isNew = changed.last === null || !isEqual(changed.last, value)
        changed.last = value
        return isNew
      }),
    ],
  ])
  return { kind: 'namespace', fields: state }
}

function neighbour(item: Value | undefined, name: string): Value {
  return item === undefined ? undefinedValue(name) : item
}
