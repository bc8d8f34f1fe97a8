import type { FormatOptions } from '../chat/chat-types.ts'
import type { Policies } from '../chat/policy.ts'
import { chatTags } from '../chat/tags.ts'
import type { Builder } from '../peg/builder.ts'
import type { NodeId } from '../peg/node.ts'
import { delimiter, marker } from './marker.ts'
import { responsePart } from './response.ts'
import type { TurnRequest } from './turn-request.ts'
import { TurnRules } from './turn-syntax.ts'

/** What the messages of a turn are made of, where each has a header that says where it goes. */
export interface MessageTurn {
  /** What ends a message. */
  readonly ends: readonly string[]
  /** What begins a header, and so ends a message that its model did not end. */
  readonly headers: readonly string[]
  /** What stands between the end of a message and the header of the next; the prompt wrote the first. */
  readonly start: NodeId
  /** The headers, each as far as it must be read to know what follows; null for who does not reason. */
  readonly reasoning: NodeId | null
  readonly content: NodeId
  /** The header of a message that nobody is to see. */
  readonly dropped?: NodeId
  /** The header of a call to somebody who was not declared; null without tools. */
  readonly undeclared: NodeId | null
  /** A call from behind `start` on, and its beginning up to where it is certain; null without tools. */
  readonly call: MessageCall | null
  /** One blank behind a header is layout. */
  readonly blank?: boolean
  readonly printed: PrintedMessages
}

/** A message that is a call. */
export interface MessageCall {
  readonly head: NodeId
  readonly whole: NodeId
  /** `whole` begins with the rule of the head, and so with what stands before it. */
  readonly fromHead?: boolean
  /** `whole` is all calls of a list, each in its own tag. */
  readonly block?: boolean
}

/** The messages as the grammar prints them. */
export interface PrintedMessages {
  /** A message of the reasoning, and what begins the next; without its header where the prompt wrote it. */
  reasoning(text: NodeId, opened: boolean): NodeId
  /** Content before calls, and what begins the next message. */
  preamble(text: NodeId): NodeId
  /** The answer, to its end. */
  answer(text: NodeId): NodeId
  /** An answer that follows a schema. */
  response(value: NodeId): NodeId
  readonly call: NodeId | null
  /** Before the first call, where what triggers a lazy grammar comes later. */
  readonly lead?: NodeId
  /** What separates calls; null for models that write one in a turn. */
  readonly separator: NodeId | null
}

/**
 * A turn that is a row of messages: reasoning, content and calls, told apart by their headers, in
 * whatever order the model writes them. The grammar prints reasoning, then an answer or calls.
 */
export function messageTurn(
  p: Builder,
  turn: MessageTurn,
  request: TurnRequest,
  policies: Policies,
  options: FormatOptions,
): NodeId {
  const calls = turn.call
  if (calls !== null) p.rule(TurnRules.head, p.sequence(turn.start, calls.head))
  p.rule('messages', readMessages(p, turn, request, policies))
  return p.sequence(p.dual(p.ref('messages'), printedTurn(p, turn, request, options)), p.end())
}

function readMessages(
  p: Builder,
  turn: MessageTurn,
  request: TurnRequest,
  policies: Policies,
): NodeId {
  const { call } = turn
  const t = chatTags(p)
  const others = readOthers(p, turn, request, policies)
  if (call === null) return p.zeroOrMore(p.choice(...others))
  const end = p.optional(p.choice(...turn.ends.map((text) => marker(p, text))))
  const whole = call.fromHead === true ? call.whole : p.sequence(turn.start, call.whole)
  const first = p.sequence(call.block === true ? whole : t.tool(whole), end)
  if (request.parallel || policies.extraCalls === 'emit')
    return p.zeroOrMore(p.choice(first, ...others))
  // Noted at its head, so that one that is cut off is noted too.
  const extra = p.sequence(t.note('extra-call', p.peek(p.ref(TurnRules.head))), t.skip(whole), end)
  return p.sequence(
    p.zeroOrMore(p.sequence(p.not(p.ref(TurnRules.head)), p.choice(...others))),
    p.optional(p.sequence(first, p.zeroOrMore(p.choice(extra, ...others)))),
  )
}

