import { keywordReader, type Reading } from './keyword-reader.ts'
import { lowerMax, MaxBound } from './limits.ts'
import { memberPath } from './raw-schema.ts'
import type { ArrayShape, Conjunction } from './shape.ts'

const unenforced = ['contains', 'minContains', 'maxContains', 'unevaluatedItems']

/** The arrays that `items`, `prefixItems`, `minItems` and `maxItems` leave. */
export function readArray(reading: Reading, open: ArrayShape): ArrayShape {
  const at = keywordReader(reading)
  for (const keyword of unenforced) {
    if (at.has(keyword)) at.note(keyword, 'ignored', 'is not enforced by the grammar')
  }
  if (at.boolean('uniqueItems') === true) {
    at.note('uniqueItems', 'ignored', 'cannot be said by a grammar')
  }
  const maxItems = at.count('maxItems')
  for (const keyword of ['minItems', 'maxItems']) {
    const bound = at.count(keyword)
    if (bound === null) continue
    if (bound <= MaxBound) at.exact(keyword)
    else at.note(keyword, 'relaxed', `is enforced up to ${MaxBound} items`)
  }
  return {
    ...open,
    ...readItems(reading),
    minItems: Math.min(at.count('minItems') ?? 0, MaxBound),
    maxItems: maxItems !== null && maxItems > MaxBound ? null : maxItems,
  }
}

function readItems(reading: Reading): Pick<ArrayShape, 'prefix' | 'rest'> {
  const at = keywordReader(reading)
  // Before 2020-12 a list in `items` was what `prefixItems` is now, and `additionalItems` the rest.
  const tuple = Array.isArray(at.value('items')) ? 'items' : 'prefixItems'
  const restKeyword = tuple === 'items' ? 'additionalItems' : 'items'
  const path = memberPath(reading.path, tuple)
  const prefix = (at.list(tuple) ?? []).map((schema, i): Conjunction => [
    { schema, path: memberPath(path, i) },
  ])
  if (prefix.length > 0) at.exact(tuple)
  if (!at.has(restKeyword)) return { prefix, rest: [] }
  at.exact(restKeyword)
  const rest = { schema: at.value(restKeyword), path: memberPath(reading.path, restKeyword) }
  return { prefix, rest: [rest] }
}

/** Arrays of both shapes. */
export function meetArrays(a: ArrayShape, b: ArrayShape): ArrayShape | null {
  const minItems = Math.max(a.minItems, b.minItems)
  const maxItems = lowerMax(a.maxItems, b.maxItems)
  if (maxItems !== null && maxItems < minItems) return null
  const prefix: Conjunction[] = []
  for (let i = 0; i < Math.max(a.prefix.length, b.prefix.length); i++) {
    prefix.push([...(a.prefix[i] ?? a.rest), ...(b.prefix[i] ?? b.rest)])
  }
  return { ...a, prefix, rest: [...a.rest, ...b.rest], minItems, maxItems }
}
