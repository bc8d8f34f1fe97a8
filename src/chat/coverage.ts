import type { CoverageKind, CoverageSpan } from './message.ts'

/** What became of the text, as spans without gaps; a span begins where the one before it ends. */
export interface Coverage {
  readonly kinds: CoverageKind[]
  readonly ends: number[]
}

/** Nothing covered yet. */
export function createCoverage(): Coverage {
  return { kinds: [], ends: [] }
}

/** Where the covered text ends. */
export function coveredEnd(coverage: Coverage): number {
  return coverage.ends[coverage.ends.length - 1] ?? 0
}

/** Covers the text up to `end`. */
export function cover({ kinds, ends }: Coverage, kind: CoverageKind, end: number): void {
  const last = ends.length - 1
  if (end <= (ends[last] ?? 0)) return
  if (kinds[last] === kind) ends[last] = end
  else {
    kinds.push(kind)
    ends.push(end)
  }
}

/** Takes back what was said of the text from `start` on. */
export function uncover(coverage: Coverage, start: number): void {
  const { kinds, ends } = coverage
  while (kinds.length > 0 && (ends.at(-2) ?? 0) >= start) {
    kinds.pop()
    ends.pop()
  }
  if (ends.length > 0) ends[ends.length - 1] = Math.min(coveredEnd(coverage), start)
}

/** What became of the text from an offset on, as far as it is known. Costs what it gives. */
export function coverageSince({ kinds, ends }: Coverage, from: number): CoverageSpan[] {
  let first = kinds.length
  while (first > 0 && (ends[first - 1] ?? 0) > from) first--
  return kinds.slice(first).map((kind, i) => ({
    kind,
    start: Math.max(from, ends[first + i - 1] ?? 0),
    end: ends[first + i] ?? 0,
  }))
}

/** Makes one coverage equal another; they are known to be equal before the last of `since` spans. */
export function restoreCoverage(into: Coverage, from: Coverage, since: number): void {
  const same = Math.max(0, since - 1)
  into.kinds.splice(same, into.kinds.length, ...from.kinds.slice(same))
  into.ends.splice(same, into.ends.length, ...from.ends.slice(same))
}

/**
 * The spans up to `length`; what is not covered is pending. White space at the rim of a marker
 * belongs to no marker and counts as skipped.
 */
export function coverageSpans(
  coverage: Coverage,
  length: number,
  text: (start: number, end: number) => string,
): CoverageSpan[] {
  const out = createCoverage()
  coverage.kinds.forEach((kind, i) => {
    const start = coverage.ends[i - 1] ?? 0
    const end = coverage.ends[i] ?? start
    if (kind !== 'marker') return cover(out, kind, end)
    const shown = text(start, end)
    const inner = shown.trimStart()
    cover(out, 'skipped', end - inner.length)
    cover(out, 'marker', end - inner.length + inner.trimEnd().length)
    cover(out, 'skipped', end)
  })
  cover(out, 'pending', length)
  return out.kinds.map((kind, i) => ({
    kind,
    start: out.ends[i - 1] ?? 0,
    end: out.ends[i] ?? 0,
  }))
}
