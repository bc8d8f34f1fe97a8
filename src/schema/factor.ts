import { joinTexts, type NodeMaker, type Part, type Parts } from './parts.ts'

// Words that each begin the next nest a choice in a choice; the rest is then left as a list.
const maxDepth = 64

/**
 * One of several, with their common beginnings written once: a radix tree over characters and
 * nodes. Each decision then falls at the first character that differs, and a model's sampler
 * follows one stack where a flat list would have it follow hundreds.
 *
 * An alternative that begins another one is tried after it, so that the parser's ordered choice
 * admits the same as the grammar's unordered one, provided what follows begins neither.
 */
export function factor(make: NodeMaker, alternatives: readonly Parts[]): Parts {
  const [only] = alternatives
  if (only !== undefined && alternatives.length === 1) return joinTexts(only)
  return factorFrom(make, alternatives.map(joinTexts), 0)
}

function factorFrom(make: NodeMaker, alternatives: readonly Parts[], depth: number): Parts {
  const groups = groupByFirst(alternatives)
  const whole = alternatives.some((parts) => parts.length === 0)
  if (depth >= maxDepth) return [make.choice(longestFirst(alternatives))]
  const written = [...groups.values()].map((group) => {
    const [only] = group
    if (group.length === 1 && only !== undefined) return only
    const { prefix, rests } = splitPrefix(group)
    return joinTexts([...prefix, ...factorFrom(make, rests, depth + 1)])
  })
  const [only] = written
  if (written.length <= 1) return whole ? make.optional(only ?? []) : (only ?? [])
  return whole ? make.optional([make.choice(written)]) : [make.choice(written)]
}

function groupByFirst(alternatives: readonly Parts[]): Map<Part, Parts[]> {
  const groups = new Map<Part, Parts[]>()
  for (const parts of alternatives) {
    const [first] = parts
    if (first === undefined) continue
    const symbol = typeof first === 'string' ? firstChar(first) : first
    const group = groups.get(symbol)
    if (group === undefined) groups.set(symbol, [parts])
    else group.push(parts)
  }
  return groups
}

function firstChar(text: string): string {
  return String.fromCodePoint(text.codePointAt(0) ?? 0)
}

/** What all of a group begin with, and what each goes on with. */
function splitPrefix(group: readonly Parts[]): { prefix: Part[]; rests: Parts[] } {
  const prefix: Part[] = []
  let rests: Parts[] = [...group]
  for (;;) {
    const shared = sharedFirst(rests)
    if (shared === null) return { prefix, rests }
    prefix.push(shared)
    rests = rests.map((parts) => withoutFirst(parts, shared))
  }
}

/** The longest beginning that all share within their first part. */
function sharedFirst(rests: readonly Parts[]): Part | null {
  const [first] = rests[0] ?? []
  if (first === undefined) return null
  if (typeof first !== 'string') return rests.every((parts) => parts[0] === first) ? first : null
  let length = first.length
  for (const [other] of rests) {
    if (typeof other !== 'string') return null
    length = Math.min(length, sharedLength(first, other, length))
  }
  return length === 0 ? null : first.slice(0, length)
}

/** How long a common beginning is, never within a surrogate pair. */
function sharedLength(a: string, b: string, most: number): number {
  let i = 0
  while (i < most && i < b.length && a.charCodeAt(i) === b.charCodeAt(i)) i++
  const last = a.charCodeAt(i - 1)
  return i > 0 && last >= 0xd800 && last <= 0xdbff ? i - 1 : i
}

function withoutFirst(parts: Parts, shared: Part): Parts {
  const [first, ...others] = parts
  if (typeof first === 'string' && typeof shared === 'string' && first.length > shared.length) {
    return [first.slice(shared.length), ...others]
  }
  return others
}

function longestFirst(alternatives: readonly Parts[]): Parts[] {
  return alternatives.toSorted((a, b) => textLength(b) - textLength(a))
}

function textLength([first]: Parts): number {
  return typeof first === 'string' ? first.length : 0
}
