import type { Automaton } from '../automata/index.ts'
import { charRanges, charSet, type CharSet } from '../peg/charset.ts'

/** A run of characters of one set. */
export interface Run {
  readonly set: CharSet
  readonly min: number
  readonly max: number | null
}

/** How one state of an automaton is written: a run, then one character that decides, or the end. */
export interface StatePlan {
  readonly run: Run | null
  /** Each with the state that it leads to; disjoint, and none of them begins with the run's set. */
  readonly edges: readonly { readonly set: CharSet; readonly to: number }[]
  /** The label of texts that end here, or 0. */
  readonly label: number
}

/** The most states that are written. */
export const MaxWrittenStates = 600

/**
 * How an automaton is written: chains of states that read the same set are one run with bounds, so
 * that `[a-z]{1,64}` is not 64 rules. Only states that are written have a plan.
 *
 * @returns `null` if these are too many
 */
export function planStates(automaton: Automaton): ReadonlyMap<number, StatePlan> | null {
  const table = createTable(automaton)
  const plans = new Map<number, StatePlan>()
  const waiting = [0]
  for (let state = waiting.pop(); state !== undefined; state = waiting.pop()) {
    if (plans.has(state)) continue
    if (plans.size >= MaxWrittenStates) return null
    const plan = planState(table, state)
    plans.set(state, plan)
    for (const { to } of plan.edges) if (!plans.has(to)) waiting.push(to)
  }
  return plans
}

/** The ways out of one state: the classes that lead to each other state, as a key. */
interface Ways {
  readonly label: number
  readonly byTarget: ReadonlyMap<number, string>
}

interface Table {
  /** Chains that came to nothing, by a state on them and its classes: none is followed twice. */
  readonly failed: Set<string>
  ways(state: number): Ways
  setOf(classes: string): CharSet
}

function createTable({ classes, next, labels }: Automaton): Table {
  const width = classes.length
  const known = new Map<number, Ways>()
  const sets = new Map<string, CharSet>()

  function ways(state: number): Ways {
    let found = known.get(state)
    if (found !== undefined) return found
    const byTarget = new Map<number, string>()
    for (let index = 0; index < width; index++) {
      const to = next[state * width + index] ?? -1
      if (to < 0) continue
      const before = byTarget.get(to)
      byTarget.set(to, before === undefined ? String(index) : `${before},${index}`)
    }
    found = { label: labels[state] ?? 0, byTarget }
    known.set(state, found)
    return found
  }

  function setOf(key: string): CharSet {
    let set = sets.get(key)
    if (set !== undefined) return set
    set = charSet(key.split(',').flatMap((index) => charRanges(classes[Number(index)] ?? [])))
    sets.set(key, set)
    return set
  }

  return { failed: new Set(), ways, setOf }
}

function planState(table: Table, state: number): StatePlan {
  const { byTarget } = table.ways(state)
  const loop = byTarget.get(state)
  if (loop !== undefined) {
    return planRest(table, state, state, { set: table.setOf(loop), min: 0, max: null })
  }
  let best: Chain | null = null
  for (const to of byTarget.keys()) {
    const chain = followChain(table, state, to)
    if (chain !== null && (best === null || chain.length > best.length)) best = chain
  }
  if (best === null) return planRest(table, state, -1, null)
  return planRest(table, best.rest, best.without, best.run)
}

interface Chain {
  readonly run: Run
  readonly length: number
  /** The state whose ways out follow the run, but for the one to `without`. */
  readonly rest: number
  readonly without: number
}

/**
 * A run from a state over one of its ways on. First come states that have this way only; then
 * states that may leave the run, all by the same other ways: `set{min,max} rest`. The last state has
 * these other ways only, or reads the set for ever.
 */
function followChain(table: Table, start: number, first: number): Chain | null {
  const classes = table.ways(start).byTarget.get(first) ?? ''
  if (!mayRun(table.ways(start), table.ways(first), classes)) return null
  const set = table.setOf(classes)
  let state = start
  let min = 0
  const seen = new Set<number>()
  while (!seen.has(state) && restKey(table, state, classes) === '0') {
    seen.add(state)
    state = wayBy(table, state, classes)
    min++
  }
  const rest = restKey(table, state, classes)
  const loops = table.ways(state).byTarget.get(state) === classes
  if (loops) return { run: { set, min, max: null }, length: min, rest: state, without: state }
  const leave = state
  let max = min
  const without = rest === null ? -1 : wayBy(table, state, classes)
  if (rest !== null && !table.failed.has(`${state} ${classes}`)) {
    const passed: number[] = []
    while (!seen.has(state) && restKey(table, state, classes) === rest) {
      seen.add(state)
      passed.push(state)
      state = wayBy(table, state, classes)
      max++
    }
    if (max > min && keyOf(table.ways(state), -1) === rest) {
      return { run: { set, min, max }, length: max, rest: leave, without }
    }
    for (const hit of passed) table.failed.add(`${hit} ${classes}`)
  }
  return min >= 2 ? { run: { set, min, max: min }, length: min, rest: leave, without: -1 } : null
}

/** Whether a second character of the classes may follow, or the same as without the first. */
function mayRun(from: Ways, to: Ways, classes: string): boolean {
  if (to.label === from.label && to.byTarget.size === from.byTarget.size - 1) return true
  for (const key of to.byTarget.values()) if (key === classes) return true
  return false
}

/** The state that exactly these classes lead to, or -1. */
function wayBy(table: Table, state: number, classes: string): number {
  for (const [to, key] of table.ways(state).byTarget) if (key === classes) return to
  return -1
}

/** The other ways out beside that of the classes; `null` if there is no such way. */
function restKey(table: Table, state: number, classes: string): string | null {
  const to = wayBy(table, state, classes)
  return to < 0 ? null : keyOf(table.ways(state), to)
}

function keyOf({ label, byTarget }: Ways, without: number): string {
  const parts = [...byTarget]
    .filter(([to]) => to !== without)
    .map(([to, classes]) => `${to}:${classes}`)
  return [label, ...parts].join(' ')
}

function planRest(table: Table, state: number, without: number, run: Run | null): StatePlan {
  const { label, byTarget } = table.ways(state)
  const edges = [...byTarget]
    .filter(([to]) => to !== without)
    .map(([to, classes]) => ({ set: table.setOf(classes), to }))
  return { run, edges, label }
}
