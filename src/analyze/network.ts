import { childrenOf, GapSet, nodeAt, partsOf, SpaceSet, type Arena } from '../peg/arena.ts'
import { MaxCodePoint, type CharSet } from '../peg/charset.ts'
import type { NodeId, PegNode, ThroughNode } from '../peg/node.ts'
import {
  drawLiteral,
  drawOverlaps,
  drawStringContent,
  drawTails,
  drawThrough,
  drawUntil,
  type Pen,
} from './automata.ts'
import { assertNever } from '../util/assert-never.ts'
import type { Edge, Network, Question, Routine } from './network-types.ts'

/** Where a node stands: what is decided inside a lookahead is of no interest. */
type Where = 'live' | 'lookahead'

/** Repetitions of one class are spelled out up to this many characters. */
const MaxSpelled = 32
const every: CharSet = [0, MaxCodePoint]

/** Draws the network of an arena. Recursion stays within a rule. */
export function createNetwork(arena: Omit<Arena, 'warnings'>): Network {
  const edges: Edge[][] = []
  const sets: CharSet[] = []
  const setIds = new Map<string, number>()
  const routines: Routine[] = []
  const routineOf = new Map<NodeId, number>()
  const pending: { id: NodeId; routine: number; where: Where }[] = []
  const questions: Question[] = []
  const shared = findShared(arena)
  const live = findLive(arena)

  const pen: Pen = {
    state: () => edges.push([]) - 1,
    move: (from, to) => void edges[from]?.push({ kind: 'move', to }),
    read(from, set, to) {
      if (set.length > 0) edges[from]?.push({ kind: 'read', to, set: idOf(set) })
    },
  }

  function idOf(set: CharSet): number {
    const key = set.join()
    let id = setIds.get(key)
    if (id === undefined) setIds.set(key, (id = sets.push(set) - 1))
    return id
  }

  function ask(question: Question, where: Where): void {
    if (where === 'live') questions.push(question)
  }

  function routine(id: NodeId, isRoot = false): number {
    let index = routineOf.get(id)
    if (index !== undefined) return index
    const scope = nodeAt(arena, id).kind === 'rule'
    index = routines.push({ entry: pen.state(), returns: [], isRoot, scope }) - 1
    routineOf.set(id, index)
    pending.push({ id, routine: index, where: live.has(id) ? 'live' : 'lookahead' })
    return index
  }

  function call(id: NodeId, from: number, where: Where): number {
    const to = pen.state()
    const index = routine(id)
    edges[from]?.push({ kind: 'call', to, routine: index })
    if (where === 'live') routines[index]?.returns.push(to)
    return to
  }

  /** Draws a node where it stands; gives the state behind it. */
  function draw(id: NodeId, from: number, where: Where): number {
    const node = nodeAt(arena, id)
    if (node.kind === 'rule' || shared.has(id)) return call(id, from, where)
    return drawInside(node, id, from, where)
  }

  function drawInside(node: PegNode, id: NodeId, from: number, where: Where): number {
    switch (node.kind) {
      case 'sequence': {
        let at = from
        for (const item of node.items) at = draw(item, at, where)
        return at
      }
      case 'choice': {
        const starts = node.items.map(() => pen.state())
        const after = pen.state()
        const exits: number[] = []
        for (const [i, item] of node.items.entries()) {
          pen.move(from, starts[i] ?? from)
          // A state of its own, so that the end of one alternative is not the end of another.
          exits.push(pen.state())
          pen.move(draw(item, starts[i] ?? from, where), exits[i] ?? after)
          pen.move(exits[i] ?? after, after)
        }
        ask({ kind: 'choice', id, starts, exits, after }, where)
        return after
      }
      case 'repeat': {
        const { item, min, max } = node
        const [start, exit, after] = [pen.state(), pen.state(), pen.state()]
        if (max !== 0) {
          pen.move(from, start)
          pen.move(draw(item, start, where), exit)
          if (max !== 1) {
            const counts = min > 1 || max !== null ? { counts: true as const } : {}
            edges[exit]?.push({ kind: 'move', to: start, ...counts })
          }
          pen.move(exit, after)
        }
        if (min === 0) pen.move(from, after)
        if (max !== min) {
          const landing = max === null ? exit : after
          ask({ kind: 'loop', id, start, exit, after, landing }, where)
        }
        return after
      }
      case 'peek':
      case 'not': {
        const start = pen.state()
        const exit = draw(node.item, start, 'lookahead')
        ask(
          { kind: 'lookahead', id, negative: node.kind === 'not', start, exit, after: from },
          where,
        )
        return from
      }
      case 'literal':
      case 'token':
        return drawLiteral(pen, from, node.text)
      case 'chars':
        return drawRun(id, node.set, node.min, node.max, from, where)
      case 'any':
        return drawRun(id, every, 1, 1, from, where)
      case 'space':
        return drawSpace(id, from, where)
      case 'rest':
        return drawText(id, drawRun(id, every, 0, null, from, 'lookahead'), [], true, where)
      case 'until':
        return drawText(id, drawUntil(pen, from, node.delimiters), node.delimiters, true, where)
      case 'through':
        return drawThroughNode(node, id, from, where)
      case 'stringContent':
        return drawText(
          id,
          drawStringContent(pen, from, node),
          [{ text: node.quote }],
          false,
          where,
        )
      case 'start':
        ask({ kind: 'start', id, after: from }, where)
        return from
      case 'end': {
        const after = pen.state()
        edges[from]?.push({ kind: 'end', to: after })
        ask({ kind: 'end', id, after }, where)
        return after
      }
      case 'cut': {
        const after = pen.state()
        // A cut in a lookahead acts only there.
        if (where === 'lookahead') return from
        edges[from]?.push({ kind: 'move', to: after, cut: true })
        return after
      }
      case 'dual':
      case 'schema':
        return draw(node.strict, from, where)
      case 'recover':
        // Behind a state that nothing leads to.
        return pen.state()
      case 'atomic':
      case 'tag':
      case 'rule':
      case 'gbnf':
      case 'json':
      case 'python':
        return draw(node.item, from, where)
      case 'ref':
        return call(node.target, from, where)
      case 'eps':
        return from
      default:
        return assertNever(node)
    }
  }

  function drawText(
    id: NodeId,
    after: number,
    ends: readonly { readonly text: string }[],
    mayEnd: boolean,
    where: Where,
  ): number {
    if (where !== 'live') return after
    const [start, exit] = [pen.state(), pen.state()]
    for (const { text } of ends) pen.move(drawLiteral(pen, start, text), exit)
    const overlaps = drawOverlaps(
      pen,
      ends.map((d) => d.text),
    )
    ask({ kind: 'text', id, start, exit, after, mayEnd, overlaps }, where)
    return after
  }

  function drawThroughNode(node: ThroughNode, id: NodeId, from: number, where: Where): number {
    const after = drawThrough(pen, from, node.delimiters)
    const texts = node.delimiters.map((d) => d.text)
    if (where === 'live')
      ask({ kind: 'through', id, after, overlaps: drawTails(pen, texts) }, where)
    return after
  }

  function drawRun(
    id: NodeId,
    set: CharSet,
    min: number,
    max: number | null,
    from: number,
    where: Where,
  ): number {
    let at = from
    for (let i = 0; i < Math.min(min, MaxSpelled); i++) {
      const next = pen.state()
      pen.read(at, set, next)
      at = next
    }
    const after = pen.state()
    pen.move(at, after)
    if (max === min) return min > MaxSpelled ? loopOn(at, set, min, after) : after
    const [start, exit] = [pen.state(), pen.state()]
    pen.read(start, set, exit)
    ask({ kind: 'loop', id, start, exit, after, landing: after }, where)
    if (max === null || max - min > MaxSpelled || min > MaxSpelled)
      return loopOn(at, set, min, after)
    for (let i = min; i < max; i++) {
      const next = pen.state()
      pen.read(at, set, next)
      pen.move(next, after)
      at = next
    }
    return after
  }

  /** A loop in place of many states. Its bound may be forgotten, but not what it must read. */
  function loopOn(at: number, set: CharSet, min: number, after: number): number {
    const counts = min > MaxSpelled ? { counts: true as const } : {}
    if (set.length > 0) edges[at]?.push({ kind: 'read', to: at, set: idOf(set), ...counts })
    return after
  }

  /** The parser may take more white space than the grammar admits. */
  function drawSpace(id: NodeId, from: number, where: Where): number {
    const after = pen.state()
    const [start, exit] = [pen.state(), pen.state()]
    pen.read(start, SpaceSet, exit)
    ask({ kind: 'loop', id, start, exit, after, landing: after }, where)
    for (const set of [GapSet, SpaceSet]) {
      // A state of its own for each loop: others may lead out of `from`.
      const loop = pen.state()
      edges[from]?.push({ kind: 'move', to: loop, ...(set === SpaceSet ? { greedy: true } : {}) })
      pen.read(loop, set, loop)
      pen.move(loop, after)
    }
    return after
  }

  routine(arena.root, true)
  for (const { id, routine: index, where } of pending) {
    const exit = drawInside(nodeAt(arena, id), id, routines[index]?.entry ?? 0, where)
    edges[exit]?.push({ kind: 'return', routine: index })
  }
  return { edges, sets, routines, questions }
}

/** Nodes that stand in several places. */
function findShared(arena: Pick<Arena, 'nodes'>): ReadonlySet<NodeId> {
  const once = new Set<NodeId>()
  const shared = new Set<NodeId>()
  for (const node of arena.nodes) {
    for (const part of partsOf(node)) {
      if (once.has(part)) shared.add(part)
      once.add(part)
    }
  }
  return shared
}

/** What the grammar prints: no recoveries, no lookaheads, of two readings the strict one. */
function findLive(arena: Omit<Arena, 'warnings'>): ReadonlySet<NodeId> {
  const live = new Set<NodeId>([arena.root])
  for (const id of live) {
    const node = nodeAt(arena, id)
    if (node.kind === 'recover' || node.kind === 'peek' || node.kind === 'not') continue
    for (const child of childrenOf(node, 'grammar')) live.add(child)
  }
  return live
}
