import { keywordReader, type Reading } from './keyword-reader.ts'
import { lowerMax, MaxBound } from './limits.ts'
import { memberPath } from './raw-schema.ts'
import type { ArrayShape, Conjunction, Contains } from './shape.ts'

/** The arrays that `items`, `prefixItems`, `contains`, `uniqueItems` and the counts leave. */
export function readArray(reading: Reading, open: ArrayShape): ArrayShape {
  const at = keywordReader(reading)
  if (at.boolean('uniqueItems') !== null) at.exact('uniqueItems')
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
    contains: readContains(reading),
    unique: at.boolean('uniqueItems') === true,
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

function readContains(reading: Reading): Contains[] {
  const at = keywordReader(reading)
  if (!at.has('contains')) return []
  at.exact('contains')
  const [min, max] = [at.count('minContains'), at.count('maxContains')]
  if (min !== null) at.exact('minContains')
  if (max !== null) at.exact('maxContains')
  const path = memberPath(reading.path, 'contains')
  const schemas = [{ schema: at.value('contains'), path }]
  return min === 0 && max === null ? [] : [{ schemas, from: 0, min: min ?? 1, max }]
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
  return {
    ...a,
    prefix,
    rest: [...a.rest, ...b.rest],
    minItems,
    maxItems,
    contains: [...a.contains, ...b.contains],
    unique: a.unique || b.unique,
  }
}
