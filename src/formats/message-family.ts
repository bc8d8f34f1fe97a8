import { chatTags } from '../chat/tags.ts'
import type { Policies } from '../chat/policy.ts'
import type { WholeCall, WholeMessage } from '../chat/write.ts'
import type { Builder } from '../peg/builder.ts'
import type { NodeId } from '../peg/node.ts'
import { defineFormat, type Family, type Format } from './format.ts'
import type { CallFamily } from './json-tools.ts'
import { marker } from './marker.ts'
import { messageTurn, type MessageTurn, type PrintedMessages } from './messages.ts'
import { chosenTools, namesRead, readsCalls, type TurnRequest } from './turn-request.ts'
import type { CallSyntax } from './turn-syntax.ts'

/** A turn that is a row of messages, each with a header that says what it is. */
export interface MessageSyntax {
  /** What begins each message; the prompt has written the first. */
  readonly start: string
  /** The headers of reasoning and content. */
  readonly reasoning?: string
  readonly content: string
  /** What ends a message that another one follows. */
  readonly end: string
  /** A word without meaning may stand before each header. */
  readonly echo?: boolean
  /** What stands before each call, where that is not part of it. */
  readonly lead?: CallLead
  /** Between calls, with the end of a message where calls have no end of their own; none for a list of calls. */
  readonly between?: string
  /** Engines that read no more than they print take what begins a message as text. */
  readonly loneMessage?: boolean
}

/** What stands before a call: how it is read, printed and written. */
export interface CallLead {
  read(p: Builder): NodeId
  print(p: Builder, names: readonly string[]): NodeId
  write(call: WholeCall): string
}

/** A family whose turn is a row of messages. */
export interface MessageFamily extends Omit<
  Family,
  'reasoning' | 'header' | 'turn' | 'write' | 'calls' | 'writeCalls'
> {
  readonly syntax: MessageSyntax
  readonly calls: CallFamily
  /** What the prompt ends with, where that is more than what begins a message. */
  readonly header?: string
}

/**
 * Makes a format of a family whose turn is a row of messages, each with a header that says what it is:
 * reasoning, the answer, or a call.
 *
 * @example
 * ```ts
 * const ship = messageFormat({
 *   name: 'ship',
 *   ends: ['<|out|>'],
 *   syntax: { start: '<|from|>', content: 'user<|say|>', end: '<|over|>' },
 *   calls: jsonTools({ open: 'crew<|say|>' }),
 * })
 * const chat = ship({ tools: [{ function: { name: 'dock' } }] })
 * const text = 'user<|say|>Aye.<|over|><|from|>crew<|say|>{"name": "dock", "arguments": {}}'
 * chat.parse(text).message.toolCalls[0]?.name // 'dock'
 * ```
 */
export function messageFormat({ syntax, calls, header, ...family }: MessageFamily): Format {
  const { start, end } = syntax
  return defineFormat({
    markers: calls.markers,
    ...family,
    ...(syntax.reasoning === undefined
      ? {}
      : { reasoning: { open: syntax.reasoning, close: end, layout: { open: '', close: '' } } }),
    header: header ?? start,
    turn: (p, request, policies, options) => {
      const read = readsCalls(request, policies)
        ? calls.calls(p, request, namesRead(request, policies))
        : null
      const turn = messagesOf(p, { syntax, read, ends: family.ends }, request, policies)
      return p.sequence(
        p.dual(p.optional(header === undefined ? p.eps() : p.literal(header)), p.eps()),
        messageTurn(p, turn, request, policies, options),
      )
    },
    write: (message, request) => writeMessages(syntax, calls, message, request),
  })
}

function messagesOf(
  p: Builder,
  {
    syntax,
    read,
    ends,
  }: { syntax: MessageSyntax; read: CallSyntax | null; ends: readonly string[] },
  request: TurnRequest,
  policies: Policies,
): MessageTurn {
  const { start, lead, end, echo = false } = syntax
  const lone = syntax.loneMessage === true && policies.strayOpener === 'reject'
  const begin = p.sequence(p.space(), lone ? p.eps() : p.optional(p.sequence(marker(p, start))))
  const word = echo ? p.chars('[^<]', 0, 200) : p.space()
  const header = (text: string): NodeId => p.sequence(word, marker(p, text.trimStart()))
  const before = lead === undefined ? p.eps() : lead.read(p)
  return {
    ends: [end, ...ends].filter((text) => text !== ''),
    headers: lone ? [] : [start],
    start: begin,
    reasoning: syntax.reasoning === undefined ? null : header(syntax.reasoning),
    content: header(syntax.content),
    undeclared: read === null ? null : p.sequence(before, read.undeclared),
    call:
      read === null
        ? null
        : {
            head: p.sequence(before, read.head),
            whole: read.fromHead === true ? read.whole : p.sequence(before, read.whole),
            fromHead: read.fromHead === true,
            block: read.block === true,
          },
    printed: printedMessages(p, syntax, read, request),
  }
}

function printedMessages(
  p: Builder,
  { start, end, reasoning = '', content, lead, between }: MessageSyntax,
  read: CallSyntax | null,
  request: TurnRequest,
): PrintedMessages {
  const t = chatTags(p)
  const more = (header: string, text: NodeId): NodeId => p.sequence(header, text, end + start)
  const tools = chosenTools(request)
  const before =
    lead === undefined
      ? p.eps()
      : lead.print(
          p,
          tools.map((tool) => tool.function.name),
        )
  const printed = read === null || tools.length === 0 ? null : read.printed(tools)
  return {
    reasoning: (text, opened) => more(opened ? '' : reasoning, text),
    preamble: (text) => more(content, text),
    answer: (text) => p.sequence(content, text),
    response: (value) => p.sequence(content, value),
    lead: before,
    call: printed === null ? null : read?.block === true ? printed : t.tool(printed),
    separator: between === undefined ? null : p.sequence(between, before),
  }
}

function writeMessages(
  { start, end, reasoning: thinks = '', content: says, lead, between }: MessageSyntax,
  calls: CallFamily,
  { reasoning, content, toolCalls }: WholeMessage,
  request: TurnRequest,
): string {
  const opened = request.reasoning === 'open'
  const thought =
    opened || (reasoning !== '' && request.reasoning !== 'off')
      ? `${opened ? '' : thinks}${reasoning}${end}${start}`
      : ''
  if (toolCalls.length === 0) {
    return content === '' && thought === '' ? '' : thought + says + content
  }
  const said = content === '' ? '' : says + content + end + start
  const led = (listed: readonly WholeCall[]): string =>
    listed
      .slice(0, 1)
      .map((call) => lead?.write(call) ?? '')
      .join('') + calls.writeCalls(listed, request)
  const written =
    between === undefined ? led(toolCalls) : toolCalls.map((call) => led([call])).join(between)
  return thought + said + written
}
