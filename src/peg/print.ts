import { nodeAt, type Arena, type View } from './arena.ts'
import { hasChar, MaxCodePoint, printClass, union, type CharSet } from './charset.ts'
import type { Delimiter, Handlers, NodeId, PegNode } from './node.ts'
import { checkArena } from '../util/wrong-argument.ts'

/** How to print an arena. */
export interface PrintOptions {
  /** Which half of a schema node to show; `reading` by default. */
  readonly view?: View
  /** Lines are broken before this column where they can be; 100 by default. */
  readonly width?: number
}

/** How tightly an expression binds: what stands inside a tighter one gets parentheses. */
const Binding = { choice: 0, sequence: 1, prefix: 2, suffix: 3, atom: 4 } as const

interface Printed {
  readonly text: string
  readonly binding: number
  /** The parts between which a long line may be broken. */
  readonly parts: readonly string[]
}

/**
 * Writes an arena in PEG notation, one rule after the other in the order in which the root leads to
 * them. The library's own families are named (`json`, `python-dict`) and not spelled out; `~` is a
 * cut, `_` a run of white space, `tag:` a tag, `^` the beginning of the text.
 *
 * @example
 * ```ts
 * printArena(buildGrammar((p) => p.sequence('<b>', p.tag('content', p.until('</b>')), '</b>')))
 * // 'root -> "<b>" content:(!"</b>" .)* "</b>"\n'
 * ```
 */
export function printArena(
  arena: Pick<Arena, 'nodes' | 'root'>,
  { view = 'reading', width = 100 }: PrintOptions = {},
): string {
  checkArena('argument 1 of printArena', arena)
  const queue: NodeId[] = [arena.root]
  const seen = new Set(queue)
  const print = createPrinter(arena, view, (rule) => {
    if (seen.has(rule)) return
    seen.add(rule)
    queue.push(rule)
  })
  const lines: string[] = []
  for (const id of queue) {
    const node = nodeAt(arena, id)
    if (node.kind !== 'rule') lines.push(...breakLine('root ->', print(id), width))
    else {
      const head = `${node.name}${node.trigger ? ' @trigger' : ''} ->`
      lines.push(...breakLine(head, print(node.item), width))
    }
  }
  return `${lines.join('\n')}\n`
}

/** Writes one node in PEG notation; rules inside it stand by their names. */
export function printNode(
  arena: Pick<Arena, 'nodes'>,
  id: NodeId,
  { view = 'reading' }: PrintOptions = {},
): string {
  return createPrinter(arena, view, () => {})(id).text
}

