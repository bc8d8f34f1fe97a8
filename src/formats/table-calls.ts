import type { Tool } from '../chat/chat-types.ts'
import type { Policies } from '../chat/policy.ts'
import { chatTags } from '../chat/tags.ts'
import type { Builder } from '../peg/builder.ts'
import type { NodeId } from '../peg/node.ts'
import { looseJson } from './loose-json.ts'
import { anyText } from './one-of.ts'
import { parametersOf } from './parameters.ts'
import { edgesOf, has, isInside, type Edge, type FormatTable, type TableState } from './table.ts'
import { taggedValues } from './tagged-value.ts'

/** The calls of a table, as nodes. */
export interface TableCalls {
  /** A block of calls that an edge out of `content` or `reasoning` leads into. */
  block(edge: Edge): NodeId
  /** As much of a block as must be there for it to be one. */
  head(edge: Edge): NodeId
}

/** What the calls of a table are made for. */
export interface TableRequest {
  readonly tools: readonly Tool[]
  readonly policies: Policies
}

/** A marker of a table, whichever way it is spelled. */
export function marker(p: Builder, { spellings, token }: Edge): NodeId {
  return p.choice(...spellings.map((text) => (token ? p.token(text) : p.literal(text))))
}

/** What no text matches: the alternative of a choice that has none. */
export function never(p: Builder): NodeId {
  return p.sequence(p.not(p.any()), p.any())
}

/** The texts that end the text of a state. */
export function delimitersOf(edges: readonly Edge[]): { text: string; token: boolean }[] {
  return edges.flatMap(({ spellings, token }) => spellings.map((text) => ({ text, token })))
}

