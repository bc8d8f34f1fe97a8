import type { Parts } from './parts.ts'
import type { ArrayShape } from './shape.ts'
import type { ValueWriter } from './value-writer.ts'
import { writeCountedArray } from './write-counted-array.ts'

/** An array of a shape; `null` where none is possible. */
export function writeArray(writer: ValueWriter, shape: ArrayShape, name: string): Parts | null {
  const { layout } = writer
  const counted = writeCountedArray(writer, shape, name)
  if (counted !== 'uncounted') return counted
  const items = shape.prefix.map((schemas) => writer.value(schemas))
  const impossible = items.indexOf(null)
  const prefix = (impossible < 0 ? items : items.slice(0, impossible)).filter((i) => i !== null)
  const rest = impossible < 0 ? writer.value(shape.rest) : null
  const most = rest === null ? prefix.length : Infinity
  const max = Math.min(shape.maxItems ?? Infinity, most)
  if (max < shape.minItems) return null
  const list = writeItems(writer, { prefix, rest, min: shape.minItems, max }, name)
  return ['[', ...layout.gap, ...list, ']']
}

interface Items {
  readonly prefix: readonly Parts[]
  readonly rest: Parts | null
  readonly min: number
  readonly max: number
}

/** Items that one rule spells out: each stands inside the one before it, and nesting is limited. */
const ItemsPerRule = 64

/** The items, last to first: each may be the last one once there are enough. */
function writeItems(writer: ValueWriter, items: Items, name: string): Parts {
  const { make, layout } = writer
  const own = items.prefix.slice(0, items.max)
  let list = own.length < items.max ? writeRest(writer, items, own.length) : []
  for (const [index, item] of [...own.entries()].reverse()) {
    const comma = index === 0 ? [] : layout.comma
    const one = [...comma, ...item, ...layout.gap, ...list]
    list = index >= items.min ? make.optional(one) : one
    if (index === 0 || index % ItemsPerRule !== 0) continue
    const rest = list
    list = [make.rule(make.freeName(`${name}-items-${index}`), () => rest)]
  }
  return list
}

function writeRest({ make, layout }: ValueWriter, items: Items, index: number): Parts {
  const { rest } = items
  if (rest === null) return []
  const min = Math.max(0, items.min - index)
  const max = items.max === Infinity ? null : items.max - index
  const one = [...rest, ...layout.gap]
  const next = [...layout.comma, ...one]
  if (index > 0) return make.repeat(next, min, max)
  const more = make.repeat(next, Math.max(0, min - 1), max === null ? null : max - 1)
  const all = [...one, ...more]
  return min === 0 ? make.optional(all) : all
}
