import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import type { NodeId, PegNode } from './node.ts'

/**
 * A closed, immutable table of nodes: the one object that is parsed with, printed as GBNF, saved
 * and drawn. `buildGrammar` makes it; nothing changes it afterwards.
 */
export interface Arena {
  readonly nodes: readonly PegNode[]
  /** The node of each rule, in the order of definition. */
  readonly rules: ReadonlyMap<string, NodeId>
  readonly root: NodeId
  /** What will surprise: the warnings of the analyses. */
  readonly warnings: readonly Diagnostic[]
}

/**
 * Which of an arena's two readings a function follows. `reading` is the lenient one that a parser
 * follows: schema nodes read their item, recoveries are alternatives. `grammar` is the strict one
 * that GBNF prints: schema nodes are their compiled schema, recoveries never match, white space is
 * bounded.
 */
export type View = 'reading' | 'grammar'

/** The white space characters of a `space` node in a view, and how many at most. */
export const SpaceSet: readonly number[] = [9, 13, 32, 32]
/** The characters that the grammar allows in a gap. */
export const GapSet: readonly number[] = [9, 10, 32, 32]
/** The longest gap that the grammar allows, in characters. */
export const GapMax = 32

/** The node of an id. */
export function nodeAt(arena: Pick<Arena, 'nodes'>, id: NodeId): PegNode {
  const node = arena.nodes[id]
  if (node === undefined) throw new RangeError(`node ${id} is not in this arena`)
  return node
}

/** The ids that a node leads to in a view, or in both where none is given, references included. */
export function childrenOf(node: PegNode, view?: View): readonly NodeId[] {
  switch (node.kind) {
    case 'ref':
      return [node.target]
    case 'dual':
    case 'schema':
      return view === undefined ? partsOf(node) : [view === 'grammar' ? node.strict : node.item]
    default:
      return partsOf(node)
  }
}

/** The ids that a node is made of, in both views, references left out. */
export function partsOf(node: PegNode): readonly NodeId[] {
  switch (node.kind) {
    case 'sequence':
    case 'choice':
      return node.items
    case 'dual':
    case 'schema':
      return [node.item, node.strict]
    case 'repeat':
    case 'peek':
    case 'not':
    case 'atomic':
    case 'tag':
    case 'rule':
    case 'gbnf':
    case 'recover':
    case 'json':
    case 'python':
      return [node.item]
    default:
      return []
  }
}

/** The views in which an arena differs: one where nothing in it reads otherwise than it prints. */
export function viewsOf({ nodes }: Pick<Arena, 'nodes'>): readonly View[] {
  const differs = nodes.some(
    ({ kind }) => kind === 'dual' || kind === 'schema' || kind === 'recover',
  )
  return differs ? ['reading', 'grammar'] : ['reading']
}
