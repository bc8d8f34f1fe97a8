import type { Machine } from '../machine/machine-types.ts'
import { nodeAt, type Arena } from '../peg/arena.ts'
import type { NodeId } from '../peg/node.ts'

/**
 * One tag or rule that was recognised, with what was recognised inside it. The outermost node is
 * the whole text and has neither tag nor rule. Offsets are UTF-16 code units, half-open.
 */
export interface AstNode {
  /** The semantic label, on the node of a tag. */
  readonly tag?: string
  /** The name, on the node of a rule. */
  readonly rule?: string
  readonly start: number
  /** Where it ends; of an open node, where what is read of it so far ends. */
  readonly end: number
  /** Whether it was never closed: more text may still belong to it. */
  readonly open: boolean
  /** What was recognised inside, in the order of the text; made when first asked for. */
  readonly children: readonly AstNode[]
  /** Its text, lone surrogates as U+FFFD; decoded at each access. */
  readonly text: string
  /** The value of a closed node that is JSON by its grammar, else `undefined`; read at each access. */
  readonly value: unknown
}

/** What an AST is a view of: a machine will do. */
export type AstSource = Pick<Machine, 'tape' | 'shownLength' | 'shownEnd' | 'slice' | 'status'>

/**
 * Views what a machine shows so far as a tree. It is a snapshot: what the machine reads later does
 * not change it. Costs one pass over the tape; a node costs when it is asked for.
 *
 * @example
 * ```ts
 * const arena = buildGrammar((p) => p.sequence('<b>', p.tag('bold', p.until('</b>')), '</b>'))
 * const ast = createAst(parseText(arena, '<b>hi</b>'), arena)
 * ast.children[0]?.text // 'hi'
 * ```
 */
export function createAst(source: AstSource, arena: Pick<Arena, 'nodes'>): AstNode {
  const end = source.shownEnd
  const records = source.tape.records.slice(0, source.shownLength)
  const closes = findCloses(records)
  const slice = source.slice

  function childrenIn(from: number, to: number): AstNode[] {
    const nodes: AstNode[] = []
    for (let at = from; at < to; at = closeOf(at) + 2) nodes.push(createNode(at))
    return nodes
  }

  /** Where the record of an open node closes; the end of the tape when it does not. */
  function closeOf(at: number): number {
    return closes[at >> 1] ?? records.length
  }

  function createNode(at: number): AstNode {
    const close = closeOf(at)
    const open = close >= records.length
    const id = (records[at] ?? 0) as NodeId
    return view(nameOf(arena, id), {
      start: records[at + 1] ?? 0,
      end: open ? end : (records[close + 1] ?? end),
      open,
      isJson: !open && isJson(arena, id),
      children: () => childrenIn(at + 2, close),
    })
  }

  function view(name: Pick<AstNode, 'tag' | 'rule'>, place: Place): AstNode {
    const { start, end: stop, open, isJson: json } = place
    let children: AstNode[] | undefined
    return {
      ...name,
      start,
      end: stop,
      open,
      get children() {
        children ??= place.children()
        return children
      },
      get text() {
        return slice(start, stop)
      },
      get value() {
        return json ? parseJson(slice(start, stop)) : undefined
      },
    }
  }

  const open = source.status !== 'success'
  return view(
    {},
    { start: 0, end, open, isJson: false, children: () => childrenIn(0, records.length) },
  )
}

interface Place {
  readonly start: number
  readonly end: number
  readonly open: boolean
  readonly isJson: boolean
  children(): AstNode[]
}

/** For each record that opens, the index of the one that closes it; past the tape if none does. */
function findCloses(records: Int32Array): Int32Array {
  const closes = new Int32Array(records.length >> 1).fill(records.length)
  const opened: number[] = []
  for (let at = 0; at < records.length; at += 2) {
    if ((records[at] ?? 0) >= 0) opened.push(at)
    else closes[(opened.pop() ?? 0) >> 1] = at
  }
  return closes
}

function nameOf(arena: Pick<Arena, 'nodes'>, id: NodeId): Pick<AstNode, 'tag' | 'rule'> {
  const node = nodeAt(arena, id)
  if (node.kind === 'tag') return { tag: node.tag }
  return node.kind === 'rule' ? { rule: node.name } : {}
}

/** Whether what a tag or rule holds is a member of the JSON family and nothing beside. */
export function isJson(arena: Pick<Arena, 'nodes'>, id: NodeId): boolean {
  let at = id
  // A chain of rules that only call each other would be left recursion; longer ones are not followed.
  for (let hops = 0; hops < 64; hops++) {
    const node = nodeAt(arena, at)
    switch (node.kind) {
      case 'json':
        return true
      case 'ref':
        at = node.target
        break
      case 'tag':
      case 'rule':
      case 'atomic':
      case 'schema':
      case 'dual':
      case 'gbnf':
        at = node.item
        break
      default:
        return false
    }
  }
  return false
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
