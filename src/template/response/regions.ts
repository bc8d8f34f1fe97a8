import { createAst, type AstNode } from '../../ast/node.ts'
import { buildGrammar } from '../../grammar.ts'
import { parseText } from '../../machine/parse.ts'
import type { Arena } from '../../peg/arena.ts'
import type { Builder } from '../../peg/builder.ts'
import type { NodeId } from '../../peg/node.ts'
import { delimiterNode, noGroups, textUpTo } from './delimiters.ts'
import type { ResponseField, ResponseTemplate } from './template-type.ts'

/** A stretch of the text that belongs to a field. */
export interface Region {
  readonly field: ResponseField
  /** What the named groups of the opener matched. */
  readonly groups: ReadonlyMap<string, string>
  readonly body: string
}

const Tag = { field: 'field:', group: 'group:', body: 'body' } as const

/**
 * The arena that cuts a text into the regions of a template's fields. Inside an explicit region only
 * its closer counts; outside, every opener and the implicit field's closer do.
 */
export function regionsArena(template: ResponseTemplate): Arena {
  return buildGrammar((p) => {
    const implicit = template.fields.find(({ open }) => open === null)
    const explicit = inOrder(template.fields.filter(({ open }) => open !== null))
    const openers = explicit.flatMap(({ open }) => (open === null ? [] : [open]))
    const close = implicit?.close ?? null
    const stops = close === null ? openers : [...openers, close]
    const text = textUpTo(p, stops)
    const items = explicit.map((field) => regionNode(p, field))
    const plain =
      implicit === undefined ? text : p.tag(Tag.field + implicit.name, p.tag(Tag.body, text))
    const closing = close === null ? [] : [delimiterNode(p, close, noGroups)]
    return p.sequence(p.zeroOrMore(p.choice(...items, ...closing, plain)), p.end())
  })
}

/** Longer openers before those that begin them, then by name, as the reference picks. */
function inOrder(fields: readonly ResponseField[]): readonly ResponseField[] {
  const size = ({ open }: ResponseField): number =>
    open === null ? 0 : Math.max(...(open.kind === 'texts' ? open.texts.map((t) => t.length) : [0]))
  return fields.toSorted((a, b) => size(b) - size(a) || (a.name < b.name ? -1 : 1))
}

function regionNode(p: Builder, field: ResponseField): NodeId {
  const { open, close, name } = field
  if (open === null) return p.eps()
  const opening = delimiterNode(p, open, (group, item) => p.tag(Tag.group + group, item))
  if (close === null) {
    return p.tag(Tag.field + name, p.sequence(opening, p.tag(Tag.body, p.rest())))
  }
  const body = p.tag(Tag.body, p.optional(textUpTo(p, [close])))
  const closing = p.optional(delimiterNode(p, close, noGroups))
  return p.sequence(p.tag(Tag.field + name, p.sequence(opening, body)), closing)
}

/** What a text holds of each region, in order; null when the machine's limits end the reading. */
export function readRegions(
  template: ResponseTemplate,
  arena: Arena,
  text: string,
): readonly Region[] | null {
  const machine = parseText(arena, text)
  if (machine.status !== 'success') return null
  const fields = new Map(template.fields.map((field) => [Tag.field + field.name, field]))
  return createAst(machine, arena).children.flatMap((node) => {
    const field = fields.get(node.tag ?? '')
    return field === undefined ? [] : [regionOf(field, node)]
  })
}

function regionOf(field: ResponseField, node: AstNode): Region {
  const groups = new Map<string, string>()
  let body = ''
  const visit = (child: AstNode, depth: number): void => {
    if (child.tag === Tag.body) body = child.text
    else if (child.tag?.startsWith(Tag.group) === true) {
      groups.set(child.tag.slice(Tag.group.length), child.text)
    }
    if (depth < 64) for (const inner of child.children) visit(inner, depth + 1)
  }
  for (const child of node.children) visit(child, 0)
  return { field, groups, body }
}
