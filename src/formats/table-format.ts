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
import { delimitersOf, marker, never, tableCalls } from './table-calls.ts'
import type { TurnRequest } from './turn-request.ts'

/**
 * Makes a format of a table of markers and transitions, for a family that somebody has written down so.
 *
 * The table says how to read. A grammar needs more than that, the white space between markers, say:
 * the grammar of such a format admits any text.
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
  return defineFormat({
    name: table.name,
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
    turn: (p, request, policies) => tableTurn(p, table, request, policies),
  })
}

function firstText(edges: readonly Edge[]): string | undefined {
  return edges[0]?.spellings[0]
}

const rules = { content: 'table-text', reasoning: 'table-thought' } as const

function tableTurn(
  p: Builder,
  table: FormatTable,
  request: TurnRequest,
  policies: Policies,
): NodeId {
  const reads =
    request.tools.length === 0 ? policies.withoutTools !== 'text' : request.choice !== 'none'
  const calls = reads ? tableCalls(p, table, { tools: request.tools, policies }) : null
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
