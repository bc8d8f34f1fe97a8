import type { NodeId } from '../peg/node.ts'

/** The rules and terminals of a Lark grammar in the making. */
export interface LarkRules {
  /** The rules that were named, in that order: more come while they are gone through. */
  readonly queue: readonly { readonly id: NodeId; readonly name: string }[]
  /** The first rule, which Lark calls `start`. */
  begin(id: NodeId, name: string): void
  /** The name of a rule, which is then to be written. */
  nameOf(id: NodeId, name: string): string
  add(name: string, body: string): void
  /** The name of a terminal with this definition. */
  terminal(body: string): string
  /** The name of a rule that reads as little as this terminal allows. */
  lazy(body: string): string
  /** The name of a rule for free text and what follows it, made when it is new. */
  text(key: string, make: () => string): string
  print(): string
}

export function createLarkRules(): LarkRules {
  const queue: { id: NodeId; name: string }[] = []
  const names = new Map<NodeId, string>()
  const used = new Set(['start'])
  /** In the order in which they were named. */
  const bodies = new Map<string, string>()
  const terminals = new Map<string, string>()
  const lazies = new Map<string, string>()
  const texts = new Map<string, string>()

  function name(id: NodeId, lark: string): string {
    names.set(id, lark)
    bodies.set(lark, '')
    queue.push({ id, name: lark })
    return lark
  }

  function fresh(wanted: string): string {
    const base = wanted
      .toLowerCase()
      .replace(/[^a-z0-9_]/g, '_')
      .replace(/^(?![a-z])/, 'r_')
    let free = base
    for (let n = 2; used.has(free); n++) free = `${base}_${n}`
    used.add(free)
    return free
  }

  const numbered = (table: Map<string, string>, body: string, make: () => string): string => {
    const known = table.get(body) ?? make()
    table.set(body, known)
    return known
  }

  return {
    queue,
    begin: (id) => void name(id, 'start'),
    nameOf: (id, wanted) => names.get(id) ?? name(id, fresh(wanted)),
    add: (rule, body) => void bodies.set(rule, body),
    terminal: (body) => numbered(terminals, body, () => `TEXT_${terminals.size + 1}`),
    lazy: (body) => numbered(lazies, body, () => fresh(`until_${lazies.size + 1}`)),
    text(key, make) {
      const known = texts.get(key)
      if (known !== undefined) return known
      const rule = fresh(`text_${texts.size + 1}`)
      // Named before it is made: after a call may come the same text again.
      texts.set(key, rule)
      bodies.set(rule, '')
      bodies.set(rule, make())
      return rule
    },
    print() {
      const all = [
        ...[...bodies].map(([rule, body]) => `${rule}: ${body}`),
        ...[...lazies].map(([body, rule]) => {
          // Only terminals know `&` and `~`.
          return `${rule}[lazy]: ${body.includes(' & ') ? this.terminal(body) : body}`
        }),
      ]
      const defined = [...terminals].map(([body, terminal]) => `${terminal}: ${body}`)
      return `${[...all, ...defined].join('\n')}\n`
    },
  }
}