/** All messages but calls, each settled by its header, and what is none. */
function readOthers(
  p: Builder,
  turn: MessageTurn,
  request: TurnRequest,
  policies: Policies,
): NodeId[] {
  const t = chatTags(p)
  const { ends, headers, start, call } = turn
  const body = untilMarker(p, turn)
  const anyEnd = p.choice(...ends.map((text) => marker(p, text)))
  const lead = turn.blank === true ? p.optional(' ') : p.eps()
  const message = (head: NodeId, text: NodeId): NodeId =>
    p.sequence(start, head, p.cut(), lead, text, p.optional(anyEnd))
  const strict = policies.strayOpener === 'reject'
  const thought = request.reasoning === 'off' ? t.content(body) : t.reasoning(body)
  const known = [
    ...(turn.reasoning === null ? [] : [message(turn.reasoning, thought)]),
    ...(turn.dropped === undefined ? [] : [message(turn.dropped, t.skip(body))]),
    message(turn.content, t.content(body)),
  ]
  const undeclared =
    turn.undeclared === null
      ? []
      : [
          p.sequence(
            t.note('undeclared-tool', p.sequence(start, turn.undeclared)),
            p.cut(),
            body,
            p.optional(anyEnd),
          ),
        ]
  if (strict) return call === null ? [...known, ...undeclared.map(t.skip)] : known
  // A header that leads nowhere is text, with all of its message.
  const header = p.choice(...headers.map((text) => marker(p, text)))
  return [
    ...known,
    ...undeclared.map(policies.undeclaredTool === 'hide' ? t.skip : t.content),
    t.skip(anyEnd),
    p.recover(t.content(p.sequence(p.oneOrMore(p.sequence(header, body)), p.optional(anyEnd)))),
    p.recover(t.content(p.sequence(p.any(), body))),
  ]
}

function untilMarker(p: Builder, { ends, headers }: Pick<MessageTurn, 'ends' | 'headers'>): NodeId {
  return p.until(...[...ends, ...headers].map(delimiter))
}

function printedTurn(
  p: Builder,
  turn: MessageTurn,
  request: TurnRequest,
  options: FormatOptions,
): NodeId {
  const t = chatTags(p)
  const { printed } = turn
  // Each by itself: what ends a text decides how it is printed.
  const text = (): NodeId => untilMarker(p, turn)
  const thought = (opened: boolean): NodeId => printed.reasoning(t.reasoning(text()), opened)
  const reasoning = p.sequence(
    request.reasoning === 'open' ? thought(true) : p.eps(),
    request.reasoning === 'off' ? p.eps() : p.zeroOrMore(thought(false)),
  )
  const response =
    options.responseSchema === undefined ? null : printed.response(responsePart(p, options))
  const calls = printed.call === null || request.choice === 'none' ? null : printed.call
  if (calls === null || (response !== null && options.withTools !== 'either')) {
    return p.sequence(reasoning, response ?? printed.answer(t.content(text())))
  }
  const { separator, lead = p.eps() } = printed
  const all = request.parallel && separator !== null ? p.separatedBy(calls, separator) : calls
  // An answer that is held to a schema is constrained from its beginning on: no grammar of it is lazy.
  p.rule(TurnRules.calls, all, { trigger: response === null })
  if (response !== null) {
    return p.sequence(reasoning, p.choice(p.sequence(lead, p.ref(TurnRules.calls)), response))
  }
  const answer = printed.answer(t.content(text()))
  const said = p.optional(printed.preamble(t.content(text())))
  const called = p.sequence(said, lead, p.ref(TurnRules.calls))
  return p.sequence(reasoning, request.choice === 'auto' ? p.choice(called, answer) : called)
}
