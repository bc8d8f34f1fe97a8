import type { Builder, DelimiterOperand } from '../peg/builder.ts'
import type { NodeId } from '../peg/node.ts'

// `<tool_call>`, `<|python_tag|>`, `[TOOL_CALLS]`: what vocabularies have one token for.
const single = /^(?:<[^<>\s=]+>|\[\/?[A-Z_]+\])$/

/** A marker as the parser reads it: one token where the text comes with ids, unless it is plain text. */
export function marker(p: Builder, text: string): NodeId {
  return single.test(text) ? p.token(text) : p.literal(text)
}

/** One of the markers that mean the same. */
export function anyMarker(p: Builder, texts: readonly string[]): NodeId {
  const read = texts.map((text) => marker(p, text))
  const [only] = read
  return only !== undefined && read.length === 1 ? only : p.choice(...read)
}

/** A marker as a text ends before it. */
export function delimiter(text: string): DelimiterOperand {
  return { text, token: single.test(text) }
}
