import { isPlainJson } from './plain-json.ts'
import { classOf, stringChar } from '../gbnf/from-arena.ts'
import { readExpression } from '../gbnf/expression.ts'
import { repeat, type GbnfExpr } from '../gbnf/expr.ts'
import { GapMax, GapSet, nodeAt, type Arena } from '../peg/arena.ts'
import type { Delimiter, Handlers, JsonPart, NodeId, PegNode } from '../peg/node.ts'
import { choiceOf, nothing, repeatOf, sequenceOf, type TextExpr } from './text-expr.ts'

/** What an arena's rules and nodes read, each made when it is asked for. */
export interface ArenaText {
  /** What a node reads; rules inside stand by reference. */
  textOf(id: NodeId): TextExpr
  /** What stands in a rule, or in the value of a node that is none. */
  bodyOf(id: NodeId): TextExpr
  /** The name of the rule at a node. */
  nameOf(id: NodeId): string
}

/** How values of schemas are seen. */
export interface ArenaTextOptions {
  /** JSON values and schemas as such, for engines with a compiler of their own. */
  readonly schemas: boolean
}

/** Reads an arena's grammar view. */
export function textOfArena(arena: Pick<Arena, 'nodes'>, { schemas }: ArenaTextOptions): ArenaText {
  const regular = (expr: GbnfExpr, id: NodeId): TextExpr => ({ kind: 'regular', expr, id })
  const inside = ({ item }: { readonly item: NodeId }): TextExpr => textOf(item)
  const any: GbnfExpr = { kind: 'any' }

  const handlers = {
    start: () => nothing,
    end: () => nothing,
    eps: () => nothing,
    cut: () => nothing,
    peek: () => nothing,
    not: () => nothing,
    recover: () => ({ kind: 'never' }),
    literal: ({ text }) => ({ kind: 'literal', text, token: false }),
    token: ({ text }) => ({ kind: 'literal', text, token: true }),
    sequence: ({ items }) => sequenceOf(items.map(textOf)),
    choice: ({ items }) => choiceOf(items.map(textOf)),
    repeat: ({ item, min, max }, id) => repeatOf(textOf(item), min, max, id),
    any: (_, id) => regular(any, id),
    rest: (_, id) => ({ kind: 'until', delimiters: [], through: false, id }),
    chars: ({ set, min, max }, id) => regular(repeat(classOf(set), min, max), id),
    space: (_, id) => regular(repeat(classOf(GapSet), 0, GapMax), id),
    until: ({ delimiters }, id) => untilOf(delimiters, false, id),
    through: ({ delimiters }, id) => untilOf(delimiters, true, id),
    stringContent: (node, id) => regular(repeat(stringChar(node)[1], 0, null), id),
    atomic: inside,
    tag: inside,
    python: inside,
    json: ({ part, item }, id) =>
      schemas ? { kind: 'schema', schema: schemaOf(part), id } : textOf(item),
    rule: (_, id) => ({ kind: 'ref', id }),
    ref: ({ target }) => textOf(target),
    dual: ({ strict }) => textOf(strict),
    schema: ({ schema, strict, settings }, id) =>
      schemas && settings?.words !== 'python' && isPlainJson(schema)
        ? { kind: 'schema', schema, id }
        : textOf(strict),
    gbnf: ({ text }, id) => regular(readExpression(text), id),
  } satisfies Handlers<TextExpr>

  function textOf(id: NodeId): TextExpr {
    const node = nodeAt(arena, id)
    // The table has a handler of exactly this kind; the compiler cannot pair the two unions.
    const handler = handlers[node.kind] as (node: PegNode, id: NodeId) => TextExpr
    return handler(node, id)
  }

  return {
    textOf,
    bodyOf(id) {
      const node = nodeAt(arena, id)
      return node.kind === 'rule' ? textOf(node.item) : textOf(id)
    },
    nameOf(id) {
      const node = nodeAt(arena, id)
      return node.kind === 'rule' ? node.name : 'root'
    },
  }
}

function untilOf(delimiters: readonly Delimiter[], through: boolean, id: NodeId): TextExpr {
  return { kind: 'until', delimiters: delimiters.map(({ text }) => text), through, id }
}

function schemaOf(part: JsonPart): TextSchemaValue {
  if (part === 'value') return true
  return { type: part === 'bool' ? 'boolean' : part }
}

type TextSchemaValue = boolean | { readonly type: string }
