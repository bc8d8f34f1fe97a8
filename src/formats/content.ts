import { chatTags } from '../chat/tags.ts'
import type { Builder } from '../peg/builder.ts'
import type { NodeId } from '../peg/node.ts'
import { delimiter, marker } from './marker.ts'

/** What a family writes around its content. */
export interface ContentSyntax {
  readonly open: string
  readonly close: string
  /** Content may also stand without. */
  readonly optional?: boolean
}

/** The readings of content that there are. */
export interface ContentReadings {
  /** Up to the next marker. */
  readonly plain: NodeId
  /** As the parser reads it, past markers that mean nothing. */
  readonly read: NodeId
}

/** The content of a turn: the grammar prints its markers, the parser takes them as they come. */
export function contentPart(
  p: Builder,
  syntax: ContentSyntax | undefined,
  markers: readonly string[],
  { plain, read }: ContentReadings,
): NodeId {
  if (syntax === undefined) return read
  const { open, close, optional = false } = syntax
  const inner = chatTags(p).content(p.until(...markers.map(delimiter)))
  const wrapped = p.sequence(marker(p, open), p.cut(), inner, marker(p, close))
  return p.dual(read, optional ? p.choice(wrapped, plain) : p.optional(wrapped))
}
