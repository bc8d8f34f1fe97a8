import { integerArgument, nothingGiven, type Runtime } from './runtime.ts'
import { strftime } from './strftime.ts'
import { textOf } from './text.ts'
import type { Callable, Given, Value } from './value.ts'

/** The most items of a `range`: Jinja2's sandbox has the same limit. */
const maxRange = 100_000

/** A function as a value. */
export function callable(name: string, call: (given: Given) => Value): Callable {
  return { kind: 'callable', name, call }
}

/** Ends the rendering because the template says so. */
export type Raise = (message: string) => never

/** What every template may call. */
export function globalValues(r: Runtime, raise: Raise): Map<string, Value> {
  const functions: Readonly<Record<string, (args: Given) => Value>> = {
    range: (args) => range(r, args),
    namespace: (args) => ({ kind: 'namespace', fields: fieldsOf(args) }),
    dict: (args) => fieldsOf(args),
    raise_exception: (args) => raise(textOf(args.positional[0] ?? '')),
    strftime_now: (args) => strftime(r.now, textOf(args.positional[0] ?? '%Y-%m-%d')),
    joiner(args) {
      const separator = textOf(args.positional[0] ?? ', ')
      let used = false
      return callable('joiner', () => {
        const out = used ? separator : ''
        used = true
        return out
      })
    },
    cycler(args) {
      let at = -1
      const next = callable('next', () => args.positional[++at % args.positional.length] ?? null)
      return { kind: 'namespace', fields: new Map([['next', next]]) }
    },
  }
  return new Map(Object.entries(functions).map(([name, call]) => [name, callable(name, call)]))
}

function fieldsOf({ positional, named }: Given): Map<string, Value> {
  const fields = new Map<string, Value>()
  const [first] = positional
  if (first instanceof Map) for (const [key, value] of first) fields.set(String(key), value)
  for (const [key, value] of named) fields.set(key, value)
  return fields
}

function range(r: Runtime, args: Given): Value {
  const count = args.positional.length
  const at = (place: number, otherwise: number): number =>
    integerArgument(
      r,
      { ...nothingGiven, positional: args.positional },
      [place, 'range'],
      otherwise,
    )
  const [start, stop] = count < 2 ? [0, at(0, 0)] : [at(0, 0), at(1, 0)]
  const step = at(2, 1)
  if (step === 0) return r.fail('the step of range is zero')
  const length = Math.max(0, Math.ceil((stop - start) / step))
  if (length > maxRange) return r.fail(`range has more than ${maxRange} items`)
  r.spend(length)
  return Array.from({ length }, (_, i) => start + i * step)
}
