import { wordOf, type Layout } from './layout.ts'
import { scalarText } from './literals.ts'
import type { Parts } from './parts.ts'
import { isObject, ownMember } from './raw-schema.ts'

/** One JSON value: its scalars as JSON.stringify writes them, its members in their order. */
export function writeLiteral(layout: Layout, value: unknown): Parts {
  if (Array.isArray(value)) {
    return bracket(
      layout,
      '[',
      value.map((item) => writeLiteral(layout, item)),
      ']',
    )
  }
  if (isObject(value)) {
    const members = Object.keys(value).map((key): Parts => [
      JSON.stringify(key),
      ...layout.colon,
      ...writeLiteral(layout, ownMember(value, key)),
    ])
    return bracket(layout, '{', members, '}')
  }
  if (typeof value === 'boolean' || value === null) return [wordOf(layout, value)]
  return [scalarText(value) ?? wordOf(layout, null)]
}

function bracket(layout: Layout, open: string, items: readonly Parts[], close: string): Parts {
  const inner = items.flatMap((item, i): Parts => [
    ...(i === 0 ? [] : layout.comma),
    ...item,
    ...layout.gap,
  ])
  return [open, ...layout.gap, ...inner, close]
}
