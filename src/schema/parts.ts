import type { CharSet } from '../peg/charset.ts'
import type { Builder, Internals } from '../peg/builder.ts'
import type { JsonPart, NodeId, PythonPart } from '../peg/node.ts'
import { createListTable } from '../util/list-table.ts'

/** A text, or a node. */
export type Part = string | NodeId

/** What is written one after the other. */
export type Parts = readonly Part[]

/**
 * Makes nodes, equal ones once: alternatives that begin alike are then seen to, and share their
 * beginning.
 */
export interface NodeMaker {
  readonly p: Builder
  /** Neighbouring texts become one literal. */
  node(parts: Parts): NodeId
  choice(alternatives: readonly Parts[]): Part
  repeat(item: Parts, min: number, max: number | null): Parts
  optional(item: Parts): Parts
  chars(set: CharSet, min: number, max: number | null): Part
  space(): Part
  /** What `make` gives, made once for each key: where even making the parts would cost. */
  shared(key: string, make: () => Part): Part
  /** Any JSON of a kind, white space free. */
  json(part: JsonPart | 'stringContent'): Part
  /** Any Python literal of a kind, white space free. */
  python(part: 'value' | 'dict' | 'list'): Part
  /** A rule of a name that no other has; `body` may refer to it. */
  rule(name: string, body: () => Parts): NodeId
  /** The rule of a name, made before or later: one node for all uses. */
  ref(name: string): NodeId
  /** A name for `rule` that is not taken. */
  freeName(wanted: string): string
}

/** A maker over a builder. */
export function createNodeMaker(p: Builder, internals: Internals): NodeMaker {
  const { add, rules } = internals
  const literals = new Map<string, NodeId>()
  const sequences = createListTable<NodeId>()
  const choices = createListTable<NodeId>()
  const repeats = createListTable<NodeId>()
  const classes = createListTable<NodeId>()
  const jsonParts = new Map<string, NodeId>()
  const pythonParts = new Map<string, NodeId>()
  const shared = new Map<string, NodeId>()
  const made = new Map<string, NodeId>()
  const refs = new Map<string, NodeId>()
  const counts = new Map<string, number>()

  const literal = (text: string): NodeId => once(literals, text, () => p.literal(text))

  function itemsOf(parts: Parts): readonly NodeId[] {
    if (areNodes(parts)) return parts
    const items: NodeId[] = []
    let text = ''
    for (const part of parts) {
      if (typeof part === 'string') {
        text += part
        continue
      }
      if (text !== '') items.push(literal(text))
      text = ''
      items.push(part)
    }
    if (text !== '') items.push(literal(text))
    return items
  }

  function node(parts: Parts): NodeId {
    const [first] = parts
    if (parts.length === 1 && first !== undefined && first !== '')
      return typeof first === 'string' ? literal(first) : first
    const items = itemsOf(parts)
    const [only] = items
    if (only === undefined) return p.eps()
    if (items.length === 1) return only
    return sequences.once(items, () => add({ kind: 'sequence', items }))
  }

  function repeat(item: Parts, min: number, max: number | null): Parts {
    if (max === 0) return []
    if (min === 1 && max === 1) return item
    const id = node(item)
    return [repeats.once([id, min, max ?? -1], () => p.repeat(id, min, max))]
  }

  function choice(alternatives: readonly Parts[]): Part {
    const items = alternatives.map(node)
    return choices.once(items, () => add({ kind: 'choice', items }))
  }

  function freeName(wanted: string): string {
    // Counted on from where the last search ended, so that n equal wishes do not cost n² look-ups.
    let count = counts.get(wanted) ?? 1
    while (rules.has(numbered(wanted, count))) count++
    if (count > 1) counts.set(wanted, count)
    return numbered(wanted, count)
  }

  return {
    p,
    node,
    choice,
    repeat,
    optional: (item) => (item.length === 0 ? [] : repeat(item, 0, 1)),
    chars: (set, min, max) => classes.once([min, max ?? -1, ...set], () => p.chars(set, min, max)),
    space: () => p.space(),
    shared: (key, make) => once(shared, key, () => node([make()])),
    json: (part) => once(jsonParts, part, () => jsonNodes[part](p)),
    python: (part) => once(pythonParts, part, () => pythonNodes[part](p)),
    rule: (name, body) => once(made, name, () => internals.silent(name, () => node(body()))),
    ref: (name) => once(refs, name, () => p.ref(name)),
    freeName,
  }
}

/** Whether no part is a text, so that there is none to be joined to another. */
function areNodes(parts: Parts): parts is readonly NodeId[] {
  for (const part of parts) if (typeof part === 'string') return false
  return true
}

function once(made: Map<string, NodeId>, key: string, make: () => NodeId): NodeId {
  let id = made.get(key)
  if (id === undefined) made.set(key, (id = make()))
  return id
}

function numbered(name: string, count: number): string {
  return count === 1 ? name : `${name}-${count}`
}

const jsonNodes = {
  value: (p) => p.json(),
  object: (p) => p.jsonObject(),
  array: (p) => p.jsonArray(),
  string: (p) => p.jsonString(),
  number: (p) => p.jsonNumber(),
  bool: (p) => p.jsonBool(),
  null: (p) => p.jsonNull(),
  stringContent: (p) => p.jsonStringContent(),
} satisfies Record<JsonPart | 'stringContent', (p: Builder) => NodeId>

const pythonNodes = {
  value: (p) => p.python(),
  dict: (p) => p.pythonDict(),
  list: (p) => p.pythonList(),
} satisfies Partial<Record<PythonPart, (p: Builder) => NodeId>>

/** Neighbouring texts become one; empty ones vanish. */
export function joinTexts(parts: Parts): Parts {
  if (isJoined(parts)) return parts
  const out: Part[] = []
  for (const part of parts) {
    const last = out[out.length - 1]
    if (part === '') continue
    if (typeof part === 'string' && typeof last === 'string') out[out.length - 1] = last + part
    else out.push(part)
  }
  return out
}

function isJoined(parts: Parts): boolean {
  let behindText = false
  for (const part of parts) {
    const isText = typeof part === 'string'
    if (isText && (behindText || part === '')) return false
    behindText = isText
  }
  return true
}
