import type { Tool } from '../chat/chat-types.ts'
import { chatTags } from '../chat/tags.ts'
import type { Builder } from '../peg/builder.ts'
import type { NodeId } from '../peg/node.ts'
import { inJson } from './json-read.ts'
import type { IdField, JsonToolsSyntax } from './json-tools.ts'
import { oneOf } from './one-of.ts'
import type { TurnRequest } from './turn-request.ts'

/** A call as the grammar prints it, `{"name": "…", "arguments": {…}}`, the names as a trie. */
export function printJsonCall(
  p: Builder,
  syntax: JsonToolsSyntax,
  tools: readonly Tool[],
  request: Pick<TurnRequest, 'schema'>,
): NodeId {
  const { open = '', close = '', layout = '', wrapper, id, nameIsKey = false, beside = [] } = syntax
  const { name: nameKey = 'name', arguments: argumentsKey = 'arguments' } = syntax
  const [comma, colon] = syntax.separators ?? [', ', ': ']
  const [padOpen, padClose] = syntax.padding ?? ['', '']
  const end = wrapper === undefined ? `${padClose}}` : `${padClose}}}`
  const between = nameIsKey ? `"${colon}` : `"${comma}"${argumentsKey}"${colon}`
  const inside = beside.includes('id') ? undefined : id
  const last = inside?.place === 'last' ? [comma, printId(p, inside, colon)] : []
  const words = tools.map(({ function: tool }) => ({
    text: inJson(tool.name),
    then: p.sequence(between, printSchema(p, tool, request), ...last, end),
  }))
  const first = inside?.place === 'first' ? [printId(p, inside, colon), comma] : []
  const outside = beside.flatMap((member) => {
    const printed =
      member === 'type' ? `"type"${colon}"function"` : id === undefined ? '' : printId(p, id, colon)
    return printed === '' ? [] : [printed, comma]
  })
  const brace =
    wrapper === undefined
      ? [`{${padOpen}`]
      : outside.length === 0
        ? [`{"${wrapper}"${colon}{${padOpen}`]
        : ['{', ...outside, `"${wrapper}"${colon}{${padOpen}`]
  const name = nameIsKey ? '"' : `${syntax.lead ?? ''}"${nameKey}"${colon}"`
  const opener = layout === '' ? [open] : [open, p.space()]
  // Where the parser reads a call without its opener, a lazy grammar may begin behind it.
  const begin =
    open === '' ? [] : syntax.bare === true ? [p.optional(p.sequence(...opener))] : opener
  const closing = close === '' ? [] : layout === '' ? [close] : [p.space(), close]
  return p.sequence(...begin, ...brace, ...first, name, oneOf(p, words), ...closing)
}

/** The arguments of a tool, named after it. */
export function printSchema(
  p: Builder,
  tool: Tool['function'],
  { schema: settings }: Pick<TurnRequest, 'schema'>,
): NodeId {
  return p.schema(tool.parameters ?? { type: 'object' }, {
    name: `${tool.name}-arguments`,
    ...(settings === undefined ? {} : { settings }),
  })
}

function printId(p: Builder, { key, chars, length }: IdField, colon: string): NodeId {
  const text = p.chars(chars, length ?? 1, length ?? null)
  return p.sequence(`"${key}"${colon}"`, chatTags(p).toolId(text), '"')
}
