import type { CharSet } from '../peg/charset.ts'
import type { NodeId } from '../peg/node.ts'

/**
 * The grammar view of an arena as a network of states, the way GBNF sees it: alternatives and
 * repetitions without order or greed. Each rule, and each node that is used in several places, is a
 * routine of its own.
 *
 * Lookaheads are passed as if they were not there. Bounds are widened where spelling them out would
 * cost much. So every text that the view admits has a way through the network; the reverse may not
 * be.
 */
export interface Network {
  readonly edges: readonly (readonly Edge[])[]
  readonly sets: readonly CharSet[]
  readonly routines: readonly Routine[]
  readonly questions: readonly Question[]
}

/** A step from one state to another. */
export type Edge =
  | {
      readonly kind: 'move'
      readonly to: number
      /** Only the parser goes this way. */
      readonly greedy?: true
      readonly cut?: true
      /** The way back of a counted repetition: the same state may stand for different counts. */
      readonly counts?: true
    }
  | { readonly kind: 'read'; readonly to: number; readonly set: number; readonly counts?: true }
  /** Possible at the end of the text only. */
  | { readonly kind: 'end'; readonly to: number }
  | { readonly kind: 'call'; readonly to: number; readonly routine: number }
  | { readonly kind: 'return'; readonly routine: number }

/** A part of the network that is entered from several places. */
export interface Routine {
  readonly entry: number
  /** Where to go on after it: its uses, lookaheads left out. */
  readonly returns: number[]
  readonly isRoot: boolean
  /** Rules bound what a cut settles; other shared nodes do not. */
  readonly scope: boolean
}

/** A place where the parser decides and the grammar does not. */
export type Question =
  | {
      readonly kind: 'choice'
      readonly id: NodeId
      readonly starts: readonly number[]
      readonly exits: readonly number[]
      readonly after: number
    }
  | {
      readonly kind: 'loop'
      readonly id: NodeId
      readonly start: number
      readonly exit: number
      readonly after: number
      /** Where an iteration more than the grammar's leads to. */
      readonly landing: number
    }
  | {
      readonly kind: 'lookahead'
      readonly id: NodeId
      readonly negative: boolean
      readonly start: number
      readonly exit: number
      readonly after: number
    }
  | {
      /** Text that the parser ends where one of some texts begins. */
      readonly kind: 'text'
      readonly id: NodeId
      readonly start: number
      readonly exit: number
      readonly after: number
      /** The end of the text ends it too. */
      readonly mayEnd: boolean
      /** What may not follow, or a delimiter would begin before it. */
      readonly overlaps: readonly Overlap[]
    }
  | {
      /** Text up to and with a delimiter. */
      readonly kind: 'through'
      readonly id: NodeId
      readonly after: number
      readonly overlaps: readonly Overlap[]
    }
  | { readonly kind: 'end'; readonly id: NodeId; readonly after: number }
  | { readonly kind: 'start'; readonly id: NodeId; readonly after: number }

/** One of the ways between which a parser decides, in the order in which it tries them. */
export interface Way {
  readonly start: number
  /** Where it is complete; -1 for a way that is only ever the later one. */
  readonly exit: number
}

/** A text that would make the parser find another delimiter, if it followed. */
export interface Overlap extends Way {
  /** It makes a delimiter whole that began before a shorter one which is inside it. */
  readonly encloses: boolean
}
