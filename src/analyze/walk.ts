import type { Network } from './network-types.ts'

/**
 * A place in a network with the calls that are open there, as one number: the state, the stack of
 * returns, and the returns already made to callers that were not on the stack.
 */
export type Config = number

/** The end of the text, as a set's number. */
export const EndSet = -1

/** A step that a configuration offers. */
export interface Step {
  /** The number of a set of the network, or `EndSet`. */
  readonly set: number
  readonly to: Config
}

/** What is reached without reading. */
export interface Reach {
  /** The configurations that read next, each once. */
  readonly ready: readonly Config[]
  /** Whether the watched exit is among what is reached. */
  readonly exits: boolean
  /** Whether a cut lies on the way that settles choices outside. */
  readonly cuts: boolean
}

/** Walks a network from configuration to configuration. */
export interface Walker {
  at(state: number): Config
  /** Goes on without reading. With `exit`, stops there when no call is open. */
  reach(from: Iterable<Config>, role: Role, exit?: number): Reach
  steps(config: Config): readonly Step[]
  /**
   * What is ready behind a state. Places whose callers are forgotten are left out: they may equal
   * another place without being it.
   */
  home(state: number): ReadonlySet<Config>
}

/**
 * `earlier` is what the parser tries first: all that it may read, never beyond what was begun. `later` is what the grammar admits in its place, with all that may follow.
 */
export type Role = 'earlier' | 'later'

/** Thrown inside the analysis when a network is too large to be walked; callers answer "unknown". */
export class TooManyStacks extends Error {}

// A configuration packs into the 53 bits of an integer: 10 of history, 21 of stack, 22 of state.
const StateBits = 2 ** 22
const StackBits = 2 ** 21
const MaxHistories = 2 ** 10
const MaxHistory = 3
/** The history of what returned too often to be remembered. */
const Blurred = 1

interface Frame {
  readonly up: number
  readonly to: number
  readonly routine: number
}

/** Makes a walker; what it learns of stacks is shared by all walks. */
export function createWalker(network: Network): Walker {
  const { edges, routines } = network
  const finished = edges.length
  const frames: Frame[] = [{ up: 0, to: 0, routine: -1 }]
  const frameIds = new Map<string, number>()
  const histories: { up: number; depth: number }[] = [
    { up: 0, depth: 0 },
    { up: 1, depth: 0 },
  ]
  const historyIds = new Map<string, number>()

  if (finished >= StateBits - 1) throw new TooManyStacks('the network has too many states')

  const pack = (state: number, stack: number, history: number): Config =>
    (history * StackBits + stack) * StateBits + state
  const stateOf = (config: Config): number => config % StateBits
  const stackOf = (config: Config): number => Math.floor(config / StateBits) % StackBits
  const historyOf = (config: Config): number => Math.floor(config / (StateBits * StackBits))

  function push(up: number, to: number, routine: number): number {
    const key = `${up},${to}`
    let id = frameIds.get(key)
    if (id === undefined) {
      id = frames.push({ up, to, routine }) - 1
      if (id >= StackBits) throw new TooManyStacks('too many stacks')
      frameIds.set(key, id)
    }
    return id
  }

  /** Remembers through which use a routine returned, for the last few returns. */
  function returned(up: number, to: number): number {
    const depth = (histories[up]?.depth ?? 0) + 1
    if (up === Blurred || depth > MaxHistory) return Blurred
    const key = `${up},${to}`
    let id = historyIds.get(key)
    if (id === undefined) {
      if (histories.length >= MaxHistories) return Blurred
      id = histories.push({ up, depth }) - 1
      historyIds.set(key, id)
    }
    return id
  }

  /** Only what may follow is compared across counts and callers. */
  function blurred(role: Role, history: number): number {
    return role === 'later' ? Blurred : history
  }

  function settlesOutside(stack: number): boolean {
    for (let id = stack; id !== 0; id = frames[id]?.up ?? 0) {
      if (routines[frames[id]?.routine ?? -1]?.scope === true) return false
    }
    return true
  }

  const known = new Map<Config, readonly Config[]>()

  /** What a later way reaches does not depend on a decision: it is found once a place. */
  function reachLater(from: Iterable<Config>): Reach {
    const places = [...from]
    const parts = places.map((place) => {
      let ready = known.get(place)
      if (ready === undefined) known.set(place, (ready = walk([place], 'later', -1).ready))
      return ready
    })
    const [only] = parts
    const ready = parts.length === 1 && only !== undefined ? only : [...new Set(parts.flat())]
    return { ready, exits: false, cuts: false }
  }

  function reach(from: Iterable<Config>, role: Role, exit = -1): Reach {
    return role === 'later' ? reachLater(from) : walk(from, role, exit)
  }

  function walk(from: Iterable<Config>, role: Role, exit: number): Reach {
    const seen = new Set<Config>(from)
    const ready: Config[] = []
    let exits = false
    let cuts = false
    for (const config of seen) {
      const state = stateOf(config)
      const stack = stackOf(config)
      const history = historyOf(config)
      if (state === finished) {
        ready.push(config)
        continue
      }
      if (state === exit && stack === 0) {
        exits = true
        continue
      }
      let reads = false
      for (const edge of edges[state] ?? []) {
        switch (edge.kind) {
          case 'move':
            if (role === 'later' && edge.greedy === true) break
            if (edge.cut === true && settlesOutside(stack)) cuts = true
            seen.add(pack(edge.to, stack, edge.counts === true ? blurred(role, history) : history))
            break
          case 'call':
            seen.add(
              pack(routines[edge.routine]?.entry ?? 0, push(stack, edge.to, edge.routine), history),
            )
            break
          case 'return': {
            const frame = frames[stack]
            if (stack !== 0 && frame !== undefined) seen.add(pack(frame.to, frame.up, history))
            else if (role === 'later') {
              const routine = routines[edge.routine]
              for (const to of routine?.returns ?? []) seen.add(pack(to, 0, returned(history, to)))
              if (routine?.isRoot === true) seen.add(pack(finished, 0, history))
            }
            break
          }
          default:
            reads = true
        }
      }
      if (reads) ready.push(config)
    }
    return { ready, exits, cuts }
  }

  function steps(config: Config): readonly Step[] {
    const state = stateOf(config)
    if (state === finished) return [{ set: EndSet, to: config }]
    const rest = config - state
    const found: Step[] = []
    for (const edge of edges[state] ?? []) {
      if (edge.kind === 'read') {
        found.push({
          set: edge.set,
          to: edge.counts === true ? pack(edge.to, stackOf(config), Blurred) : rest + edge.to,
        })
      } else if (edge.kind === 'end') found.push({ set: EndSet, to: rest + edge.to })
    }
    return found
  }

  return {
    at: (state) => pack(state, 0, 0),
    reach,
    steps,
    home(state) {
      const { ready } = reachLater([pack(state, 0, 0)])
      return new Set(ready.filter((config) => historyOf(config) !== Blurred))
    },
  }
}
