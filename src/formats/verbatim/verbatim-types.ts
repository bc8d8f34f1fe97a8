import type { Builder } from '../../peg/builder.ts'
import type { NodeId } from '../../peg/node.ts'
import type { TurnRequest } from '../turn-request.ts'

/** A family's calls where nothing but what its template writes is read. */
export interface VerbatimCalls {
  /** What the content ends before. */
  readonly stops: readonly string[]
  /** Matches the beginning of the calls up to where it is certain that they are. */
  readonly head: NodeId
  /** All calls, each in its tag. */
  readonly calls: NodeId
}

/**
 * How the family's turn is read where nothing but what its template writes is: what llama.cpp's
 * analysis finds in it, or what its reader of the family does. The defaults are those of an analysed
 * template.
 */
export interface VerbatimSyntax {
  /** White space behind the prompt is skipped; it is by default. */
  readonly gap?: boolean
  /** White space around the content is skipped. */
  readonly around?: 'both' | 'behind'
  /** What the reasoning ends before, beside its closer: the openers of calls. */
  readonly reasoningStops?: readonly string[]
  /** Such an opener ends it only where a call follows. */
  readonly stopsAtCalls?: boolean
  /** What the template writes behind the opener and the closer, where it is not the family's layout. */
  readonly layout?: { readonly open: string; readonly close: string }
  /** All white space behind reasoning that the prompt has closed is layout. */
  readonly spaceBehind?: true
  /** Some of the family's templates never think: without calls, white space at the beginning is content. */
  readonly maybeSilent?: true
  /** Any white space behind the opener is skipped. */
  readonly spaceInReasoning?: boolean
  /** What opens the reasoning, and the prompt before it, where llama.cpp sees them otherwise. */
  readonly open?: string
  readonly header?: string
  /** What follows the turn is dropped in silence; else it is no match. */
  readonly dropsTail?: boolean
  /** The content, or the calls: not both, and their closers may be missing. */
  readonly exclusive?: boolean
  /** How the calls are read, where it is not as the template writes them. */
  readonly calls?: VerbatimCallOptions
}

/** Where llama.cpp reads calls otherwise than their family's syntax says. */
export interface VerbatimCallOptions {
  /** Nothing is skipped between the parts of a call. */
  readonly tight?: boolean
  /** White space stands in place of that behind tags. */
  readonly looseTags?: boolean
  /** The opener of the first call may be missing. */
  readonly bareFirst?: boolean
  /** What the content ends before. */
  readonly stops?: readonly string[]
  /** A list may come again. */
  readonly repeated?: boolean
  /** What stands between calls, in place of white space. */
  readonly between?: string
  /** The name of an argument is certain without what closes it. */
  readonly openNames?: boolean
  /** Required arguments come in any order. */
  readonly anyOrder?: boolean
  /** White space may stand before the closer of a call. */
  readonly looseEnd?: boolean
  /** Nothing of a call is certain before its end. */
  readonly unsettled?: boolean
  /** One call at most. */
  readonly single?: boolean
}

/** Settles that what was read is a call: what is wrong from here on is wrong in a call. */
export function settle(p: Builder, { unsettled }: VerbatimCallOptions): NodeId {
  return unsettled === true ? p.eps() : p.cut()
}

/** Makes the calls in a builder. */
export type MakeVerbatimCalls = (
  p: Builder,
  request: TurnRequest,
  options: VerbatimCallOptions,
) => VerbatimCalls
