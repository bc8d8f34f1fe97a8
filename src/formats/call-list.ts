import type { Tool } from '../chat/chat-types.ts'
import type { Policies } from '../chat/policy.ts'
import { chatTags } from '../chat/tags.ts'
import type { Builder } from '../peg/builder.ts'
import type { NodeId } from '../peg/node.ts'
import { ledLists, listEdges, type ListSyntax } from './list-edges.ts'
import { delimiter, marker } from './marker.ts'
import type { TurnRequest } from './turn-request.ts'
import { TurnRules, type CallSyntax } from './turn-syntax.ts'

/** One call, by itself or in a list, as the parser reads and the grammar prints it. */
export interface CallUnit {
  /** From its beginning to where its name is certain, the tags of its parts inside. */
  readonly head: NodeId
  /** All that follows the head; it fails at nothing but the end of the text. */
  readonly rest: NodeId
  /** A call of any name, as far as it must be read to know. */
  readonly undeclared: NodeId
  /** A call of any name, whole. */
  readonly any: NodeId
  /** What begins each call, where that is a marker. */
  readonly opener?: string
  printed(tools: readonly Tool[]): NodeId
}

/** The rules of a list. */
const Rules = {
  head: 'call-in-list',
  rest: 'call-rest',
  further: 'further-calls',
  section: 'call-section',
} as const

/** A family's calls, each by itself. */
export function singleCalls(
  p: Builder,
  unit: CallUnit,
  markers: Pick<CallSyntax, 'openers' | 'closers'>,
): CallSyntax {
  p.rule(Rules.rest, unit.rest)
  return {
    ...markers,
    head: unit.head,
    fromHead: true,
    // The rule of the loop holds the cut: what follows it is a rule of its own.
    whole: p.sequence(p.ref(TurnRules.head), p.cut(), p.ref(Rules.rest)),
    undeclared: unit.undeclared,
    printed: (tools) => unit.printed(tools),
  }
}

/**
 * A family's calls in a list. The first call that is declared makes it one; what is not a call ends
 * it, and so does the end of the text.
 */
export function listedCalls(
  p: Builder,
  unit: CallUnit,
  syntax: ListSyntax,
  markers: Pick<CallSyntax, 'openers' | 'closers'>,
  request: TurnRequest,
  policies: Policies,
): CallSyntax {
  const t = chatTags(p)
  const { begin, between, end } = listEdges(p, syntax, policies)
  p.rule(Rules.head, unit.head)
  p.rule(Rules.rest, unit.rest)
  const body = (): NodeId => p.sequence(p.ref(Rules.head), p.cut(), p.ref(Rules.rest))
  const undeclared = t.note('undeclared-tool', unit.any)
  const hidden = policies.undeclaredTool === 'hide'
  const other =
    policies.undeclaredTool === 'reject'
      ? []
      : [hidden ? t.skip(undeclared) : t.content(undeclared)]
  // Noted at its head, so that one that is cut off is noted too.
  const extra = p.sequence(t.note('extra-call', p.peek(p.ref(Rules.head))), t.skip(body()))
  const all = request.parallel || policies.extraCalls === 'emit'
  const next = all ? t.tool(body()) : extra
  // Where text behind the calls is dropped, text between them must not take the others with it.
  const noise = sectionNoise(p, unit, syntax, policies)
  const nextCall = p.sequence(between, p.choice(next, ...other))
  const listed =
    noise !== null && policies.textAfterCalls === 'drop' ? p.choice(nextCall, noise) : nextCall
  p.rule(Rules.further, p.sequence(p.zeroOrMore(listed), end))
  // The markers before the first call are part of it, so that white space before them is none of the text.
  const call = t.tool(p.sequence(begin, body()))
  const first = hidden ? p.choice(call, ...other.map((item) => p.sequence(begin, item))) : call
  const anyHead = hidden ? p.choice(unit.head, unit.undeclared) : unit.head
  const loose = p.sequence(first, p.ref(Rules.further))
  const head = p.sequence(begin, anyHead)
  const broken = policies.undeclaredTool === 'text' ? other : [t.skip(undeclared)]
  const section =
    noise === null || policies.strayOpener !== 'drop'
      ? null
      : droppingSection(p, syntax, p.choice(next, ...broken, noise))
  return {
    ...markers,
    openers: [...markers.openers, ...(syntax.also ?? [])],
    ...(syntax.within === undefined ? {} : { led: ledLists(syntax, syntax.within) }),
    block: true,
    head: section === null ? head : p.choice(marker(p, syntax.open ?? ''), head),
    whole: section === null ? loose : p.choice(section, loose),
    undeclared: p.sequence(begin, unit.undeclared),
    printed: (tools) => printedList(p, unit, syntax, tools, request),
  }
}

/** What is no call between the markers of a section; `null` where the family has no such markers. */
function sectionNoise(
  p: Builder,
  { opener = '' }: CallUnit,
  { open = '', close = '' }: ListSyntax,
  { reading }: Policies,
): NodeId | null {
  if (open === '' || close === '' || opener === '' || reading === 'verbatim') return null
  const t = chatTags(p)
  const text = p.sequence(
    p.not(marker(p, close)),
    p.any(),
    p.until(delimiter(opener), delimiter(close)),
  )
  return t.note('unread-text', t.skip(text))
}

/**
 * A section of calls as engines read it that drop what they cannot read: its opener alone makes it one,
 * and between its markers all that is no call is noise, a call with a broken header too.
 */
function droppingSection(p: Builder, { open = '', close = '' }: ListSyntax, item: NodeId): NodeId {
  const ending = p.sequence(p.space(), p.choice(marker(p, close), p.end()))
  p.rule(Rules.section, p.sequence(p.zeroOrMore(p.sequence(p.space(), item)), p.optional(ending)))
  return p.sequence(chatTags(p).skip(marker(p, open)), p.cut(), p.ref(Rules.section))
}

function printedList(
  p: Builder,
  unit: CallUnit,
  { open = '', close = '', before = '', after = '', between = '' }: ListSyntax,
  tools: readonly Tool[],
  request: TurnRequest,
): NodeId {
  const t = chatTags(p)
  const rule = 'list-call'
  p.rule(rule, t.tool(unit.printed(tools)))
  const further = p.zeroOrMore(p.sequence(between, p.ref(rule)))
  return p.sequence(
    open + before,
    p.ref(rule),
    ...(request.parallel ? [further] : []),
    after + close,
  )
}

/** The markers of calls that may stand in a list; `inner` is what each call begins with. */
export function listMarkers(
  list: ListSyntax | undefined,
  inner: readonly string[],
  close: string,
): Pick<CallSyntax, 'openers' | 'closers'> {
  const outer = list?.open ?? ''
  const bracket = (list?.before ?? '').trim()
  const first = outer === '' ? (bracket === '' ? inner : [bracket]) : [outer]
  const all = outer !== '' && list?.optional === true ? [outer, ...inner] : first
  return {
    openers: all.filter((text) => text !== ''),
    closers: [close, list?.close ?? ''].filter((text) => text !== ''),
  }
}

/** Calls as they are written, in their list or with a separator. */
export function writeList(
  list: ListSyntax | undefined,
  calls: readonly string[],
  separator: string,
): string {
  if (list === undefined) return calls.join(separator)
  const { open = '', close = '', before = '', after = '', between = '' } = list
  return open + before + calls.join(between) + after + close
}
