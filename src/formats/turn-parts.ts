import type { Tool } from '../chat/chat-types.ts'
import type { Policies } from '../chat/policy.ts'
import { chatTags } from '../chat/tags.ts'
import type { Builder } from '../peg/builder.ts'
import type { NodeId } from '../peg/node.ts'
import { contentEnds, contentMarker, contentPart } from './content.ts'
import { fenceStarts, fencedBlock } from './fence.ts'
import { delimiter, marker } from './marker.ts'
import { lateReasoning, type ReasoningPlace } from './reasoning.ts'
import { strayBlock } from './stray.ts'
import { printedTool } from './strictness.ts'
import { type TurnRequest, chosenTools } from './turn-request.ts'
import { type CallSyntax, TurnRules, type TurnSyntax } from './turn-syntax.ts'

interface TurnParts {
  /** Text, and markers that stand where they mean nothing. */
  readonly prose: NodeId
  /** A call as the parser reads it, first and behind another. */
  readonly call: NodeId
  readonly further: NodeId
  /** A call as the grammar prints it. */
  readonly printed: NodeId
  readonly section: CallSyntax['section']
  /** The grammar prints it once. */
  readonly once: boolean
  /** A marker that is none, where text may follow a call. */
  readonly junk: NodeId | null
  /** What the parser reads after a call. */
  readonly after: NodeId
}

export function turnParts(
  p: Builder,
  syntax: Omit<TurnSyntax, 'calls'> & { readonly calls: CallSyntax | null },
  request: TurnRequest,
  policies: Policies,
  place: ReasoningPlace | null,
): TurnParts {
  const t = chatTags(p)
  const late = place === null ? null : lateReasoning(p, place)
  const { calls, content, ends } = syntax
  const reasoning = request.reasoning === 'off' ? undefined : syntax.reasoning
  const strict = policies.strayOpener === 'reject'
  const stray = policies.strayReasoningClose === 'swallow' ? reasoning?.close : undefined
  const fenced = calls !== null && policies.fencedCall === 'text'
  const markers = [
    ...(calls?.openers ?? []),
    ...(stray === undefined ? [] : [stray]),
    ...(strict ? [] : [reasoning?.open ?? '']),
    ...(policies.turnEnd === 'swallow' ? ends : []),
    ...(content === undefined
      ? []
      : [content.open, content.close, ...contentEnds(content)].filter((text) => text !== '')),
  ].filter((text) => text !== '')
  const delimiters = [...markers.map(delimiter), ...(fenced ? fenceStarts : [])]
  const toMarker = delimiters.length === 0 ? p.rest() : p.until(...delimiters)
  const led = (calls?.led ?? []).map(delimiter)
  const plain = t.content(
    led.length === 0 ? toMarker : p.dual(p.until(...led, ...delimiters), toMarker),
  )
  // A fence at the very beginning has no line break before it.
  const text = fenced ? p.sequence(p.optional(fencedBlock(p, 'first')), plain) : plain
  // Written out at the very end, it ends the turn; anywhere else it is text.
  const written = ends.map((end) =>
    t.skip(p.sequence(marker(p, end), p.peek(p.sequence(p.space(), p.end())))),
  )
  const anyEnd = p.recover(p.choice(...written, ...ends.map((end) => t.content(end))))
  const junk = p.recover(
    p.choice(
      ...(fenced ? [fencedBlock(p, 'inside')] : []),
      ...(calls !== null ? strayCalls(p, calls, policies) : []),
      ...(late === null ? [] : [late]),
      ...(stray === undefined ? [] : [t.note('stray-marker', t.skip(marker(p, stray)))]),
      ...(content === undefined ? [] : [t.skip(contentMarker(p, content))]),
      ...written,
      t.content(p.any()),
    ),
  )
  const notCall = calls !== null ? p.sequence(p.not(p.ref(TurnRules.head)), junk) : junk
  const tool = (item: NodeId): NodeId => (calls?.block === true ? item : t.tool(item))
  const goesOn = policies.textAfterCalls === 'content' || policies.textAfterCalls === 'trimmed'
  const gap = t.skip(p.space())
  const tail = policies.textAfterCalls === 'trimmed' ? p.sequence(gap, text) : goesOn ? text : gap
  return {
    prose: contentPart(p, content, markers, {
      plain: text,
      read:
        strict && content === undefined
          ? policies.turnEnd === 'text' || ends.length === 0
            ? text
            : p.sequence(text, p.zeroOrMore(p.sequence(anyEnd, text)))
          : p.sequence(text, p.zeroOrMore(p.recover(p.sequence(notCall, text)))),
    }),
    call: calls === null ? p.eps() : tool(calls.whole),
    further: calls === null ? p.eps() : tool(calls.further ?? calls.whole),
    printed: calls === null ? p.eps() : tool(printedCall(calls, request)),
    once: calls?.block === true || !request.parallel,
    section: calls?.section,
    junk: goesOn ? junk : null,
    after: tail,
  }
}

/** A call as the grammar writes it; without tools there is none to print, and it is only read. */
function printedCall(calls: CallSyntax, request: TurnRequest): NodeId {
  return request.tools.length === 0 ? calls.whole : calls.printed(printedTools(request))
}

/** The chosen tools, each as strictly as the request wants it. */
function printedTools(request: TurnRequest): readonly Tool[] {
  return chosenTools(request).map((tool) => printedTool(tool, request.strict))
}

/** What begins like a call where none is read. */
function strayCalls(p: Builder, calls: CallSyntax, policies: Policies): NodeId[] {
  if (policies.strayOpener === 'reject') return []
  const declared = undeclared(p, calls, policies)
  const block = policies.strayOpener === 'drop' ? strayBlock(p, calls) : null
  return block === null ? [declared] : [declared, block]
}

export function undeclared(p: Builder, calls: CallSyntax, policies: Policies): NodeId {
  const t = chatTags(p)
  const read = t.note('undeclared-tool', calls.undeclared)
  return policies.undeclaredTool === 'reject' ? t.skip(read) : t.content(read)
}

/** `call (text call)*`; without parallel calls the parser drops any after the first. */
export function callsPart(
  p: Builder,
  parts: TurnParts,
  whole: NodeId,
  { parallel }: TurnRequest,
  { extraCalls }: Policies,
): NodeId {
  const { call, further, junk, after } = parts
  const printed = printedCalls(p, parts)
  if (parallel || extraCalls === 'emit') {
    const next = junk === null ? further : p.choice(further, junk)
    const read = p.sequence(call, after, p.zeroOrMore(p.sequence(next, after)))
    return p.dual(read, printed)
  }
  const t = chatTags(p)
  // Noted at its head, so that one that is cut off is noted too.
  const extra = p.sequence(t.note('extra-call', p.peek(p.ref(TurnRules.head))), t.skip(whole))
  const next = junk === null ? extra : p.choice(extra, junk)
  return p.dual(p.sequence(call, after, p.zeroOrMore(p.sequence(next, after))), printed)
}

function printedCalls(p: Builder, { printed, section, once }: TurnParts): NodeId {
  p.rule(TurnRules.call, section === undefined ? p.sequence(printed, p.space()) : printed)
  const call = p.ref(TurnRules.call)
  const calls = once ? call : p.sequence(call, p.zeroOrMore(call))
  return section === undefined ? calls : p.sequence(section.open, calls, section.close, p.space())
}
