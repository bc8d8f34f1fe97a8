import type { FormatOptions, Tool, ToolChoice } from '../chat/chat-types.ts'
import type { Policies } from '../chat/policy.ts'
import type { WholeCall } from '../chat/write.ts'
import { chatTags } from '../chat/tags.ts'
import type { Builder } from '../peg/builder.ts'
import type { NodeId } from '../peg/node.ts'
import { contentPart, type ContentSyntax } from './content.ts'
import { delimiter, marker } from './marker.ts'
import { reasoningPart, type ReasoningSyntax } from './reasoning.ts'
import { responsePart } from './response.ts'
import { fencedBlock, fenceStarts } from './fence.ts'
import { strayBlock } from './stray.ts'
import { allowedTools, leavesCallsFree, printedTool, type Strictness } from './strictness.ts'

/** How a family writes its calls: nodes made for one request and one set of policies. */
export interface CallSyntax {
  /** What begins a call. */
  readonly openers: readonly string[]
  /** Those of them that end the reasoning, or suspend it; all by default. */
  readonly reasoningOpeners?: readonly string[]
  /** What ends one. */
  readonly closers: readonly string[]
  /** The openers with what is written before them and is no text, where there is such. */
  readonly led?: readonly string[]
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
  /** `whole` and `printed` are all calls of a list, each in its own tag. */
  readonly block?: boolean
  /** `whole` begins with the rule of the turn that holds the head. */
  readonly fromHead?: boolean
  /** As `whole`, for a call behind another one; the same unless given. */
  readonly further?: NodeId
}

/** What a whole turn of the assistant is made of. */
export interface TurnSyntax {
  /** None for models that do not reason. */
  readonly reasoning?: ReasoningSyntax
  /** What the prompt ends with before the model's text, where the parser is given it. */
  readonly header: string
  /** The turn markers that end the text, where the engine leaves them in. */
  readonly ends: readonly string[]
  /** What stands around the content; none for most. */
  readonly content?: ContentSyntax
  /**
   * Makes the family's calls in a builder; not asked for a request that may have none. Families
   * without calls have neither this nor `writeCalls`.
   */
  calls?(p: Builder, request: TurnRequest, policies: Policies): CallSyntax
  /** All calls of a message as the family writes them; there is at least one. */
  writeCalls?(calls: readonly WholeCall[], request: TurnRequest): string
}

/** A turn's options with their defaults. */
export interface TurnRequest {
  readonly tools: readonly Tool[]
  readonly choice: ToolChoice
  readonly parallel: boolean
  readonly reasoning: NonNullable<FormatOptions['reasoning']>
  /** Options of the schema compiler. */
  readonly schema: FormatOptions['schema'] | undefined
  /** What the grammar holds calls to. */
  readonly strict: Strictness
}

/**
 * Fills in the defaults of a request; a tool choice without tools is `none`.
 *
 * @throws {TypeError} when the choice names no tool
 */
export function readRequest(
  options: FormatOptions,
  reasoning: ReasoningSyntax | undefined,
): TurnRequest {
  const tools = allowedTools(options)
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
    reasoning: reasoningMode(options, reasoning),
    schema: options.schema,
    strict: options.strict ?? 'arguments',
  }
}

function reasoningMode(
  { reasoning: wanted, reasoningFormat }: FormatOptions,
  syntax: ReasoningSyntax | undefined,
): TurnRequest['reasoning'] {
  if (syntax === undefined || reasoningFormat === 'none' || wanted === 'off') return 'off'
  // Without an opener there is nothing to tell by that the reasoning begins.
  if (syntax.open === '') return 'open'
  return wanted ?? (syntax.opened === true ? 'open' : 'on')
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
  const prompt = promptPart(p, syntax, request, policies, options)
  const reasoning =
    syntax.reasoning === undefined
      ? p.eps()
      : reasoningPart(p, {
          ...syntax.reasoning,
          mode: request.reasoning,
          policies,
          contentOpen: contentOpener(syntax.content),
          openers: call?.reasoningOpeners ?? [...(call?.openers ?? []), ...(call?.led ?? [])],
          callHead: call === null ? null : TurnRules.head,
          call: call === null ? null : t.tool(call.whole),
          stray: call === null || policies.strayOpener !== 'drop' ? null : strayBlock(p, call),
        })
  const either = options.withTools === 'either' && call !== null
  const response = (): NodeId => responsePart(p, options, syntax.content)
  if (options.responseSchema !== undefined && !either) {
    return p.sequence(prompt, reasoning, answerGap(p, request), response(), p.end())
  }
  const parts = turnParts(p, { ...syntax, calls: call }, request, policies)
  if (call === null) return p.sequence(prompt, reasoning, parts.prose, p.end())
  // An answer that is held to a schema is constrained from its beginning on: no grammar of it is lazy.
  p.rule(TurnRules.calls, callsPart(p, parts, call.further ?? call.whole, request, policies), {
    trigger: options.responseSchema === undefined,
  })
  const ref = p.ref(TurnRules.calls)
  if (options.responseSchema !== undefined) {
    const read = p.sequence(parts.prose, p.optional(ref))
    const printed = p.sequence(answerGap(p, request), p.choice(ref, response()))
    return p.sequence(prompt, reasoning, p.dual(read, printed), p.end())
  }
  // Where anything may follow, only a cut behind a call's head lets its arguments through.
  const settled = p.sequence(p.peek(p.ref(TurnRules.head)), p.cut(), ref)
  const calls = policies.textAfterCalls === 'drop' ? p.dual(settled, ref) : ref
  const must = request.choice !== 'auto' && request.choice !== 'none'
  if (leavesCallsFree(request.tools, request.choice, request.strict)) {
    const read = p.sequence(parts.prose, p.optional(calls))
    const tail = policies.textAfterCalls === 'drop' ? t.skip(p.rest()) : p.eps()
    return p.sequence(
      prompt,
      reasoning,
      p.dual(p.sequence(read, tail), t.content(p.rest())),
      p.end(),
    )
  }
  return p.sequence(
    prompt,
    reasoning,
    // Where a call must come, the grammar leaves no room for text before it.
    must ? p.dual(parts.prose, p.space()) : parts.prose,
    must ? p.dual(p.optional(calls), calls) : p.optional(calls),
    policies.textAfterCalls === 'drop' ? p.dual(t.skip(p.rest()), p.end()) : p.end(),
  )
}

