/** The largest count of characters, items or properties that a grammar spells out. */
export const MaxBound = 65_536
/** The most shapes that a schema is split into; a product of unions may be exponential. */
export const MaxShapes = 1_024
/** The most schemas that one compilation looks at. */
export const MaxSchemas = 100_000
/**
 * The most steps that the schemas of one grammar take together: nodes that are made, schemas that are
 * read, and pairs of shapes that are met. One schema that is near all other limits takes some of it.
 */
export const MaxGrammarSteps = 500_000
/** How deep schemas may stand inside each other; below, any value is admitted. */
export const MaxDepth = 128
/** The most properties that may come in any order: n of them take 2^n rules. */
export const MaxAnyOrder = 7

/** The lower of two maxima, of which `null` is none. */
export function lowerMax(a: number | null, b: number | null): number | null {
  return a === null ? b : b === null ? a : Math.min(a, b)
}
/** The most shapes of what is not admitted: limits are broken one by one. */
export const MaxOthers = 256
