import type { JsonSchema } from '../peg/node.ts'

/** One part of a structural tag; the subset that XGrammar has had since structural tags have formats. */
export type TagFormat =
  | { readonly type: 'const_string'; readonly value: string }
  | { readonly type: 'json_schema'; readonly json_schema: JsonSchema }
  | { readonly type: 'grammar'; readonly grammar: string }
  | { readonly type: 'any_text' }
  | { readonly type: 'sequence' | 'or'; readonly elements: readonly TagFormat[] }
  | TaggedFormat
  | {
      readonly type: 'triggered_tags'
      readonly triggers: readonly string[]
      readonly tags: readonly TaggedFormat[]
      readonly at_least_one: boolean
      readonly stop_after_first: boolean
    }

/** What stands between two texts. */
export interface TaggedFormat {
  readonly type: 'tag'
  readonly begin: string
  readonly content: TagFormat
  readonly end: string
}

/** A structural tag, as a request to vLLM, SGLang or XGrammar itself takes it. */
export interface StructuralTag {
  readonly type: 'structural_tag'
  readonly format: TagFormat
}
