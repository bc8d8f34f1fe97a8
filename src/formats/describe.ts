import type { Tool, Trigger } from '../chat/chat-types.ts'
import type { FormatEntry } from './registry.ts'

/** What a format can do, for one who chooses. */
export interface FormatFacts {
  readonly name: string
  readonly summary: string
  readonly aliases: readonly string[]
  /** Its markers; null for models that do not reason. An empty opener: the prompt has begun it. */
  readonly reasoning: { readonly open: string; readonly close: string } | null
  readonly tools: boolean
  /** Several calls in a turn. */
  readonly parallel: boolean
  /** Where the ids of its calls come from. */
  readonly ids: 'none' | 'model' | 'generated'
  /** `lazy`: a trigger may switch the grammar of calls on. */
  readonly grammar: 'eager' | 'lazy'
  readonly triggers: readonly Trigger[]
  readonly stops: readonly string[]
  readonly preservedTokens: readonly string[]
}

const tools: readonly Tool[] = [{ type: 'function', function: { name: 'now' } }]

/**
 * Looks at a format as it is made for a request with a tool.
 *
 * @example
 * ```ts
 * const entry = formatList.find(({ name }) => name === 'gpt-oss')
 * entry && describeFormat(entry).parallel // false
 * ```
 */
export function describeFormat({ name, summary, aliases, make }: FormatEntry): FormatFacts {
  const { family } = make
  const takesTools = family.calls !== undefined || family.turn !== undefined
  const chat = make(takesTools ? { tools } : {})
  const grammar = chat.grammar()
  const eager = chat.grammar({ lazy: false }).gbnf
  const single = takesTools ? make({ tools, parallelToolCalls: false }) : chat
  const { reasoning } = family
  return {
    name,
    summary,
    aliases,
    reasoning:
      reasoning === undefined
        ? null
        : { open: reasoning.open.trim(), close: reasoning.close.trim() },
    tools: takesTools,
    // The grammar says so: without parallel calls it is another one.
    parallel: single.grammar({ lazy: false }).gbnf !== eager,
    ids: !takesTools ? 'none' : family.writesIds === true ? 'model' : 'generated',
    grammar: grammar.lazy ? 'lazy' : 'eager',
    triggers: grammar.triggers,
    stops: grammar.stops,
    preservedTokens: grammar.preservedTokens,
  }
}
