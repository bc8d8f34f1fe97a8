import { ownMember } from './raw-schema.ts'
import type { Effect, Reporter } from './report.ts'
import type { Shape, Source } from './shape.ts'

/** The most schemas that a shape remembers. */
const MaxSources = 64

/** The schemas that two shapes were read from. */
export function joinSources(a: readonly Source[], b: readonly Source[]): readonly Source[] {
  if (b.length === 0 || a.length >= MaxSources) return a
  if (a.length === 0) return b
  const more = b.filter(({ schema }) => !a.some((other) => other.schema === schema))
  return more.length === 0 ? a : [...a, ...more].slice(0, MaxSources)
}

/** Tells what became of a keyword at each of the schemas of a shape that holds it. */
export function noteKeyword(
  reporter: Reporter,
  { sources, path }: Shape,
  keyword: string,
  effect: Effect,
  reason: string,
): void {
  const holders = sources.filter(({ schema }) => ownMember(schema, keyword) !== undefined)
  if (holders.length === 0) reporter.note(path, keyword, effect, reason)
  for (const holder of holders) reporter.note(holder.path, keyword, effect, reason)
}
