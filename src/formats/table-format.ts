import type { Policies } from '../chat/policy.ts'
import { chatTags } from '../chat/tags.ts'
import type { Builder } from '../peg/builder.ts'
import type { NodeId } from '../peg/node.ts'
import { defineFormat, type Format } from './format.ts'
import {
  checkTable,
  edgesOf,
  isInside,
  type Edge,
  type FormatTable,
  type TableState,
} from './table.ts'
import { delimitersOf, marker, never, tableCalls, type TableCalls } from './table-calls.ts'
import { turn } from './turn.ts'
import type { TurnRequest } from './turn-request.ts'
import type { TurnSyntax } from './turn-syntax.ts'

/**
 * Makes a format of a table of markers and transitions, for a family that somebody has written down so.
 *
 * The table says how to read. A grammar needs more than that, the white space between markers, say:
 * the grammar of such a format admits any text, but for an answer that is held to a response schema.
 *
 * Source of the shape: vLLM's `ParserEngineConfig`.
 *
 * @throws {TypeError} when the table is not whole
 * @example
 * ```ts
 * const shout = formatFromTable({
 *   name: 'shout',
 *   terminals: { OPEN: '<call>', ARGS: ':', CLOSE: '</call>' },
 *   transitions: {
 *     content: { OPEN: { to: 'name', events: ['call-start'] } },
 *     name: { ARGS: { to: 'arguments' } },
 *     arguments: { CLOSE: { to: 'content', events: ['call-end'] } },
 *   },
 *   arguments: { kind: 'json' },
 * })
 * const chat = shout({ tools: [{ type: 'function', function: { name: 'now' } }] })
 * chat.parse('Well, <call>now:{}</call>').message.toolCalls[0]?.name // 'now'
 * ```
 */
export function formatFromTable(table: FormatTable): Format {
  checkTable(table)
  const opener = firstText(edgesOf(table, 'content').filter((edge) => edge.to === 'reasoning'))
  const closer = firstText(edgesOf(table, 'reasoning').filter((edge) => edge.to === 'content'))
  const syntax: TurnSyntax = {
    header: table.header ?? '',
    ends: table.ends ?? [],
    ...(closer === undefined
      ? {}
      : {
          reasoning: {
            open: opener ?? '',
            close: closer,
            opened: table.initial === 'reasoning',
          },
        }),
  }
  return defineFormat({
    ...syntax,
    name: table.name,
    turn: (p, request, policies, options) => {
      const calls = readCalls(p, table, request, policies)
      // Where calls may come beside the answer, the grammar cannot say what they look like.
      const isAnswer = calls === null || options.withTools !== 'either'
      return options.responseSchema !== undefined && isAnswer
        ? turn(p, syntax, request, policies, options)
        : tableTurn(p, table, calls, request)
    },
  })
}

/** The calls of a request that may have some. */
function readCalls(
  p: Builder,
  table: FormatTable,
  { tools, choice }: TurnRequest,
  policies: Policies,
): TableCalls | null {
  const reads = tools.length === 0 ? policies.withoutTools !== 'text' : choice !== 'none'
  return reads ? tableCalls(p, table, { tools, policies }) : null
}

function firstText(edges: readonly Edge[]): string | undefined {
  return edges[0]?.spellings[0]
}

const rules = { content: 'table-text', reasoning: 'table-thought' } as const

function tableTurn(
  p: Builder,
  table: FormatTable,
  calls: TableCalls | null,
  request: TurnRequest,
): NodeId {
  const t = chatTags(p)

  /** The text of a state, and whatever may stand in it. */
  function channel(state: keyof typeof rules): void {
    const edges = edgesOf(table, state).filter((edge) => calls !== null || !isInside(edge.to))
    const tagged = state === 'content' ? t.content : t.reasoning
    const text = tagged(edges.length === 0 ? p.rest() : p.until(...delimitersOf(edges)))
    const stays = edges.flatMap((edge): NodeId[] => {
      if (edge.to === state) return [t.skip(marker(p, edge))]
      // The reasoning ends where its rule does; from content it is read, and content goes on.
      if (state === 'content' && edge.to === 'reasoning') {
        return [p.sequence(marker(p, edge), p.cut(), p.ref(rules.reasoning))]
      }
      return state === 'content' && calls !== null && isInside(edge.to) ? [calls.block(edge)] : []
    })
    const exits = edges.flatMap((edge): NodeId[] => {
      if (state === 'content') return []
      if (edge.to === 'content') return [marker(p, edge)]
      return calls !== null && isInside(edge.to) ? [calls.block(edge)] : []
    })
    const heads = edges.flatMap((edge): NodeId[] => {
      if (state === 'content' || edge.to === state) return []
      return calls !== null && isInside(edge.to) ? [calls.head(edge)] : [marker(p, edge)]
    })
    const other =
      heads.length === 0 ? tagged(p.any()) : p.sequence(p.not(p.choice(...heads)), tagged(p.any()))
    const leaves = p.choice(...exits, never(p))
    const loop = p.zeroOrMore(p.sequence(p.choice(...stays, other), text))
    p.rule(rules[state], p.sequence(text, loop, state === 'content' ? p.eps() : p.optional(leaves)))
  }

  channel('content')
  channel('reasoning')
  const begins: TableState = request.reasoning === 'open' ? 'reasoning' : 'content'
  const content = p.ref(rules.content)
  const read = begins === 'content' ? content : p.sequence(p.ref(rules.reasoning), content)
  return p.sequence(p.dual(read, t.content(p.rest())), p.end())
}
