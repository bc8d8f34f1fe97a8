import { chatTags } from '../chat/tags.ts'
import type { Builder } from '../peg/builder.ts'
import type { NodeId } from '../peg/node.ts'
import { delimiter, marker } from './marker.ts'

/** What a family writes around its content. */
export interface ContentSyntax {
  readonly open: string
  /** Empty for content that ends with its turn. */
  readonly close: string
  /** Content may also stand without. */
  readonly optional?: boolean
  /** The markers stand on lines of their own: line breaks around them are none of the content. */
  readonly lines?: boolean
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
  const lines = syntax.lines === true
  const line = lines ? p.literal('\n') : p.eps()
  const ends = [...contentEnds(syntax), ...markers].map(delimiter)
  const wrapped = p.sequence(
    lines ? p.space() : p.eps(),
    p.sequence(marker(p, open), line, p.cut()),
    chatTags(p).content(ends.length === 0 ? p.rest() : p.until(...ends)),
    p.sequence(line, close === '' ? p.eps() : marker(p, close), lines ? p.optional('\n') : p.eps()),
  )
  return p.dual(read, optional ? p.choice(wrapped, plain) : p.optional(wrapped))
}

/** What ends content on lines of its own, with the line break before it. */
export function contentEnds({ close, lines = false }: ContentSyntax): string[] {
  return lines ? [`\n${close}`] : []
}

/** A marker of the content, wherever it stands: a cut settles it. */
export function contentMarker(p: Builder, { open, close, lines = false }: ContentSyntax): NodeId {
  const line = (): NodeId => (lines ? p.optional('\n') : p.eps())
  const opening = p.sequence(marker(p, open), p.cut(), line())
  if (close === '') return opening
  return p.choice(opening, p.sequence(line(), marker(p, close), p.cut(), line()))
}
