import type { CharSet } from '../peg/charset.ts'
import type { Builder, Internals } from '../peg/builder.ts'
import type { JsonPart, NodeId } from '../peg/node.ts'

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
  /** A rule of a name that no other has; `body` may refer to it. */
  rule(name: string, body: () => Parts): NodeId
  /** A name for `rule` that is not taken. */
  freeName(wanted: string): string
}

/** A maker over a builder. */
export function createNodeMaker(p: Builder, internals: Internals): NodeMaker {
  const made = new Map<string, NodeId>()

  function once(key: string, make: () => NodeId): NodeId {
    const known = made.get(key)
    if (known !== undefined) return known
    const id = make()
    made.set(key, id)
    return id
  }

  const literal = (text: string): NodeId => once(`"${text}`, () => p.literal(text))
  const single = (part: Part): NodeId => (typeof part === 'string' ? literal(part) : part)

  function node(parts: Parts): NodeId {
    const items = joinTexts(parts).map(single)
    if (items.length === 1 && items[0] !== undefined) return items[0]
    if (items.length === 0) return once('eps', () => p.eps())
    return once(`sequence ${items.join(' ')}`, () => p.sequence(...items))
  }

  function repeat(item: Parts, min: number, max: number | null): Parts {
    if (max === 0) return []
    if (min === 1 && max === 1) return item
    const id = node(item)
    return [once(`repeat ${id} ${min} ${max}`, () => p.repeat(id, min, max))]
  }

  function choice(alternatives: readonly Parts[]): Part {
    const items = alternatives.map(node)
    return once(`choice ${items.join(' ')}`, () => p.choice(...items))
  }

  function freeName(wanted: string): string {
    let name = wanted
    for (let i = 2; internals.rules.has(name); i++) name = `${wanted}-${i}`
    return name
  }

  return {
    p,
    node,
    choice,
    repeat,
    optional: (item) => (item.length === 0 ? [] : repeat(item, 0, 1)),
    chars: (set, min, max) =>
      once(`chars ${set.join(' ')};${min};${max}`, () => p.chars(set, min, max)),
    space: () => once('space', () => p.space()),
    shared: (key, make) => once(`shared ${key}`, () => node([make()])),
    json: (part) => once(`json ${part}`, () => jsonNodes[part](p)),
    rule: (name, body) => once(`rule ${name}`, () => internals.silent(name, () => node(body()))),
    freeName,
  }
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

/** Neighbouring texts become one; empty ones vanish. */
export function joinTexts(parts: Parts): Part[] {
  const out: Part[] = []
  for (const part of parts) {
    const last = out[out.length - 1]
    if (part === '') continue
    if (typeof part === 'string' && typeof last === 'string') out[out.length - 1] = last + part
    else out.push(part)
  }
  return out
}
