import { createRecent } from '../util/recent.ts'
import type { Automaton } from './automaton.ts'
import { createBudget, type Budget } from './budget.ts'
import { anyChar } from './char-classes.ts'
import { determinise } from './determinise.ts'
import { MaxWork } from './limits.ts'
import { minimise } from './minimise.ts'
import { createNetwork } from './network.ts'
import { readPattern } from './pattern-reader.ts'
import type { PatternFault, PatternTree } from './pattern-tree.ts'

/**
 * The texts in which a regular expression of ECMA-262 matches somewhere, as JSON Schema's `pattern`
 * asks. The last few hundred are remembered.
 *
 * @example
 * ```ts
 * const found = fromPattern('^(?!foo)[a-z]+$')
 * !isFault(found) && accepts(found, 'bar') // true
 * ```
 */
export function fromPattern(source: string): Automaton | PatternFault {
  return recent.once(source, () => {
    const tree = readPattern(source)
    return 'offset' in tree ? tree : fromTree(tree, false, createBudget(MaxWork))
  })
}

const recent = createRecent<Automaton | PatternFault>(256)

/** Whether a pattern could not be followed. */
export function isFault(found: Automaton | PatternFault): found is PatternFault {
  return 'reason' in found
}

function fromTree(tree: PatternTree, whole: boolean, budget: Budget): Automaton | PatternFault {
  const network = createNetwork(tree, anyChar, whole)
  const watchers: Automaton[] = []
  for (const item of network.watchers) {
    const watcher = watcherOf(item, budget)
    if (isFault(watcher)) return watcher
    watchers.push(watcher)
  }
  const made = determinise(network, watchers, budget)
  if (made === null) return { kind: 'limit', offset: 0, reason: 'has too many states' }
  return minimise(made)
}

/** The texts that end with what an item matches; it has no state from which there is no way on. */
function watcherOf(item: PatternTree, budget: Budget): Automaton | PatternFault {
  if (holdsAhead(item)) {
    return { kind: 'unsupported', offset: 0, reason: 'looks ahead from within a look-behind' }
  }
  const any: PatternTree = { kind: 'set', set: anyChar }
  const items: PatternTree[] = [{ kind: 'repeat', item: any, min: 0, max: null }, item]
  return fromTree({ kind: 'sequence', items }, true, budget)
}

function holdsAhead(tree: PatternTree): boolean {
  switch (tree.kind) {
    case 'set':
      return false
    case 'look':
      return !tree.behind || holdsAhead(tree.item)
    case 'repeat':
      return holdsAhead(tree.item)
    default:
      return tree.items.some(holdsAhead)
  }
}
