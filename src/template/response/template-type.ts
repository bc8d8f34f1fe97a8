import type { RegexTree } from './regex-tree.ts'

/** What parses the text of a region. */
export type ContentParser =
  | { readonly kind: 'text'; readonly strip: boolean }
  | { readonly kind: 'int' | 'float' | 'bool' }
  | {
      readonly kind: 'json'
      readonly unquotedKeys: boolean
      readonly stringDelims: readonly (readonly [open: string, close: string])[]
      readonly allowNonJson: boolean
    }
  | {
      readonly kind: 'xml-inline'
      readonly tag: RegexTree
      readonly value: ContentParser | null
      readonly merge: boolean
    }
  | {
      readonly kind: 'kv-lines'
      readonly lineSeparator: string
      readonly keySeparator: string
      readonly strip: boolean
      readonly value: ContentParser | null
    }

/** What opens or closes a region: one of several texts, or a pattern. */
export type Delimiter =
  | { readonly kind: 'texts'; readonly texts: readonly string[] }
  | { readonly kind: 'pattern'; readonly pattern: string; readonly tree: RegexTree }

/** One field of the output, and the regions of the text that it is read from. */
export interface ResponseField {
  readonly name: string
  /** None on the implicit field. */
  readonly open: Delimiter | null
  readonly close: Delimiter | null
  readonly content: ContentParser
  readonly repeats: boolean
  readonly join: string | null
  readonly optional: boolean
  readonly transform: unknown
  readonly transformEach: boolean
}

/** Hugging Face's `response_template`, read and checked. */
export interface ResponseTemplate {
  readonly defaults: Readonly<Record<string, unknown>>
  readonly fields: readonly ResponseField[]
  readonly anchor: Delimiter
}
