import type { BuiltFormat, FormatOptions, Tool, ToolChoice } from '../chat/chat-types.ts'
import type { Policies } from '../chat/policy.ts'
import type { WholeCall } from '../chat/write.ts'
import { chatTags } from '../chat/tags.ts'
import type { Builder } from '../peg/builder.ts'
import type { NodeId } from '../peg/node.ts'
import { reasoningPart, type ReasoningSyntax } from './reasoning.ts'
import { responsePart } from './response.ts'

/** How a family writes its calls: nodes made for one request and one set of policies. */
export interface CallSyntax {
  /** What begins a call; each triggers a lazy grammar. */
  readonly openers: readonly string[]
  /** What ends one, where the family has a closer of its own. */
  readonly closers: readonly string[]
  /** Matches a call up to where it is certain: opener, declared name. */
  readonly head: NodeId
  /**
   * Reads a call from its beginning, with a cut behind what the head matches. After that it fails at
   * nothing but the end of the text.
   */
  readonly whole: NodeId
  /** A call whose name is not declared, as far as it must be read to know. */
  readonly undeclared: NodeId
  /** A call as the grammar prints it, of one of these tools. */
  printed(tools: readonly Tool[]): NodeId
  /** What the grammar prints around all calls; the reading takes it as part of the calls. */
  readonly section?: { readonly open: string; readonly close: string }
  /** As `whole`, for a call behind another one; the same unless given. */
  readonly further?: NodeId
}

/** What a whole turn of the assistant is made of. */
export interface TurnSyntax {
  readonly reasoning: ReasoningSyntax
  /** What the prompt ends with before the model's text, where the parser is given it. */
  readonly header: string
  /** The turn marker that ends the text, where the engine leaves it in. */
  readonly end: string
  /** Makes the family's calls in a builder; not called for a request that may have none. */
  calls(p: Builder, request: TurnRequest, policies: Policies): CallSyntax
  /** All calls of a message as the family writes them; there is at least one. */
  writeCalls(calls: readonly WholeCall[], request: TurnRequest): string
}

/** A turn's options with their defaults. */
export interface TurnRequest {
  readonly tools: readonly Tool[]
  readonly choice: ToolChoice
  readonly parallel: boolean
  readonly reasoning: NonNullable<FormatOptions['reasoning']>
}

/** Fills in the defaults of a request; a tool choice without tools is `none`. */
export function readRequest(options: FormatOptions): TurnRequest {
  const tools = options.tools ?? []
  const choice = tools.length === 0 ? 'none' : (options.toolChoice ?? 'auto')
  if (typeof choice === 'object') {
    const name = choice.function.name
    if (!tools.some((tool) => tool.function.name === name)) {
      throw new TypeError(`toolChoice names ${JSON.stringify(name)}, which is not among the tools`)
    }
  }
  return {
    tools,
    choice,
    parallel: options.parallelToolCalls ?? true,
    reasoning: options.reasoningFormat === 'none' ? 'off' : (options.reasoning ?? 'on'),
  }
}

/** The names of the rules that every turn has. */
export const TurnRules = { head: 'call-head', calls: 'tool-calls', call: 'tool-call' } as const

/**
 * A turn: what the prompt wrote, reasoning, content, calls with text between them.
 *
 * The parser reads text and calls in any order; the grammar prints text, then calls one after the
 * other. A call is certain once its head is read: a cut settles it there, in the rule of the loop,
 * so that its arguments are sent as they come.
 */
export function turn(
  p: Builder,
  syntax: TurnSyntax,
  request: TurnRequest,
  policies: Policies,
  options: FormatOptions,
): NodeId {
  const call = readCalls(p, syntax, request, policies)
  const t = chatTags(p)
  if (call !== null) {
    p.rule(TurnRules.head, call.head)
  }
  const prompt = promptPart(p, syntax, request, options)
  const reasoning = reasoningPart(p, {
    ...syntax.reasoning,
    mode: request.reasoning,
    policies,
    openers: call?.openers ?? [],
    callHead: call === null ? null : TurnRules.head,
  })
  if (options.responseSchema !== undefined) {
    return p.sequence(prompt, reasoning, responsePart(p, options), p.end())
  }
  const parts = turnParts(p, { ...syntax, calls: call }, request, policies)
  if (call === null) return p.sequence(prompt, reasoning, parts.prose, p.end())
  p.rule(TurnRules.calls, callsPart(p, parts, call.further ?? call.whole, request), {
    trigger: true,
  })
  const ref = p.ref(TurnRules.calls)
  // Where anything may follow, only a cut behind a call's head lets its arguments through.
  const settled = p.sequence(p.peek(p.ref(TurnRules.head)), p.cut(), ref)
  const calls = policies.textAfterCalls === 'drop' ? p.dual(settled, ref) : ref
  const must = request.choice !== 'auto' && request.choice !== 'none'
  return p.sequence(
    prompt,
    reasoning,
    // Where a call must come, the grammar leaves no room for text before it.
    must ? p.dual(parts.prose, p.space()) : parts.prose,
    must ? p.dual(p.optional(calls), calls) : p.optional(calls),
    policies.textAfterCalls === 'drop' ? p.dual(t.skip(p.rest()), p.end()) : p.end(),
  )
}

/** The calls that are read: those that may come, and those that the policies read in spite of that. */
function readCalls(
  p: Builder,
  syntax: TurnSyntax,
  request: TurnRequest,
  policies: Policies,
): CallSyntax | null {
  const without = request.tools.length === 0
  const reads = without
    ? policies.withoutTools !== 'text'
    : request.choice !== 'none' || policies.noneChoice === 'hide'
  if (!reads) return null
  // Where no tool is known, any name is good.
  const calls = syntax.calls(p, request, {
    ...policies,
    ...(without ? { undeclaredTool: 'emit' } : {}),
  })
  return calls.openers.length === 0 ? null : calls
}