function createPrinter(
  arena: Pick<Arena, 'nodes'>,
  view: View,
  meet: (rule: NodeId) => void,
): (id: NodeId) => Printed {
  const inside = (id: NodeId, binding: number): string => {
    const printed = print(id)
    return printed.binding < binding ? `(${printed.text})` : printed.text
  }
  const call = (name: string, id: NodeId): Printed => atom(`${name}(${print(id).text})`)

  const handlers = {
    start: () => atom('^'),
    end: () => atom('!.'),
    eps: () => atom('ε'),
    any: () => atom('.'),
    space: () => atom('_'),
    rest: () => suffix('.*'),
    cut: () => atom('~'),
    literal: ({ text }) => atom(JSON.stringify(text)),
    token: ({ text }) => atom(printToken(text)),
    sequence: ({ items }) =>
      group(items.map((id) => inside(id, Binding.prefix)), ' ', Binding.sequence),
    choice: ({ items }) =>
      group(items.map((id) => inside(id, Binding.sequence)), ' / ', Binding.choice),
    repeat: ({ item, min, max }) => suffix(`${inside(item, Binding.atom)}${printBounds(min, max)}`),
    peek: ({ item }) => prefix(`&${inside(item, Binding.suffix)}`),
    not: ({ item }) => prefix(`!${inside(item, Binding.suffix)}`),
    chars: ({ set, min, max }) =>
      min === 1 && max === 1
        ? atom(showClass(set))
        : suffix(`${showClass(set)}${printBounds(min, max)}`),
    until: ({ delimiters }) => suffix(`(!${printDelimiters(delimiters)} .)*`),
    through: ({ delimiters }) => {
      const end = printDelimiters(delimiters)
      return { text: `(!${end} .)* ${end}`, binding: Binding.sequence, parts: [] }
    },
    stringContent: ({ quote, flavour }) =>
      atom(quote === '"' ? `${flavour}-string-content` : `${flavour}-string-content(')`),
    atomic: ({ item }) => call('atomic', item),
    tag: ({ tag, item }) => prefix(`${tag}:${inside(item, Binding.suffix)}`),
    rule: ({ name }, id) => named(name, id),
    ref: ({ name, target }) => named(name, target),
    schema: (node) =>
      call(`schema:${node.name}`, view === 'grammar' ? node.strict : node.item),
    gbnf: ({ item, text }) => atom(`gbnf(${print(item).text}, ${JSON.stringify(text)})`),
    dual: ({ item, strict }) => call('dual', view === 'grammar' ? strict : item),
    recover: ({ item }) => call('recover', item),
    json: ({ part }) => atom(part === 'value' ? 'json' : `json-${part}`),
    python: ({ part }) => atom(part === 'value' ? 'python' : `python-${part}`),
  } satisfies Handlers<Printed>

  function named(name: string, id: NodeId): Printed {
    const family = /^(json|python):(\w+)$/.exec(name)
    if (family !== null) return atom(family[2] === 'value' ? `${family[1]}` : `${family[1]}-${family[2]}`)
    meet(id)
    return atom(name)
  }

  function print(id: NodeId): Printed {
    const node = nodeAt(arena, id)
    // The table has a handler of exactly this kind; the compiler cannot pair the two unions.
    const handler = handlers[node.kind] as (node: PegNode, id: NodeId) => Printed
    return handler(node, id)
  }
  return print
}

function atom(text: string): Printed {
  return { text, binding: Binding.atom, parts: [] }
}

function prefix(text: string): Printed {
  return { text, binding: Binding.prefix, parts: [] }
}

function suffix(text: string): Printed {
  return { text, binding: Binding.suffix, parts: [] }
}

function group(items: string[], separator: string, binding: number): Printed {
  const only = items[0]
  // A group of one still prints as a group would, so that its place in a trail can be found.
  if (only === undefined) return atom(binding === Binding.choice ? '[]' : 'ε')
  const parts = items.map((text, i) => (i === 0 ? text : `${separator.trimStart()}${text}`))
  return { text: items.join(separator), binding, parts }
}

function printBounds(min: number, max: number | null): string {
  if (max === null) return min === 0 ? '*' : min === 1 ? '+' : `{${min},}`
  if (min === 0 && max === 1) return '?'
  return min === max ? `{${min}}` : `{${min},${max}}`
}

/** Surrogates never occur in a text: a class of all but a few characters need not leave them out. */
function showClass(set: CharSet): string {
  return printClass(hasChar(set, MaxCodePoint) ? union(set, [0xd800, 0xdfff]) : set)
}

function printToken(text: string): string {
  return /^<[^<>"\s]+>$/.test(text) ? text : `<${JSON.stringify(text)}>`
}

function printDelimiters(delimiters: readonly Delimiter[]): string {
  const each = delimiters.map((d) => (d.token ? printToken(d.text) : JSON.stringify(d.text)))
  return each.length === 1 ? (each[0] ?? '') : `(${each.join(' / ')})`
}

/** One line where it fits, else one alternative a line, or a sequence filled up to the width. */
function breakLine(head: string, { text, binding, parts }: Printed, width: number): string[] {
  const whole = `${head} ${text}`
  if (whole.length <= width || parts.length < 2) return [whole]
  if (binding === Binding.choice) {
    return [head, ...parts.map((part, i) => `  ${i === 0 ? '  ' : ''}${part}`)]
  }
  const lines: string[] = []
  let line = head
  for (const part of parts) {
    if (line.length + 1 + part.length > width && line.trim() !== '') {
      lines.push(line)
      line = '   '
    }
    line += ` ${part}`
  }
  return [...lines, line]
}
