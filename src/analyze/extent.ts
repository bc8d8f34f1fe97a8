import { childrenOf, nodeAt, SpaceSet, type Arena, type View } from '../peg/arena.ts'
import { intersect } from '../peg/charset.ts'
import type { NodeId, PegNode } from '../peg/node.ts'

/** How much a node may read before it is settled. */
export interface Extent {
  /** Text without bound may be read before a cut, or before the end of the node. */
  readonly long: boolean
  /** A cut comes for certain, in the node's own rule. */
  readonly cuts: boolean
}

/**
 * Tells how far a node may read before a cut settles what was opened in front of it. Runs of white
 * space count as short. Conservative: `long` may be wrong, and `cuts` may be missing.
 */
export function createExtents(arena: Pick<Arena, 'nodes'>, view: View): (id: NodeId) => Extent {
  const known = new Map<NodeId, Extent>()
  const open = new Set<NodeId>()

  function extentOf(id: NodeId): Extent {
    const found = known.get(id)
    if (found !== undefined) return found
    // What leads back to itself has texts of any length.
    if (open.has(id)) return { long: true, cuts: false }
    open.add(id)
    const extent = measure(nodeAt(arena, id))
    open.delete(id)
    known.set(id, extent)
    return extent
  }

  function measure(node: PegNode): Extent {
    switch (node.kind) {
      case 'cut':
        return { long: false, cuts: true }
      case 'until':
      case 'through':
      case 'rest':
      case 'stringContent':
        return { long: true, cuts: false }
      case 'chars':
        return { long: node.max === null && !isBlank(node.set), cuts: false }
      case 'sequence': {
        let long = false
        for (const item of node.items) {
          const extent = extentOf(item)
          long ||= extent.long
          if (extent.cuts) return { long, cuts: true }
        }
        return { long, cuts: false }
      }
      case 'choice': {
        const extents = node.items.map(extentOf)
        return {
          long: extents.some((extent) => extent.long),
          cuts: extents.length > 0 && extents.every((extent) => extent.cuts),
        }
      }
      case 'repeat': {
        const { long, cuts } = extentOf(node.item)
        return { long: long || (node.max === null && !cuts), cuts: cuts && node.min > 0 }
      }
      case 'rule':
        return { long: isEndless(node.item), cuts: false }
      case 'ref':
        return { long: isEndless(node.target), cuts: false }
      case 'peek':
      case 'not':
        return { long: false, cuts: false }
      default: {
        const [item] = childrenOf(node, view)
        return item === undefined ? { long: false, cuts: false } : extentOf(item)
      }
    }
  }

  const endless = new Map<NodeId, boolean>()

  /** Whether a node has texts of any length; a cut inside a rule is no cut for its callers. */
  function isEndless(start: NodeId): boolean {
    const found = endless.get(start)
    if (found !== undefined) return found
    endless.set(start, true)
    const seen = new Set<NodeId>([start])
    let result = false
    for (const id of seen) {
      const node = nodeAt(arena, id)
      if (node.kind === 'repeat' ? node.max === null : measureLeaf(node)) result = true
      for (const child of childrenOf(node, view)) {
        if (child === start) result = true
        seen.add(child)
      }
      if (result) break
    }
    endless.set(start, result)
    return result
  }

  function measureLeaf(node: PegNode): boolean {
    return childrenOf(node, view).length === 0 && node.kind !== 'cut' && measure(node).long
  }

  return extentOf
}

function isBlank(set: readonly number[]): boolean {
  return intersect(set, SpaceSet).join() === set.join()
}
