import { dictMethods, listMethods } from './collection-methods.ts'
import { callable } from './globals.ts'
import { integerArgument, keyOf, nothingGiven, type Runtime } from './runtime.ts'
import { stringMethods } from './string-methods.ts'
import { isUndefined, pointsOf, typeOf, undefinedValue, type Value } from './value.ts'

/** `object.name`: a method, or else a member. */
export function attributeOf(r: Runtime, object: Value, name: string): Value {
  return methodOf(r, object, name) ?? memberOf(r, object, name)
}

/** `object[index]`: a member, or else a method. */
export function itemOf(r: Runtime, object: Value, index: Value): Value {
  if (Array.isArray(object) || typeof object === 'string') {
    if (typeof index === 'string') return attributeOf(r, object, index)
    const items = typeof object === 'string' ? pointsOf(object) : object
    const at = integerArgument(r, { ...nothingGiven, positional: [index] }, [0, 'the index'], 0)
    return found(items[at < 0 ? items.length + at : at], `item ${at}`)
  }
  if (typeof index === 'string') {
    const member = memberOf(r, object, index)
    return isUndefined(member) ? (methodOf(r, object, index) ?? member) : member
  }
  if (isUndefined(index)) return index
  if (object instanceof Map) return found(object.get(keyOf(r, index)), 'the key')
  return memberOf(r, object, 'the item')
}

/** A member that may be none, which is a value. */
function found(value: Value | undefined, name: string): Value {
  return value === undefined ? undefinedValue(name) : value
}

function memberOf(r: Runtime, object: Value, name: string): Value {
  if (object instanceof Map) return found(object.get(name), name)
  if (typeof object !== 'object' || object === null || Array.isArray(object)) {
    return undefinedValue(name)
  }
  if (object.kind === 'namespace' || object.kind === 'callable') {
    return found(object.fields?.get(name), name)
  }
  if (isUndefined(object)) return r.fail(`${object.name} is undefined, and has no ${name}`)
  return undefinedValue(name)
}

function methodOf(r: Runtime, object: Value, name: string): Value | undefined {
  if (typeof object === 'string') {
    const method = own(stringMethods, name)
    return method && callable(name, (args) => method(r, object, args))
  }
  if (Array.isArray(object)) {
    const method = own(listMethods, name)
    return method && callable(name, (args) => method(r, object, args))
  }
  if (object instanceof Map) {
    const method = own(dictMethods, name)
    return method && callable(name, (args) => method(r, object, args))
  }
  return undefined
}

function own<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined
}

/** `object[start:stop:step]`, with Python's reading of negative bounds. */
export function sliceOf(
  r: Runtime,
  object: Value,
  bounds: { readonly start: number | null; readonly stop: number | null; readonly step: number },
): Value {
  const isText = typeof object === 'string'
  if (!isText && !Array.isArray(object)) return r.fail(`${typeOf(object)} cannot be sliced`)
  const items: readonly Value[] = isText ? pointsOf(object) : object
  const { step } = bounds
  if (step === 0) return r.fail('the step of a slice is zero')
  const [low, high] = step > 0 ? [0, items.length] : [-1, items.length - 1]
  const clamp = (bound: number): number =>
    Math.max(low, Math.min(high, bound < 0 ? bound + items.length : bound))
  const start = bounds.start === null ? (step > 0 ? low : high) : clamp(bounds.start)
  const stop = bounds.stop === null ? (step > 0 ? high : low) : clamp(bounds.stop)
  const picked: Value[] = []
  for (let i = start; step > 0 ? i < stop : i > stop; i += step) picked.push(items[i] ?? null)
  r.spend(picked.length / 8)
  return isText ? picked.join('') : picked
}
