// The `pegbnf/targets` entry.
export { emitLark, type EmittedLark, type LarkOptions } from './lark.ts'
export { emitStructuralTag, type EmittedTag, type StructuralTagOptions } from './structural-tag.ts'
export type { StructuralTag, TagFormat, TaggedFormat } from './tag-format.ts'
export { emitXgrammar, type EmittedXgrammar } from './xgrammar.ts'
