import { nodeAt, type Arena, type View } from '../peg/arena.ts'
import type { Delimiter, Handlers, NodeId, PegNode } from '../peg/node.ts'
import { printNode } from '../peg/print.ts'
import {
  choiceOf,
  labelOf,
  never,
  repeatOf,
  sequenceOf,
  skip,
  type Diagram,
  type DiagramBox,
  type DrawnRule,
} from './diagram.ts'
import { showText } from './show-text.ts'

/** Nodes that are drawn at most; what is left is an ellipsis. */
export const MaxDrawn = 20_000

/**
 * The rules of an arena as diagrams, in the order in which the root leads to them. The library's own
 * families (JSON, Python literals) are a box each, as they are for everybody the same.
 */
export function drawnRulesOf(
  arena: Pick<Arena, 'nodes' | 'root'>,
  view: View = 'reading',
): DrawnRule[] {
  const queue: NodeId[] = [arena.root]
  const seen = new Set(queue)
  const draw = createDrawer(arena, view, (rule) => {
    if (seen.has(rule)) return
    seen.add(rule)
    queue.push(rule)
  })
  const rules: DrawnRule[] = []
  for (const id of queue) {
    const node = nodeAt(arena, id)
    if (node.kind === 'rule') rules.push({ name: node.name, diagram: draw(node.item) })
    else rules.push({ name: 'root', diagram: draw(id) })
  }
  return rules
}

function createDrawer(
  arena: Pick<Arena, 'nodes'>,
  view: View,
  meet: (rule: NodeId) => void,
): (id: NodeId) => Diagram {
  const notation = (_: PegNode, id: NodeId): Diagram => ({
    kind: 'class',
    text: printNode(arena, id, { view }),
  })
  const inside = ({ item }: { readonly item: NodeId }): Diagram => draw(item)
  const labelled = (label: string, id: NodeId): Diagram => labelOf(label, draw(id))

  const handlers = {
    start: () => note('beginning of the text'),
    end: () => note('end of the text'),
    eps: () => skip,
    any: () => note('any character'),
    space: () => repeatOf(note('white space'), 0, 1),
    rest: () => note('all that is left'),
    cut: () => note('settled'),
    literal: ({ text }) => (text === '' ? skip : literalBox(text)),
    token: ({ text }) => literalBox(text),
    sequence: ({ items }) => sequenceOf(items.map(draw)),
    choice: ({ items }) => choiceOf(items.map(draw)),
    repeat: ({ item, min, max }) => repeatOf(draw(item), min, max),
    peek: ({ item }) => labelled('if followed by', item),
    not: ({ item }) => labelled('unless followed by', item),
    chars: (node, id) => {
      const one = printNode({ nodes: [{ ...node, min: 1, max: 1 }] }, 0 as NodeId)
      return node.min === 1 && node.max === 1
        ? notation(node, id)
        : repeatOf({ kind: 'class', text: one }, node.min, node.max)
    },
    until: ({ delimiters }) => note(`text before ${listOf(delimiters)}`),
    through: ({ delimiters }) => note(`text through ${listOf(delimiters)}`),
    stringContent: ({ quote }) => note(`content of a string in ${quote}`),
    atomic: inside,
    tag: ({ tag, item }) => labelled(tag, item),
    rule: ({ name }, id) => ruleBox(name, id),
    ref: ({ name, target }) => ruleBox(name, target),
    schema: ({ item, strict }) => draw(view === 'grammar' ? strict : item),
    gbnf: inside,
    dual: ({ item, strict }) => draw(view === 'grammar' ? strict : item),
    recover: ({ item }) => (view === 'grammar' ? never : labelled('recovery', item)),
    json: ({ part }) => note(part === 'value' ? 'JSON value' : `JSON ${part}`),
    python: ({ part }) => note(part === 'value' ? 'Python value' : `Python ${part}`),
  } satisfies Handlers<Diagram>

  function ruleBox(name: string, id: NodeId): Diagram {
    const family = /^(json|python):(\w+)$/.exec(name)
    if (family !== null) return note(`${family[1] === 'json' ? 'JSON' : 'Python'} ${family[2]}`)
    meet(id)
    return { kind: 'rule', name }
  }

  let drawn = 0
  function draw(id: NodeId): Diagram {
    // What several places share is drawn at each of them.
    if (++drawn > MaxDrawn) return note('…')
    const node = nodeAt(arena, id)
    // The table has a handler of exactly this kind; the compiler cannot pair the two unions.
    const handler = handlers[node.kind] as (node: PegNode, id: NodeId) => Diagram
    return handler(node, id)
  }
  return draw
}

function note(text: string): DiagramBox {
  return { kind: 'note', text }
}

function literalBox(text: string): DiagramBox {
  return { kind: 'literal', text: showText(text) }
}

function listOf(delimiters: readonly Delimiter[]): string {
  return delimiters.map(({ text }) => showText(text)).join(' or ')
}