/** Makes the calls of a table. */
export function tableCalls(
  p: Builder,
  table: FormatTable,
  { tools, policies }: TableRequest,
): TableCalls {
  const t = chatTags(p)
  const inArguments = edgesOf(table, 'arguments')
  const between = edgesOf(table, 'between')
  const closers = delimitersOf(inArguments).map(({ text }) => text)
  const loose = looseJson(p, 'table', closers)
  const free = policies.undeclaredTool === 'emit' || tools.length === 0
  const path = new Map<string, NodeId>()

  function skipTo(edges: readonly Edge[]): NodeId {
    return edges.length === 0 ? p.eps() : t.skip(p.until(...delimitersOf(edges)))
  }

  /** The ways on from a state that lead to a call. */
  function onward(state: TableState, seen: readonly TableState[]): Edge[] {
    return edgesOf(table, state).filter(
      ({ to }) => (to === 'preamble' || to === 'name' || to === 'arguments') && !seen.includes(to),
    )
  }

  /** A call from a state on, its marker behind it: up to what ends it. */
  function callFrom(state: TableState, seen: readonly TableState[] = []): NodeId {
    if (state === 'name') return named()
    if (state === 'arguments') return argumentsOf(null)
    const passed = [...seen, state]
    const ways = onward(state, passed).map((edge) =>
      p.sequence(marker(p, edge), callFrom(edge.to, passed)),
    )
    return p.sequence(skipTo(edgesOf(table, state)), p.choice(...ways, never(p)))
  }

  /** As much of a call as must be there for it to be one. */
  function headFrom(state: TableState, seen: readonly TableState[] = []): NodeId {
    if (state === 'between') return p.eps()
    if (state === 'arguments') {
      return table.arguments.kind === 'envelope' ? p.sequence(p.space(), '{') : p.eps()
    }
    if (state === 'name') {
      const ends = edgesOf(table, 'name').map((edge) => marker(p, edge))
      // One name may begin another: each is tried up to what ends it.
      const each = names().map((name) => p.sequence(name, p.space(), p.choice(...ends)))
      return p.sequence(p.space(), p.choice(...each, never(p)))
    }
    const passed = [...seen, state]
    const ways = onward(state, passed).map((edge) =>
      p.sequence(marker(p, edge), headFrom(edge.to, passed)),
    )
    const edges = edgesOf(table, state)
    const skipped = edges.length === 0 ? p.eps() : p.until(...delimitersOf(edges))
    return p.sequence(skipped, p.choice(...ways, never(p)))
  }

  function names(): NodeId[] {
    const known = tools.map((tool) => p.literal(tool.function.name))
    return free ? [...known, anyName()] : known
  }

  function anyName(): NodeId {
    return p.chars('[^ \\t\\r\\n<>{}|\\[\\]]')
  }

  function named(): NodeId {
    const edges = edgesOf(table, 'name')
    const rest = (edge: Edge, tool: Tool | null): NodeId => {
      if (has(edge, 'call-end')) return p.eps()
      return edge.to === 'arguments' ? argumentsOf(tool) : callFrom(edge.to)
    }
    const called = (name: NodeId, tool: Tool | null): NodeId =>
      p.choice(
        ...edges.map((edge) =>
          p.sequence(
            p.atomic(p.sequence(t.toolName(name), p.space(), marker(p, edge))),
            p.cut(),
            rest(edge, tool),
          ),
        ),
      )
    return p.sequence(
      p.space(),
      p.choice(
        ...tools.map((tool) => called(p.literal(tool.function.name), tool)),
        ...(free ? [called(anyName(), null)] : []),
      ),
    )
  }

  function argumentsOf(tool: Tool | null): NodeId {
    const rule = `table-arguments-${tool === null ? ':any' : tool.function.name}`
    if (!path.has(rule)) {
      path.set(rule, p.ref(rule))
      const ends = inArguments.filter((edge) => has(edge, 'call-end'))
      const end = p.choice(
        ...ends.map((edge) =>
          has(edge, 'call-start') ? p.peek(marker(p, edge)) : marker(p, edge),
        ),
        p.end(),
      )
      p.rule(rule, p.sequence(p.space(), body(tool), skipTo(ends), end))
    }
    return p.ref(rule)
  }

  function body(tool: Tool | null): NodeId {
    const { arguments: style } = table
    if (style.kind === 'json') return p.optional(t.toolArgs(loose.value))
    if (style.kind === 'envelope') return envelope(style.name, style.arguments)
    const syntax = {
      argumentOpen: style.open,
      argumentNameClose: style.nameClose,
      argumentClose: style.close,
    }
    const values = taggedValues(p, syntax, loose, policies, { schema: undefined })
    const close = style.nameClose.trim()
    const argument = (name: NodeId, value: NodeId): NodeId =>
      p.sequence(p.atomic(p.sequence(t.toolArgName(name), close)), p.cut(), value)
    const listed = tool === null ? [] : parametersOf(tool).listed
    const known = listed.map(({ name, schema }) =>
      argument(p.literal(name), values.read(schema, name)),
    )
    const other = argument(p.chars('[^<>\\n"]'), values.readText)
    const one = t.toolArg(p.sequence(style.open.trim(), p.choice(...known, other)))
    return p.zeroOrMore(p.sequence(p.space(), one))
  }

  function envelope(nameField: string, argumentsField: string): NodeId {
    const key = (name: string): NodeId => p.sequence(`"${name}"`, p.space(), ':', p.space())
    const comma = p.sequence(p.space(), ',', p.space())
    const given = p.sequence(key(argumentsField), t.toolArgs(loose.value))
    const namesIn = free
      ? p.jsonStringContent()
      : anyText(
          p,
          tools.map(({ function: f }) => JSON.stringify(f.name).slice(1, -1)),
        )
    const name = p.sequence(key(nameField), '"', t.toolNameJson(namesIn), '"')
    return p.sequence(
      '{',
      p.space(),
      p.optional(p.sequence(given, comma)),
      name,
      p.cut(),
      p.optional(p.sequence(comma, given)),
    )
  }

  return {
    head: (edge) => p.sequence(marker(p, edge), headFrom(edge.to)),
    block(edge) {
      const start = (from: Edge): NodeId => t.tool(p.sequence(marker(p, from), callFrom(from.to)))
      const again = between.filter((next) => has(next, 'call-start')).map(start)
      const exits = between.filter((next) => !isInside(next.to))
      const further = p.zeroOrMore(p.sequence(skipTo(between), p.choice(...again, never(p))))
      const leave = p.optional(
        p.sequence(skipTo(between), p.choice(...exits.map((exit) => marker(p, exit)), p.eps())),
      )
      const first =
        edge.to === 'between' ? p.sequence(marker(p, edge), skipTo(between)) : start(edge)
      return p.sequence(first, further, between.length === 0 ? p.eps() : leave)
    },
  }
}
