import type { Policies } from '../chat/policy.ts'
import { chatTags } from '../chat/tags.ts'
import type { Builder } from '../peg/builder.ts'
import type { NodeId } from '../peg/node.ts'
import { anyMarker, marker } from './marker.ts'
import { spaced } from './spaced.ts'

/** What stands around all calls and between them, as the family's template writes it. */
export interface ListSyntax {
  /** Markers around the list; a family may have none. */
  readonly open?: string
  readonly close?: string
  /** Other markers that open a list: the parser reads them too. */
  readonly also?: readonly string[]
  /** Other families' markers around a list that has none of its own: the parser reads over them. */
  readonly within?: readonly { readonly open: string; readonly close: string }[]
  /** The brackets, with their layout: `[\n    ` and `\n]`. */
  readonly before?: string
  readonly after?: string
  /** Between calls: `, `, or white space alone. */
  readonly between?: string
  /** The markers around the list may be missing. */
  readonly optional?: boolean
  /** What separates the calls may be missing too. */
  readonly loose?: boolean
}

/** What the parser reads around a list. */
interface ListEdges {
  readonly begin: NodeId
  readonly between: NodeId
  readonly end: NodeId
}

/** So much text before a list's bracket is read over; more makes all of it text. */
const MaxWords = 80

export function listEdges(p: Builder, syntax: ListSyntax, policies: Policies): ListEdges {
  const { between = '', loose = false } = syntax
  const separator = spaced(p, between)
  return {
    begin: listBegin(p, syntax, policies),
    between: p.sequence(p.space(), loose ? p.optional(separator) : separator, p.space()),
    end: listEnd(p, syntax),
  }
}

function listBegin(p: Builder, syntax: ListSyntax, { strayOpener }: Policies): NodeId {
  const { open = '', before = '', optional = false, also = [], within = [] } = syntax
  const bracket = before.trim()
  const t = chatTags(p)
  // Models announce the list behind its marker; where more than a bracket begins it, that may be words too.
  const words =
    bracket.length !== 1 || strayOpener === 'reject'
      ? p.eps()
      : p.recover(p.optional(t.note('unread-text', t.skip(p.chars('[^{}<>\\[\\]]', 1, MaxWords)))))
  const opened = p.sequence(open === '' ? p.eps() : anyMarker(p, [open, ...also]), p.space(), words)
  return p.sequence(
    ...strayMarkers(
      p,
      within.map((around) => around.open),
    ),
    open === '' ? p.eps() : optional ? p.optional(opened) : opened,
    bracket === '' ? p.eps() : spaced(p, before),
  )
}

/** The end of a list: its bracket and its marker, either of which may be missing. */
function listEnd(p: Builder, { close = '', after = '', within = [] }: ListSyntax): NodeId {
  const bracket = after.trim()
  const t = chatTags(p)
  const part = (item: NodeId): NodeId => p.sequence(p.space(), item)
  const closers = strayMarkers(
    p,
    within.map((around) => around.close),
  )
  const ends: NodeId[] = []
  if (bracket !== '' && close !== '') {
    ends.push(p.sequence(part(p.literal(bracket)), part(marker(p, close))))
    ends.push(part(marker(p, close)))
    ends.push(t.note('unread-text', t.skip(part(p.literal(bracket)))))
  } else if (bracket !== '') ends.push(part(p.literal(bracket)))
  else if (close !== '') ends.push(part(marker(p, close)))
  const end = ends.length === 0 ? p.eps() : p.optional(p.choice(...ends))
  return closers.length === 0 ? end : p.sequence(end, ...closers)
}

/** Markers that are none of the family's, read over where they stand. */
function strayMarkers(p: Builder, texts: readonly string[]): NodeId[] {
  const given = texts.filter((text) => text !== '')
  if (given.length === 0) return []
  const t = chatTags(p)
  const stray = p.sequence(p.space(), p.choice(...given.map((text) => marker(p, text))))
  return [p.recover(p.optional(t.note('stray-marker', t.skip(stray))))]
}

/** A list's bracket behind the markers that may stand around it. */
export function ledLists(
  { before = '' }: ListSyntax,
  within: readonly { open: string }[],
): string[] {
  return within.flatMap(({ open }) => ['', '\n'].map((line) => open + line + before.trim()))
}
