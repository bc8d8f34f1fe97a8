import { nodeAt, partsOf, type Arena } from '../peg/arena.ts'
import type { NodeId, PegNode } from '../peg/node.ts'

/** Where a node stands, in the words of a diagnostic. */
export interface Place {
  /** The innermost rule with a name of the author's around the node. */
  readonly rule?: string
  /** The combinators from that rule to the node: `tool-call > sequence[1] > repeat`. */
  readonly path: string
}

/**
 * Finds the way to each node, from the first question on. A node that is used several times is
 * placed where it is met first. Indices count from 0.
 */
export function createTrails(
  arena: Pick<Arena, 'nodes' | 'rules' | 'root'>,
): (id: NodeId) => Place {
  let parents: ReadonlyMap<NodeId, Parent> | null = null
  return (id) => trailOf(arena, (parents ??= findParents(arena)), id)
}

interface Parent {
  readonly parent: NodeId
  readonly index: number
}

function findParents(arena: Pick<Arena, 'nodes' | 'rules' | 'root'>): ReadonlyMap<NodeId, Parent> {
  const parents = new Map<NodeId, Parent>()
  const seen = new Set<NodeId>([arena.root, ...arena.rules.values()])
  for (const id of seen) {
    partsOf(nodeAt(arena, id)).forEach((child, index) => {
      if (!parents.has(child)) parents.set(child, { parent: id, index })
      seen.add(child)
    })
  }
  return parents
}

/** More combinators than this are cut out of the middle of a trail. */
const MaxSteps = 8

function trailOf(
  arena: Pick<Arena, 'nodes'>,
  parents: ReadonlyMap<NodeId, Parent>,
  id: NodeId,
): Place {
  const first = nodeAt(arena, id)
  if (first.kind === 'rule' && !first.silent) return { rule: first.name, path: first.name }
  const steps = [label(first)]
  for (let up = parents.get(id); up !== undefined; up = parents.get(up.parent)) {
    const node = nodeAt(arena, up.parent)
    if (node.kind === 'rule' && !node.silent) {
      return { rule: node.name, path: writeTrail(node.name, steps) }
    }
    const many = node.kind === 'sequence' || node.kind === 'choice'
    steps.push(many ? `${node.kind}[${up.index}]` : label(node))
  }
  return { path: writeTrail('root', steps) }
}

function writeTrail(head: string, steps: readonly string[]): string {
  const shown = steps.length <= MaxSteps ? steps : [...steps.slice(0, MaxSteps - 1), '…']
  return [head, ...shown.toReversed()].join(' > ')
}

function label(node: PegNode): string {
  switch (node.kind) {
    case 'rule':
    case 'ref':
      return node.name
    case 'tag':
      return `tag ${node.tag}`
    case 'dual':
      return 'dual'
    case 'schema':
      return `schema ${node.name}`
    case 'json':
    case 'python':
      return node.part === 'value' ? node.kind : `${node.kind}-${node.part}`
    default:
      return node.kind
  }
}
