import { quote } from '../diagnostics/format.ts'
import { childrenOf, nodeAt, type Arena, type View } from '../peg/arena.ts'
import type { NodeId, PegNode } from '../peg/node.ts'
import { printNode } from '../peg/print.ts'
import { compileArena } from './compile.ts'
import { createMachine } from './machine.ts'
import type { Program } from './program.ts'

/** How to trace a parse. */
export interface TraceOptions {
  /** Which reading of the arena; `reading` by default. */
  readonly view?: View
  /** Whether the text ends here; true by default. */
  readonly final?: boolean
  /** Look inside the JSON and Python nodes too; they are one line each by default. */
  readonly families?: boolean
  /** Lines after which the trace stops; 1,000 by default. */
  readonly maxLines?: number
}

/** Deeper nesting ends the trace: it is for people, and written by recursion. */
export const MaxTraceDepth = 400

const Failed = -1

/** One thing that happens in a parse. */
export interface TraceStep {
  /**
   * `open`: a rule, tag, choice, repetition or lookahead begins. `match` and `fail`: one comes out, or
   * a text is compared (`leaf`). `remark`: what else there is to say.
   */
  readonly kind: 'open' | 'match' | 'fail' | 'remark'
  readonly label: string
  /** Where it begins, in UTF-16 code units. */
  readonly start: number
  /** Where it ends; its beginning unless it matched. */
  readonly end: number
  /** How many steps are open around it. */
  readonly depth: number
  /** What is opened: only rules and tags have a name of their own in the grammar. */
  readonly what: 'rule' | 'tag' | 'leaf' | 'structure'
}

/** A parse, step by step. */
export interface Trace {
  readonly steps: readonly TraceStep[]
  /** For each step whether what it read is part of the result: not in a lookahead, and never undone. */
  readonly kept: readonly boolean[]
  /** How it ended, in words. */
  readonly outcome: string
}

/**
 * The steps of a parse, as `traceParse` writes them.
 *
 * For debugging: it follows the arena itself and not the machine's code, and costs accordingly.
 */