/** What opens the content, where it never stands without. */
function contentOpener(content: ContentSyntax | undefined): string | null {
  return content === undefined || content.optional === true ? null : content.open
}

/** The line breaks that models write behind their reasoning, before an answer that is held to a schema. */
function answerGap(p: Builder, { reasoning }: TurnRequest): NodeId {
  return reasoning === 'off' ? p.eps() : p.dual(p.eps(), p.space())
}

/** The calls that are read: those that may come, and those that the policies read in spite of that. */
function readCalls(
  p: Builder,
  syntax: TurnSyntax,
  request: TurnRequest,
  policies: Policies,
): CallSyntax | null {
  if (syntax.calls === undefined) return null
  if (!readsCalls(request, policies)) return null
  return syntax.calls(p, request, namesRead(request, policies))
}

/** Whether calls are read: they may come, or the policies read them in spite of that. */
export function readsCalls({ tools, choice }: TurnRequest, policies: Policies): boolean {
  return tools.length === 0
    ? policies.withoutTools !== 'text'
    : choice !== 'none' || policies.noneChoice === 'hide'
}

/** The policies that calls are read under: where no tool is known, any name is good. */
export function namesRead({ tools }: TurnRequest, policies: Policies): Policies {
  return tools.length === 0 ? { ...policies, undeclaredTool: 'emit' } : policies
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
  /** The grammar prints it once. */
  readonly once: boolean
  /** A marker that is none, where text may follow a call. */
  readonly junk: NodeId | null
  /** What the parser reads after a call. */
  readonly after: NodeId
}

function turnParts(
  p: Builder,
  syntax: Omit<TurnSyntax, 'calls'> & { readonly calls: CallSyntax | null },
  request: TurnRequest,
  policies: Policies,
): TurnParts {
  const t = chatTags(p)
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
    ...(content === undefined ? [] : [content.open, content.close]),
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
      ...(stray === undefined ? [] : [t.note('stray-marker', t.skip(marker(p, stray)))]),
      ...(content === undefined
        ? []
        : [
            p.sequence(
              t.skip(p.choice(marker(p, content.open), marker(p, content.close))),
              p.cut(),
            ),
          ]),
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

/** The tools that the grammar may call: all, or the one that the request names. */
export function chosenTools({ tools, choice }: TurnRequest): readonly Tool[] {
  return typeof choice === 'object'
    ? tools.filter((tool) => tool.function.name === choice.function.name)
    : tools
}

/** What begins like a call where none is read. */
function strayCalls(p: Builder, calls: CallSyntax, policies: Policies): NodeId[] {
  if (policies.strayOpener === 'reject') return []
  const declared = undeclared(p, calls, policies)
  return policies.strayOpener === 'drop' ? [declared, strayBlock(p, calls)] : [declared]
}

function undeclared(p: Builder, calls: CallSyntax, policies: Policies): NodeId {
  const t = chatTags(p)
  const read = t.note('undeclared-tool', calls.undeclared)
  return policies.undeclaredTool === 'reject' ? t.skip(read) : t.content(read)
}

/** `call (text call)*`; without parallel calls the parser drops any after the first. */
function callsPart(
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

/** What the prompt ends with: read when the parser is given it, never printed. */
function promptPart(
  p: Builder,
  { header, reasoning }: TurnSyntax,
  request: TurnRequest,
  policies: Policies,
  options: FormatOptions,
): NodeId {
  if (header === '' && reasoning === undefined) return p.eps()
  // A prompt may have been trimmed.
  const before =
    header === '' ? p.eps() : p.optional(p.sequence(p.choice(header, header.trimEnd()), p.space()))
  if (options.reasoningFormat === 'none' || reasoning === undefined) return p.dual(before, p.eps())
  const { open, close, bare, layout } = reasoning
  // White space behind it is the model's, where it is not layout.
  const gap =
    policies.reasoningLayout === 'keep' && request.reasoning === 'open'
      ? p.sequence(...[...(layout?.open ?? '\n')].map((c) => p.optional(c)))
      : p.space()
  const opened = open === '' ? p.eps() : p.sequence(marker(p, open), gap)
  const begun = bare === undefined ? opened : p.optional(opened)
  const closed = p.sequence(begun, marker(p, close), p.space())
  const thinking = request.reasoning === 'open' ? opened : closed
  return p.dual(p.sequence(before, p.optional(thinking)), p.eps())
}
