import type { Arena, View } from '../../src/peg/arena.ts'
import { GapMax, GapSet, SpaceSet } from '../../src/peg/arena.ts'
import { hasChar, type CharSet } from '../../src/peg/charset.ts'
import type { Delimiter, NodeId, PegNode, StringContentNode } from '../../src/peg/node.ts'

/** Options of the reference matcher. */
export interface ReferenceOptions {
  /** Whether the text ends here for good. */
  readonly final: boolean
  readonly view?: View
  readonly ruleRecords?: boolean
  /** Nodes entered before `TooMuchWork` is thrown: some arenas backtrack exponentially. */
  readonly budget?: number
}

/** What the machine must come to. */
export interface ReferenceResult {
  readonly kind: 'success' | 'failure' | 'needMoreInput'
  /** The code of a failure. */
  readonly code?: 'no-match' | 'trailing-input'
  /** Where the match ends; for `needMoreInput`, where what is shown ends. */
  readonly end: number
  /** What is shown, flat, as on the machine's tape. Empty after `no-match`. */
  readonly tape: readonly number[]
}

/** The text and arena are beyond what a naive matcher can do. */
export class TooMuchWork extends Error {}

/** Thrown at the first look past the end of a text that may go on: it ends the whole parse. */
class Suspended extends Error {
  readonly end: number

  constructor(end: number) {
    super('suspended')
    this.end = end
  }
}

const Failed = -1

/**
 * The executable specification of the machine: plain recursion over the arena, once from the
 * beginning of the text, written to be compared with the table of nodes line by line.
 */
