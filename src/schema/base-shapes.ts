import { readArray } from './array-keywords.ts'
import type { Groups } from './keyword-groups.ts'
import { keywordReader, type Reading } from './keyword-reader.ts'
import { canonicalText } from './literals.ts'
import { distinct, type Admits } from './meet-shapes.ts'
import { isEmptyRange, readNumber } from './number-keywords.ts'
import { readObject } from './object-keywords.ts'
import { ownMember } from './raw-schema.ts'
import type { Reporter } from './report.ts'
import { openShape, type Shape, type ShapeType } from './shape.ts'
import { readString } from './string-keywords.ts'
import { jsonTypes, typeOf } from './value-types.ts'

/** The shapes that a schema's own keywords leave, without references and combined schemas. */
export function baseShapes(reading: Reading, groups: Groups, admits: Admits): readonly Shape[] {
  const { types, integer } = readTypes(reading)
  const sources = [{ schema: reading.schema, path: reading.path }]
  const watched = watch(reading)
  const shapes: Shape[] = []
  for (const type of types) {
    const open = openShape(type, reading.path, sources)
    if (!groups.limits(type) && !(integer && type === 'number')) shapes.push(open)
    else {
      watched.isLoose = false
      const shape = readFamily(open, watched.reading, integer)
      if (!isEmpty(shape)) shapes.push(watched.isLoose ? { ...shape, inexact: true } : shape)
    }
  }
  const values = groups.lists ? readValues(reading) : null
  return values === null ? shapes : shapes.flatMap((shape) => fitting(shape, values, admits))
}

/** A reading, and whether some keyword was not followed in full since that was last set. */
interface Watched {
  readonly reading: Reading
  isLoose: boolean
}

function watch(reading: Reading): Watched {
  const { reporter } = reading
  const note: Reporter['note'] = (path, keyword, effect, reason) => {
    if (effect !== 'exact' && effect !== 'narrowed') watched.isLoose = true
    reporter.note(path, keyword, effect, reason)
  }
  const watched = { reading: { ...reading, reporter: { ...reporter, note } }, isLoose: false }
  return watched
}

function readFamily(open: Shape, reading: Reading, integer: boolean): Shape {
  switch (open.type) {
    case 'null':
    case 'boolean':
      return open
    case 'number':
      return readNumber(reading, open, integer)
    case 'string':
      for (const keyword of ['contentEncoding', 'contentMediaType', 'contentSchema']) {
        const reason = 'asks what a text holds, and that is not looked into'
        if (ownMember(reading.schema, keyword) !== undefined) {
          reading.reporter.note(reading.path, keyword, 'ignored', reason)
        }
      }
      return readString(reading, open)
    case 'array':
      return readArray(reading, open)
    case 'object':
      return readObject(reading, open)
  }
}

function isEmpty(shape: Shape): boolean {
  switch (shape.type) {
    case 'number':
      return isEmptyRange(shape)
    case 'string':
      return shape.maxLength !== null && shape.maxLength < shape.minLength
    case 'array':
      return shape.maxItems !== null && shape.maxItems < shape.minItems
    case 'object':
      return shape.maxProperties !== null && shape.maxProperties < shape.minProperties
    default:
      return false
  }
}

function fitting(shape: Shape, values: readonly unknown[], admits: Admits): Shape[] {
  const fit = values.filter((value) => typeOf(value) === shape.type && admits(shape, value))
  return fit.length === 0 ? [] : [{ ...shape, values: fit }]
}

/** The values of `enum` and `const`; `null` where the schema has neither. */
function readValues(reading: Reading): readonly unknown[] | null {
  const at = keywordReader(reading)
  const lists: (readonly unknown[])[] = []
  if (Object.hasOwn(reading.schema, 'const')) lists.push([at.value('const')])
  const listed = at.list('enum')
  if (listed !== null) lists.push(listed)
  if (lists.length === 0) return null
  const keyword = listed === null ? 'const' : 'enum'
  at.exact(keyword)
  const values = distinct(lists[0] ?? [])
  if (values.length === 0 && (lists[0]?.length ?? 0) > 0) {
    at.note(keyword, 'refused', 'is no JSON value')
    return null
  }
  if (lists.length === 1) return values
  const texts = new Set((lists[1] ?? []).map((value) => canonicalText(value)))
  return values.filter((value) => texts.has(canonicalText(value)))
}

function readTypes(reading: Reading): { types: readonly ShapeType[]; integer: boolean } {
  const at = keywordReader(reading)
  const open = { types: jsonTypes, integer: false }
  if (!at.has('type')) return open
  const said = at.value('type')
  const names = (Array.isArray(said) ? said : [said]).filter((name) => typeof name === 'string')
  const types = names.map((name) => (name === 'integer' ? 'number' : name))
  const known = jsonTypes.filter((type) => types.includes(type))
  if (known.length === 0 || !types.every(isKnown)) {
    at.note('type', 'refused', 'names no type of JSON')
    return open
  }
  at.exact('type')
  if (types.includes('any')) return open
  const nullable = at.boolean('nullable') === true && !known.includes('null')
  if (at.boolean('nullable') !== null) at.exact('nullable')
  const integer = names.includes('integer') && !names.includes('number')
  return { types: nullable ? ['null', ...known] : known, integer }
}

function isKnown(name: string): boolean {
  return name === 'any' || jsonTypes.some((type) => type === name)
}
