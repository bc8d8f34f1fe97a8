import type { Flow } from '../machine/flow.ts'
import type { Arena, View } from '../peg/arena.ts'
import type { NodeId } from '../peg/node.ts'
import type { CallGraph } from './call-graph.ts'
import type { ClassTests } from './class-tests.ts'

/** What the functions of a module are written from. */
export interface EmitOptions {
  readonly view: View
  readonly ruleRecords: boolean
  /** The function of a rule. */
  nameOf(rule: NodeId): string
  /** Lines of the comment over a rule's function, or over the root's. */
  commentOf(rule: NodeId | null): readonly string[]
  /** Where a node stands in a source text, as `12:3`. */
  placeOf(id: NodeId): string | null
}

/** What all functions of a module are written with. */
export interface Shared {
  readonly arena: Pick<Arena, 'nodes' | 'root'>
  readonly options: EmitOptions
  readonly calls: CallGraph
  readonly classes: ClassTests
  readonly flow: Flow
  readonly costs: (id: NodeId) => number
  readonly constants: string[]
  /** Rules that are called where something else may be tried: these are found while code is written. */
  readonly tried: Set<NodeId>
}

/** What is known at the place that is being written. */
export interface Point {
  /** Blocks around it that something else may be tried after. */
  open: number
  /** The classes of first characters, one of which stands at `p` for sure; none where nothing is known. */
  known: readonly number[]
  /**
   * Where the next node is the item of a loop without upper bound: the steps of an iteration, else 0. A character
   * that alone decides for its alternative is then read with all that follow it and do the same.
   */
  loop: number
}

/** A statement that gives up: `return -1`, or `break` out of what is tried. */
export type Fail = string
