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

/**
 * Tells a parse step by step, to see why a grammar reads a text as it does: one line where a rule,
 * tag, choice, repetition or lookahead begins, one for each text that is compared, and one where
 * each comes out. The column on the left is the offset.
 *
 * For debugging: it follows the arena itself and not the machine's code, and costs accordingly.
 *
 * @example
 * ```ts
 * traceParse(buildGrammar((p) => p.choice('ab', p.tag('t', 'ac'))), 'ac')
 * // 0 choice
 * // 0   "ab" fails at "ac"
 * // 0   t:
 * // 2     "ac" = "ac"
 * // 2   t: = "ac"
 * // 2 choice = "ac"
 * // success at 2
 * ```
 */
export function traceParse(
  arena: Pick<Arena, 'nodes' | 'root'>,
  text: string,
  { view = 'reading', final = true, families = false, maxLines = 1000 }: TraceOptions = {},
): string {
  const lines: string[] = []
  const programs = new Map<NodeId, Program>()
  const column = String(text.length).length
  let depth = 0
  /** Cuts in the innermost open rule or lookahead. */
  let cuts = 0

  function write(at: number, line: string): void {
    if (lines.length >= maxLines) throw new TraceEnd('the trace ends here: maxLines is reached')
    lines.push(`${String(at).padStart(column)} ${'  '.repeat(depth)}${line}`)
  }

  function say(at: number, end: number, label: string): number {
    if (end !== Failed) write(end, `${label} = ${quote(text.slice(at, end))}`)
    else write(at, `${label} fails at ${found(text, at)}`)
    return end
  }

  /** A node with a line where it begins and one where it comes out. */
  function within(label: string, at: number, inner: () => number): number {
    write(at, label)
    if (++depth > MaxTraceDepth) throw new TraceEnd('the trace ends here: it is nested too deeply')
    const end = inner()
    depth--
    return say(at, end, label)
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
          const end = scope(() => match(node.item, at))
          return (end !== Failed) === (node.kind === 'peek') ? at : Failed
        })
      case 'atomic':
        return within('atomic', at, () => match(node.item, at))
      case 'tag':
        return within(`${node.tag}:`, at, () => match(node.item, at))
      case 'rule':
        return within(node.name, at, () => scope(() => match(node.item, at)))
      case 'json':
      case 'python':
        return families ? match(node.item, at) : leaf(id, at)
      case 'recover':
        return view === 'grammar' ? Failed : match(node.item, at)
      case 'cut':
        cuts++
        write(at, '~ settles the choices so far')
        return at
      case 'start':
        return say(at, at === 0 ? at : Failed, '^')
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
      const end = match(item, at)
      if (end !== Failed || cuts !== before) return end
    }
    return Failed
  }

  function repeat({ item, min, max }: Extract<PegNode, { kind: 'repeat' }>, start: number): number {
    const most = max ?? Number.POSITIVE_INFINITY
    let at = start
    for (let count = 0; count < most; count++) {
      const before = cuts
      const end = match(item, at)
      if (end === Failed) return count < min || cuts !== before ? Failed : at
      if (end === at) return at
      at = end
    }
    return at
  }

  /** What is no composition is matched by the machine itself, on the text from here on. */
  function leaf(id: NodeId, at: number): number {
    const label = shorten(printNode(arena, id, { view }))
    let program = programs.get(id)
    if (program === undefined) {
      program = compileArena({ nodes: arena.nodes, root: id }, { view })
      programs.set(id, program)
    }
    const machine = createMachine(program)
    machine.feed(text.slice(at))
    if (final) machine.finish()
    const result = machine.result()
    if (result.kind === 'needMoreInput') {
      write(at, `${label} waits for more than ${found(text, at)}`)
      throw new TraceEnd('needs more text')
    }
    if (result.kind === 'success') return say(at, at + result.end, label)
    if (result.code === 'trailing-input') return say(at, at + machine.position, label)
    if (result.code === 'no-match') return say(at, Failed, label)
    throw new TraceEnd(`failure: ${result.code}`)
  }

  try {
    const end = match(arena.root, 0)
    if (end === Failed) lines.push('failure')
    else if (end === text.length) lines.push(`success at ${end}`)
    else lines.push(`failure: ${found(text, end)} trails`)
  } catch (error) {
    if (!(error instanceof TraceEnd)) throw error
    lines.push(error.message)
  }
  return lines.join('\n')
}

/** Ends a trace before the parse is decided. */
class TraceEnd extends Error {}

function found(text: string, at: number): string {
  return at >= text.length ? 'the end of the text' : quote(text.slice(at, at + 42), 20)
}

function shorten(label: string): string {
  return label.length <= 40 ? label : `${label.slice(0, 39)}…`
}

function boundsOf({ min, max }: { min: number; max: number | null }): string {
  if (max === null) return min === 0 ? '*' : min === 1 ? '+' : `{${min},}`
  return min === 0 && max === 1 ? '?' : `{${min},${max}}`
}
