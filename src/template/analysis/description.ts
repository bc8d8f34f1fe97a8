import type { ContentSyntax } from '../../formats/content.ts'
import type { JsonToolsSyntax } from '../../formats/json-tools.ts'
import type { NamedToolsSyntax } from '../../formats/named-tools.ts'
import type { PythonToolsSyntax } from '../../formats/python-calls.ts'
import type { ReasoningSyntax } from '../../formats/reasoning.ts'
import type { TaggedSyntax } from '../../formats/tagged-syntax.ts'
import type { Capabilities } from '../capabilities.ts'
import type { MessagesDescription } from './find-messages.ts'

/** How a template writes the reasoning of an answer. */
export interface ReasoningDescription extends ReasoningSyntax {
  /** The generation prompt has opened it already. */
  readonly openedByPrompt: boolean
  /** It is printed only beside calls. */
  readonly onlyWithCalls: boolean
  /**
   * How it was found: in the rendering of an answer, by what the template cuts out of content, or by
   * the generation prompt alone.
   */
  readonly source: 'rendered' | 'stripped' | 'prompt'
}

/** How a template writes calls: one of the ways that formats are composed of. */
export type CallsDescription =
  | { readonly style: 'json'; readonly syntax: JsonToolsSyntax }
  | { readonly style: 'named'; readonly syntax: NamedToolsSyntax }
  | { readonly style: 'tagged'; readonly syntax: TaggedSyntax }
  | { readonly style: 'python'; readonly syntax: PythonToolsSyntax }

/** All that is found out about a template by rendering it. JSON; print it with `JSON.stringify`. */
export interface TemplateDescription {
  readonly capabilities: Capabilities
  readonly generationPrompt: string
  /** What the generation prompt is when the model shall not think. */
  readonly promptWithoutThinking: string
  /** What the assistant's turn begins with: the generation prompt without an opened reasoning. */
  readonly header: string
  /** The markers that end a turn; the first one ends a turn of text. */
  readonly ends: readonly string[]
  readonly reasoning: ReasoningDescription | null
  readonly content: ContentSyntax | null
  /** Where a turn is a row of messages with headers; null for most. */
  readonly messages: MessagesDescription | null
  /** None when the template prints no calls; why they could not be described is in `notes`. */
  readonly calls: CallsDescription | null
  /** Several calls in one turn are printed. */
  readonly parallel: boolean
  /** Variables that the template wants before it prints reasoning. */
  readonly variables: Readonly<Record<string, unknown>>
  /** What was odd, in plain sentences. */
  readonly notes: readonly string[]
}
