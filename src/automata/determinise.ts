import type { Automaton } from './automaton.ts'
import { createGroups } from './block-groups.ts'
import type { Budget } from './budget.ts'
import { createFormulas, False, True, type Formula } from './formulas.ts'
import { MaxStates, MaxTransitions } from './limits.ts'
import type { Network, Place } from './network.ts'
import { partition } from './partition.ts'

/** What a network's assertions about the text so far are decided by. */
export type Watchers = readonly Automaton[]

/**
 * The automaton of a network, not yet minimal: its states are formulas over places, by derivation,
 * each beside the states of the watchers.
 *
 * J. Brzozowski, "Derivatives of regular expressions", 1964; A. Chandra, D. Kozen, L. Stockmeyer,
 * "Alternation", 1981.
 *
 * @returns `null` if it would be larger than the limits
 */
export function determinise(
  network: Network,
  watchers: Watchers,
  budget: Budget,
): Automaton | null {
  const formulas = createFormulas(budget)
  const { nodes, sets } = network
  const all = [...sets, ...watchers.flatMap(({ classes }) => classes)]
  const { blocks, members } = partition(all)
  const reads = readTable(sets.length, members)
  const blocksOf = blocksOfSets(sets.length, members)
  const watching = watcherTables(sets.length, watchers, members)
  const closures = new Map<string, Formula>()
  const steps = new Map<string, Formula>()

  /** What a place asks of the text that is left, with the watchers in these states. */
  function closureOf(place: Place, seen: readonly number[], key: string): Formula {
    const name = watchers.length === 0 ? String(place) : `${place};${key}`
    const known = closures.get(name)
    if (known !== undefined) return known
    const formula = closure(place, seen, new Set())
    closures.set(name, formula)
    return formula
  }

  function closure(start: Place, seen: readonly number[], open: Set<Place>): Formula {
    const parts: Formula[] = []
    const visited = new Set<Place>()
    const stack = [start]
    for (let place = stack.pop(); place !== undefined; place = stack.pop()) {
      const node = nodes[place]
      if (node === undefined || visited.has(place) || !budget.spend(1)) continue
      visited.add(place)
      switch (node.kind) {
        case 'all':
          return True
        case 'read':
        case 'end':
          parts.push(formulas.place(place))
          break
        case 'split':
          for (const next of node.nexts) stack.push(next)
          break
        case 'behind': {
          const state = seen[node.watcher] ?? -1
          const holds = (watchers[node.watcher]?.labels[state] ?? 0) !== 0
          if (holds !== node.negative) stack.push(node.next)
          break
        }
        case 'ahead': {
          // A way back to an open assertion has read nothing, and adds nothing.
          if (open.has(place)) break
          open.add(place)
          const found = closure(node.item, seen, new Set())
          const wanted = node.negative ? formulas.not(found) : found
          if (wanted === True) stack.push(node.next)
          else if (wanted !== False) {
            parts.push(formulas.and([wanted, closure(node.next, seen, open)]))
          }
          open.delete(place)
          break
        }
      }
    }
    return formulas.or(parts)
  }

  /** What a formula asks of the text behind a character of a block. */
  function step(formula: Formula, block: number, seen: readonly number[], key: string): Formula {
    const node = formulas.node(formula)
    if (node.kind === 'constant') return formula
    const name = `${formula} ${block} ${key}`
    const known = steps.get(name)
    if (known !== undefined) return known
    if (!budget.spend(1)) return False
    let result: Formula
    if (node.kind === 'place') {
      const place = nodes[node.place]
      const isRead = place?.kind === 'read' && reads[place.set * blocks.length + block] === 1
      result = isRead ? closureOf(place.next, seen, key) : False
    } else if (node.kind === 'not') result = formulas.not(step(node.item, block, seen, key))
    else {
      const items = node.items.map((item) => step(item, block, seen, key))
      result = node.kind === 'or' ? formulas.or(items) : formulas.and(items)
    }
    steps.set(name, result)
    return result
  }

  function acceptsEmpty(formula: Formula): boolean {
    const node = formulas.node(formula)
    switch (node.kind) {
      case 'constant':
        return formula === True
      case 'place':
        return nodes[node.place]?.kind === 'end'
      case 'not':
        return !acceptsEmpty(node.item)
      case 'or':
        return node.items.some(acceptsEmpty)
      case 'and':
        return node.items.every(acceptsEmpty)
    }
  }

  const at = (watcher: number, block: number, seen: readonly number[]): number =>
    (seen[watcher] ?? 0) * blocks.length + block

  /** The sets that the places of a formula read: blocks that are in the same ones lead to the same. */
  function setsOf(formula: Formula): Set<number> {
    const found = new Set<number>()
    const stack = [formula]
    const visited = new Set(stack)
    for (let item = stack.pop(); item !== undefined; item = stack.pop()) {
      const node = formulas.node(item)
      if (node.kind === 'place') {
        const place = nodes[node.place]
        if (place?.kind === 'read') found.add(place.set)
      } else if (node.kind !== 'constant') {
        for (const part of node.kind === 'not' ? [node.item] : node.items) {
          if (!visited.has(part)) stack.push(part)
          visited.add(part)
        }
      }
    }
    return found
  }

  interface State {
    readonly formula: Formula
    readonly seen: readonly number[]
  }
  const states: State[] = []
  const numbers = new Map<string, number>()

  function numberOf(formula: Formula, seen: readonly number[], key: string): number {
    if (formula === False) return -1
    const name = formula === True ? '' : `${formula};${key}`
    let number = numbers.get(name)
    if (number === undefined) {
      number = states.push({ formula, seen }) - 1
      numbers.set(name, number)
    }
    return number
  }

  const first = watchers.map(() => 0)
  const start = closureOf(network.start, first, first.join())
  if (start === False) states.push({ formula: False, seen: first })
  else numberOf(start, first, first.join())
  const next: number[] = []
  for (let i = 0; i < states.length; i++) {
    const { formula, seen } = states[i] ?? { formula: False, seen: first }
    const groups = createGroups(blocks.length)
    for (const set of setsOf(formula)) groups.split(blocksOf[set] ?? [])
    watching.forEach((table, w) => groups.splitBy((block) => table[at(w, block, seen)] ?? 0))
    const targets = new Map<number, number>()
    for (let block = 0; block < blocks.length; block++) {
      let target = targets.get(groups.of(block))
      if (target === undefined) {
        const after = watching.map((table, w) => table[at(w, block, seen)] ?? 0)
        const key = after.join()
        target = numberOf(step(formula, block, after, key), after, key)
        targets.set(groups.of(block), target)
      }
      next.push(target)
    }
    if (budget.isSpent || states.length > MaxStates || next.length > MaxTransitions) return null
  }
  return {
    classes: blocks,
    next: Int32Array.from(next),
    labels: Int32Array.from(states, ({ formula }) => (acceptsEmpty(formula) ? 1 : 0)),
  }
}

/** For each set and block whether the block is part of the set. */
function readTable(count: number, members: readonly (readonly number[])[]): Uint8Array {
  const table = new Uint8Array(count * members.length)
  members.forEach((sets, block) => {
    for (const set of sets) if (set < count) table[set * members.length + block] = 1
  })
  return table
}

function blocksOfSets(count: number, members: readonly (readonly number[])[]): number[][] {
  const blocks: number[][] = Array.from({ length: count }, () => [])
  members.forEach((sets, block) => {
    for (const set of sets) blocks[set]?.push(block)
  })
  return blocks
}

/** The transitions of each watcher over blocks. A watcher knows what to do with every character. */
function watcherTables(
  offset: number,
  watchers: Watchers,
  members: readonly (readonly number[])[],
): Int32Array[] {
  let base = offset
  return watchers.map(({ classes, next, labels }) => {
    const table = new Int32Array(labels.length * members.length)
    members.forEach((sets, block) => {
      const set = sets.find((index) => index >= base && index < base + classes.length)
      for (let state = 0; state < labels.length; state++) {
        const to = set === undefined ? -1 : next[state * classes.length + set - base]
        table[state * members.length + block] = to ?? -1
      }
    })
    base += classes.length
    return table
  })
}