export function matchReference(
  arena: Arena,
  source: string,
  { final, view = 'reading', ruleRecords = true, budget = 20_000 }: ReferenceOptions,
): ReferenceResult {
  const text = textOf(source, final)
  const tape: number[] = []
  /** The outermost open atomic, peek or not: nothing from there on is shown. */
  let hidden: { mark: number; start: number } | null = null
  /** Cuts seen in the innermost open rule, peek or not; a choice compares it with its own start. */
  let cuts = 0
  let work = 0

  /** Before the end is known this look ends the parse; after it, the character is missing. */
  function lookPast(shownEnd: number): typeof Failed {
    if (!final) throw new Suspended(shownEnd)
    return Failed
  }

  function hide(start: number, inner: () => number): number {
    const outer = hidden
    hidden ??= { mark: tape.length, start }
    const end = inner()
    hidden = outer
    return end
  }

  /** A scope of cuts: a cut inside settles nothing outside. */
  function scope(inner: () => number): number {
    const outer = cuts
    cuts = 0
    const end = inner()
    cuts = outer
    return end
  }

  function record(id: NodeId, at: number, inner: () => number): number {
    tape.push(id, at)
    const end = inner()
    if (end !== Failed) tape.push(~id, end)
    return end
  }

  function match(id: NodeId, at: number): number {
    if (++work > budget) throw new TooMuchWork()
    const node = arena.nodes[id] as PegNode
    switch (node.kind) {
      case 'eps':
        return at
      case 'start':
        return at === 0 ? at : Failed
      case 'end':
        // A character that is there decides it without a look past the end.
        if (at < text.length) return Failed
        lookPast(at)
        return at
      case 'cut':
        cuts++
        return at
      case 'literal':
      case 'token':
        return literal(node.text, at)
      case 'any':
        return run(null, 1, 1, at)
      case 'chars':
        return run(node.set, node.min, node.max, at)
      case 'space':
        return view === 'grammar' ? run(GapSet, 0, GapMax, at) : run(SpaceSet, 0, null, at)
      case 'rest':
        lookPast(text.length)
        return text.length
      case 'until':
        return delimited(node.delimiters, false, at)
      case 'through':
        return delimited(node.delimiters, true, at)
      case 'stringContent':
        return content(node, at)
      case 'sequence':
        return node.items.reduce((end, item) => (end === Failed ? end : match(item, end)), at)
      case 'choice':
        return choice(node.items, at)
      case 'repeat':
        return repeat(node.item, node.min, node.max ?? Number.POSITIVE_INFINITY, at)
      case 'peek':
      case 'not': {
        const mark = tape.length
        const end = hide(at, () => scope(() => match(node.item, at)))
        tape.length = mark
        return (end !== Failed) === (node.kind === 'peek') ? at : Failed
      }
      case 'atomic':
        return hide(at, () => match(node.item, at))
      case 'tag':
        return record(id, at, () => match(node.item, at))
      case 'rule': {
        const body = (): number => scope(() => match(node.item, at))
        return node.silent || !ruleRecords ? body() : record(id, at, body)
      }
      case 'ref':
        return match(node.target, at)
      case 'schema':
      case 'dual':
        return match(view === 'grammar' ? node.strict : node.item, at)
      case 'recover':
        return view === 'grammar' ? Failed : match(node.item, at)
      case 'gbnf':
      case 'json':
      case 'python':
        return match(node.item, at)
    }
  }

  function literal(wanted: string, start: number): number {
    for (let i = 0; i < wanted.length; i++) {
      // What is matched so far is nobody's text: a literal shows nothing of itself.
      if (start + i >= text.length) return lookPast(start)
      if (text[start + i] !== wanted[i]) return Failed
    }
    return start + wanted.length
  }

  function run(set: CharSet | null, min: number, max: number | null, start: number): number {
    const most = max ?? Number.POSITIVE_INFINITY
    let at = start
    let count = 0
    for (; count < most; count++) {
      if (at >= text.length) {
        lookPast(at)
        break
      }
      const point = text.codePointAt(at) ?? 0
      if (set !== null && !hasChar(set, point)) break
      at += point > 0xffff ? 2 : 1
    }
    return count < min ? Failed : at
  }

  /** The leftmost delimiter; of several at one place, the first to be complete. */
  function delimited(delimiters: readonly Delimiter[], through: boolean, start: number): number {
    for (let at = start; at < text.length; at++) {
      const here = delimiters.map((d) => d.text)
      const complete = here.filter((d) => text.startsWith(d, at)).map((d) => d.length)
      if (complete.length > 0) return through ? at + Math.min(...complete) : at
      if (here.some((d) => d.startsWith(text.slice(at)))) lookPast(at)
    }
    lookPast(text.length)
    return through ? Failed : text.length
  }

  function content({ quote, flavour }: StringContentNode, start: number): number {
    let at = start
    while (at < text.length) {
      const char = text[at] ?? ''
      if (char === quote) return at
      if (char === '\\') {
        const length = escapeLength(text, at, flavour)
        if (length === null) return lookPast(at)
        if (length === Failed) return Failed
        at += length
      } else if (flavour === 'json' ? char < ' ' : char === '\n' || char === '\r') return Failed
      else at++
    }
    return lookPast(at)
  }

  function choice(items: readonly NodeId[], at: number): number {
    const mark = tape.length
    const before = cuts
    for (const item of items) {
      const end = match(item, at)
      if (end !== Failed) return end
      tape.length = mark
      if (cuts !== before) return Failed
    }
    return Failed
  }

  function repeat(item: NodeId, min: number, max: number, start: number): number {
    let at = start
    for (let count = 0; count < max; count++) {
      const mark = tape.length
      // Compared anew in each iteration: a cut in an earlier one does not reach this one.
      const before = cuts
      const end = match(item, at)
      if (end === Failed) {
        tape.length = mark
        return count < min || cuts !== before ? Failed : at
      }
      if (end === at) {
        // An empty iteration is any number of iterations; it leaves a trace only if it was needed.
        if (count >= min) tape.length = mark
        return at
      }
      at = end
    }
    return at
  }

  try {
    const end = match(arena.root, 0)
    if (end === Failed) return { kind: 'failure', code: 'no-match', end: 0, tape: [] }
    if (end < text.length) return { kind: 'failure', code: 'trailing-input', end, tape }
    return { kind: 'success', end, tape }
  } catch (error) {
    if (!(error instanceof Suspended)) throw error
    const { mark, start } = hidden ?? { mark: tape.length, start: error.end }
    return { kind: 'needMoreInput', end: start, tape: tape.slice(0, mark) }
  }
}

const lone = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

/** Lone surrogates are U+FFFD; half a pair at the end may still become a whole one. */
function textOf(source: string, final: boolean): string {
  const open = !final && /[\ud800-\udbff]$/.test(source)
  return (open ? source.slice(0, -1) : source).replace(lone, '\ufffd')
}

const simple = { json: '"\\/bfnrtu', python: '"\\/bfnrtu\'av0xU\n' }
const digits: Readonly<Record<string, number>> = { u: 4, x: 2, U: 8 }

/** Units of the escape at a backslash; `null` when the text ends within it. */
function escapeLength(text: string, at: number, flavour: 'json' | 'python'): number | null {
  const kind = text[at + 1]
  if (kind === undefined) return null
  if (!simple[flavour].includes(kind)) return Failed
  const wanted = digits[kind] ?? 0
  for (let i = 0; i < wanted; i++) {
    const digit = text[at + 2 + i]
    if (digit === undefined) return null
    if (!/[0-9a-fA-F]/.test(digit)) return Failed
  }
  return 2 + wanted
}
