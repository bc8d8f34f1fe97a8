import type { TaggedSyntax } from './tagged-syntax.ts'

/** The tags that elements are made of. */
export type ElementTags = Pick<
  TaggedSyntax,
  'argumentOpen' | 'argumentNameClose' | 'argumentClose' | 'elements'
>

/** What an item of an array is called. */
export const itemName = 'item'

/** Values that nest deeper are read as if nothing was known of them. */
export const maxElementDepth = 8

/** Where values are JSON, none is deep enough to be made of elements. */
export function firstDepth(elements: ElementTags['elements']): number {
  return elements === 'flat' ? maxElementDepth : 0
}