interface TurnParts {
  /** Text, and markers that stand where they mean nothing. */
  readonly prose: NodeId
  /** A call as the parser reads it, first and behind another. */
  readonly call: NodeId
  readonly further: NodeId
  /** A call as the grammar prints it. */
  readonly printed: NodeId
  readonly section: CallSyntax['section']
  /** A marker that is none, where text may follow a call. */
  readonly junk: NodeId | null
  /** What the parser reads after a call. */
  readonly after: NodeId
}

function turnParts(
  p: Builder,
  { calls, reasoning, end }: Omit<TurnSyntax, 'calls'> & { readonly calls: CallSyntax | null },
  request: TurnRequest,
  policies: Policies,
): TurnParts {
  const t = chatTags(p)
  const thinks = request.reasoning !== 'off'
  const strict = policies.strayOpener === 'reject'
  const swallow = thinks && policies.strayReasoningClose === 'swallow'
  const markers = [
    ...(calls?.openers ?? []),
    ...(swallow ? [reasoning.close] : []),
    ...(thinks && !strict ? [reasoning.open] : []),
    ...(strict ? [] : [end]),
  ]
  const text = t.content(
    markers.length === 0 ? p.rest() : p.until(...markers.map((m) => ({ text: m, token: true }))),
  )
  const junk = p.recover(
    p.choice(
      ...(calls !== null && !strict ? [undeclared(p, calls, policies)] : []),
      ...(swallow ? [t.note('stray-marker', t.skip(p.token(reasoning.close)))] : []),
      t.skip(p.sequence(p.token(end), p.peek(p.sequence(p.space(), p.end())))),
      t.content(p.any()),
    ),
  )
  const notCall = calls !== null ? p.sequence(p.not(p.ref(TurnRules.head)), junk) : junk
  const tail = policies.textAfterCalls === 'content' ? text : t.skip(p.space())
  return {
    prose: strict ? text : p.sequence(text, p.zeroOrMore(p.recover(p.sequence(notCall, text)))),
    call: calls === null ? p.eps() : t.tool(calls.whole),
    further: calls === null ? p.eps() : t.tool(calls.further ?? calls.whole),
    printed: calls === null ? p.eps() : t.tool(printed(calls, request)),
    section: calls?.section,
    junk: policies.textAfterCalls === 'content' ? junk : null,
    after: tail,
  }
}

/** A call as the grammar writes it; without tools there is none to print, and it is only read. */
function printed(calls: CallSyntax, request: TurnRequest): NodeId {
  return request.tools.length === 0 ? calls.whole : calls.printed(chosen(request))
}

/** The tools that the grammar may call: all, or the one that the request names. */
function chosen({ tools, choice }: TurnRequest): readonly Tool[] {
  return typeof choice === 'object'
    ? tools.filter((tool) => tool.function.name === choice.function.name)
    : tools
}

function undeclared(p: Builder, calls: CallSyntax, policies: Policies): NodeId {
  const t = chatTags(p)
  const read = t.note('undeclared-tool', calls.undeclared)
  return policies.undeclaredTool === 'reject' ? t.skip(read) : t.content(read)
}

/** `call (text call)*`; without parallel calls the parser drops any after the first. */
function callsPart(p: Builder, parts: TurnParts, whole: NodeId, { parallel }: TurnRequest): NodeId {
  const { call, further, junk, after } = parts
  const printed = printedCalls(p, parts, parallel)
  if (parallel) {
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

function printedCalls(p: Builder, { printed, section }: TurnParts, parallel: boolean): NodeId {
  p.rule(TurnRules.call, section === undefined ? p.sequence(printed, p.space()) : printed)
  const call = p.ref(TurnRules.call)
  const calls = parallel ? p.sequence(call, p.zeroOrMore(call)) : call
  return section === undefined ? calls : p.sequence(section.open, calls, section.close, p.space())
}

/** What the prompt ends with: read when the parser is given it, never printed. */
function promptPart(
  p: Builder,
  { header, reasoning }: TurnSyntax,
  request: TurnRequest,
  options: FormatOptions,
): NodeId {
  if (options.reasoningFormat === 'none') return p.dual(p.optional(header), p.eps())
  const { open, close } = reasoning
  const closed = p.sequence(p.token(open), p.space(), p.token(close), p.space())
  const opened = p.sequence(p.token(open), p.space())
  const thinking = request.reasoning === 'open' ? opened : closed
  return p.dual(p.sequence(p.optional(header), p.optional(thinking)), p.eps())
}

/** What a server needs beside the arena. */
export function turnGrammar(
  syntax: TurnSyntax,
  request: TurnRequest,
  calls: Pick<CallSyntax, 'openers' | 'closers'>,
): Pick<BuiltFormat, 'lazy' | 'triggers' | 'preservedTokens' | 'stops'> {
  const lazy = request.choice === 'auto'
  const { open, close } = syntax.reasoning
  const hasCalls = request.choice !== 'none'
  return {
    lazy,
    triggers: lazy ? calls.openers.map((value) => ({ type: 'word', value })) : [],
    preservedTokens: [
      ...(request.reasoning === 'off' ? [] : [open, close]),
      ...(hasCalls ? [...calls.openers, ...calls.closers] : []),
    ],
    stops: [syntax.end],
  }
}
