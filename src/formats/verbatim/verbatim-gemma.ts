import type { Policies } from '../../chat/policy.ts'
import { chatTags } from '../../chat/tags.ts'
import type { Builder } from '../../peg/builder.ts'
import type { NodeId } from '../../peg/node.ts'
import type { TurnRequest } from '../turn-request.ts'
import { settle } from './verbatim-types.ts'

/** The names of the rules. */
const Rules = {
  messages: 'verbatim-messages',
  calls: 'verbatim-calls',
  rest: 'verbatim-rest',
  object: 'verbatim-gemma-object',
  array: 'verbatim-gemma-array',
  value: 'verbatim-gemma',
} as const

/** The markers of a turn of Gemma 4. */
export interface GemmaMarkers {
  readonly header: string
  readonly channel: { readonly open: string; readonly name: string; readonly close: string }
  readonly call: { readonly open: string; readonly word: string; readonly close: string }
  readonly quote: string
}

/**
 * Gemma 4 as llama.cpp reads it: thoughts on their channel and text in turns, then calls; what stands
 * between them and behind them is dropped.
 *
 * Source: its reader of Gemma 4, as it prints its parser.
 */
export function verbatimGemma(
  p: Builder,
  { header, channel, call, quote }: GemmaMarkers,
  request: TurnRequest,
  { brokenCall }: Policies,
): NodeId {
  const t = chatTags(p)
  const mark = (text: string): NodeId => p.token(text)
  const token = (text: string): { readonly text: string; readonly token: true } => ({
    text,
    token: true,
  })
  const none = request.choice === 'none' || request.tools.length === 0
  // Openers without a channel's name are skipped, in front of one that has it.
  const opener = p.sequence(
    p.zeroOrMore(p.sequence(mark(channel.open), p.not(channel.name))),
    p.sequence(mark(channel.open), channel.name),
  )
  const ends = [channel.open, channel.close, ...(none ? [] : [call.open])]
  const content = (): NodeId => p.until(...ends.map(token))
  const begun = p.sequence(p.not(p.choice(...ends.map(mark))), p.cut())
  const tagged = request.reasoning === 'off' ? t.skip : t.reasoning
  const thought = tagged(p.until(token(channel.close)))
  const message = p.choice(
    p.sequence(opener, p.cut(), p.space(), thought, mark(channel.close), t.content(content())),
    p.sequence(begun, t.content(p.sequence(p.any(), content()))),
  )
  p.rule(Rules.messages, p.zeroOrMore(message))
  const calls = none ? [] : [t.skip(p.until(token(call.open))), p.ref(Rules.calls)]
  if (!none) {
    const unsettled = brokenCall === 'drop'
    p.rule(Rules.calls, readCalls(p, { header, channel, call, quote }, request, unsettled))
  }
  return p.sequence(p.optional(header), p.zeroOrMore(message), ...calls, t.skip(p.rest()), p.end())
}

function readCalls(
  p: Builder,
  { call: syntax, quote }: GemmaMarkers,
  request: TurnRequest,
  unsettled: boolean,
): NodeId {
  const t = chatTags(p)
  addValues(p, quote, unsettled)
  p.rule(Rules.rest, members(p, unsettled))
  const begin = (name: string): NodeId =>
    p.atomic(p.sequence(t.toolName(p.literal(name)), p.peek('{')))
  const names = p.choice(...request.tools.map((tool) => begin(tool.function.name)))
  const call = p.sequence(
    p.token(syntax.open),
    syntax.word,
    t.tool(p.sequence(names, settle(p, { unsettled }), p.ref(Rules.rest))),
    p.token(syntax.close),
  )
  const must = request.choice !== 'auto'
  if (!request.parallel) return must ? call : p.optional(call)
  return must ? p.oneOrMore(call) : p.zeroOrMore(call)
}

/** The members of an object, with its brackets. */
function members(p: Builder, unsettled: boolean): NodeId {
  const t = chatTags(p)
  const key = p.atomic(p.sequence(t.toolArgName(p.chars('[^:}]')), ':'))
  const member = (): NodeId =>
    t.toolArg(p.sequence(key, settle(p, { unsettled }), p.space(), p.ref(Rules.value)))
  return p.sequence('{', p.space(), p.choice('}', p.sequence(listed(p, member), '}')))
}

/** Nothing is skipped between an item and its comma. */
function listed(p: Builder, item: () => NodeId): NodeId {
  return p.sequence(item(), p.zeroOrMore(p.sequence(',', p.space(), item())), p.space())
}

function addValues(p: Builder, quote: string, unsettled: boolean): void {
  const t = chatTags(p)
  const string = p.sequence(
    p.token(quote),
    t.toolArgString(p.until({ text: quote, token: true })),
    p.token(quote),
  )
  const item = (): NodeId => p.ref(Rules.value)
  p.rule(Rules.object, t.toolArgObject(members(p, unsettled)))
  p.rule(
    Rules.array,
    t.toolArgArray(p.sequence('[', p.space(), p.choice(']', p.sequence(listed(p, item), ']')))),
  )
  const word = t.toolArgValue(p.choice(p.jsonNumber(), p.jsonBool(), p.jsonNull()))
  p.rule(Rules.value, p.choice(string, p.ref(Rules.object), p.ref(Rules.array), word))
}