export function traceSteps(
  arena: Pick<Arena, 'nodes' | 'root'>,
  text: string,
  { view = 'reading', final = true, families = false, maxLines = 1000 }: TraceOptions = {},
): Trace {
  const steps: TraceStep[] = []
  const kept: boolean[] = []
  const leaves = new Map<NodeId, { readonly label: string; readonly program: Program }>()
  let depth = 0
  /** Cuts in the innermost open rule or lookahead. */
  let cuts = 0

  function write(step: Pick<TraceStep, 'kind' | 'label' | 'start' | 'end' | 'what'>): void {
    if (steps.length >= maxLines) throw new TraceEnd('the trace ends here: maxLines is reached')
    steps.push({ ...step, depth })
    kept.push(true)
  }

  function remark(at: number, label: string): void {
    write({ kind: 'remark', label, start: at, end: at, what: 'leaf' })
  }

  function say(start: number, end: number, label: string, what: TraceStep['what']): number {
    if (end !== Failed) write({ kind: 'match', label, start, end, what })
    else write({ kind: 'fail', label, start, end: start, what })
    return end
  }

  /** What was read since a step is no part of the result. */
  function undo(since: number): void {
    kept.fill(false, since)
  }

  /** A node with a line where it begins and one where it comes out. */
  function within(
    label: string,
    at: number,
    inner: () => number,
    what: TraceStep['what'] = 'structure',
  ): number {
    write({ kind: 'open', label, start: at, end: at, what })
    if (++depth > MaxTraceDepth) throw new TraceEnd('the trace ends here: it is nested too deeply')
    const end = inner()
    depth--
    return say(at, end, label, what)
  }

  /** What a cut inside does not settle anything outside of. */
  function scope(inner: () => number): number {
    const outer = cuts
    cuts = 0
    const end = inner()
    cuts = outer
    return end
  }

  function match(id: NodeId, at: number): number {
    const node = nodeAt(arena, id)
    switch (node.kind) {
      case 'sequence': {
        let end = at
        for (const item of node.items) {
          end = match(item, end)
          if (end === Failed) break
        }
        return end
      }
      case 'choice':
        return within('choice', at, () => choose(node.items, at))
      case 'repeat':
        return within(`repeat ${boundsOf(node)}`, at, () => repeat(node, at))
      case 'peek':
      case 'not':
        return within(node.kind, at, () => {
          const since = steps.length
          const end = scope(() => match(node.item, at))
          undo(since)
          return (end !== Failed) === (node.kind === 'peek') ? at : Failed
        })
      case 'atomic':
        return within('atomic', at, () => match(node.item, at))
      case 'tag':
        return within(`${node.tag}:`, at, () => match(node.item, at), 'tag')
      case 'rule':
        return within(node.name, at, () => scope(() => match(node.item, at)), 'rule')
      case 'json':
      case 'python':
        return families ? match(node.item, at) : leaf(id, at)
      case 'recover':
        return view === 'grammar' ? Failed : match(node.item, at)
      case 'cut':
        cuts++
        remark(at, '~ settles the choices so far')
        return at
      case 'start':
        return say(at, at === 0 ? at : Failed, '^', 'leaf')
      case 'ref':
      case 'schema':
      case 'dual':
      case 'gbnf': {
        const [item] = childrenOf(node, view)
        return item === undefined ? Failed : match(item, at)
      }
      default:
        return leaf(id, at)
    }
  }

  function choose(items: readonly NodeId[], at: number): number {
    const before = cuts
    for (const item of items) {
      const since = steps.length
      const end = match(item, at)
      if (end === Failed) undo(since)
      if (end !== Failed || cuts !== before) return end
    }
    return Failed
  }

  function repeat({ item, min, max }: Extract<PegNode, { kind: 'repeat' }>, start: number): number {
    const most = max ?? Number.POSITIVE_INFINITY
    let at = start
    for (let count = 0; count < most; count++) {
      const [before, since] = [cuts, steps.length]
      const end = match(item, at)
      if (end === Failed) undo(since)
      if (end === Failed) return count < min || cuts !== before ? Failed : at
      if (end === at) return at
      at = end
    }
    return at
  }

  function leafAt(id: NodeId): { readonly label: string; readonly program: Program } {
    let known = leaves.get(id)
    if (known === undefined) {
      const program = compileArena({ nodes: arena.nodes, root: id }, { view })
      known = { label: shorten(printNode(arena, id, { view })), program }
      leaves.set(id, known)
    }
    return known
  }

  /** What is no composition is matched by the machine itself, on the text from here on. */
  function leaf(id: NodeId, at: number): number {
    const { label, program } = leafAt(id)
    const machine = createMachine(program)
    // Most leaves are short: given all the rest, each would cost as much as it is long.
    let fed = at
    for (let size = 64; fed < text.length && machine.status === 'needMoreInput'; size *= 2) {
      machine.feed(text.slice(fed, fed + size))
      fed += size
    }
    if (final && fed >= text.length) machine.finish()
    const result = machine.result()
    if (result.kind === 'needMoreInput') {
      remark(at, `${label} waits for more than ${foundAt(text, at)}`)
      throw new TraceEnd('needs more text')
    }
    if (result.kind === 'success') return say(at, at + result.end, label, 'leaf')
    if (result.code === 'trailing-input') return say(at, at + machine.position, label, 'leaf')
    if (result.code === 'no-match') return say(at, Failed, label, 'leaf')
    throw new TraceEnd(`failure: ${result.code}`)
  }

  function outcomeOf(): string {
    try {
      const end = match(arena.root, 0)
      if (end === Failed) undo(0)
      if (end === Failed) return 'failure'
      return end === text.length ? `success at ${end}` : `failure: ${foundAt(text, end)} trails`
    } catch (error) {
      if (error instanceof TraceEnd) return error.message
      throw error
    }
  }

  const outcome = outcomeOf()
  return { steps, kept, outcome }
}

/** Ends a trace before the parse is decided. */
class TraceEnd extends Error {}

/** What stands at an offset, for a message. */
export function foundAt(text: string, at: number): string {
  return at >= text.length ? 'the end of the text' : quote(text.slice(at, at + 42), 20)
}

function shorten(label: string): string {
  return label.length <= 40 ? label : `${label.slice(0, 39)}…`
}

function boundsOf({ min, max }: { min: number; max: number | null }): string {
  if (max === null) return min === 0 ? '*' : min === 1 ? '+' : `{${min},}`
  return min === 0 && max === 1 ? '?' : `{${min},${max}}`
}
