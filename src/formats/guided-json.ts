import type { Tool } from '../chat/chat-types.ts'
import type { Policies } from '../chat/policy.ts'
import { chatTags } from '../chat/tags.ts'
import type { WholeCall, WholeMessage } from '../chat/write.ts'
import type { Builder } from '../peg/builder.ts'
import type { NodeId } from '../peg/node.ts'
import { chatMl, defineFormat, type Format } from './format.ts'
import { looseJson } from './loose-json.ts'
import { anyText } from './one-of.ts'
import { reasoningPart } from './reasoning.ts'
import type { TurnRequest } from './turn-request.ts'

/**
 * The JSON that servers force a model to write when a tool must be called, whatever its family: with a
 * named choice the arguments alone, with `required` a list of `{"name": …, "parameters": …}`. Any other
 * answer is text. Reasoning may stand before it.
 *
 * Source: vLLM's serving layer, for parsers that support required and named choices.
 *
 * @example
 * ```ts
 * const tools = [{ type: 'function', function: { name: 'now' } }] as const
 * const chat = guidedJson({ tools, toolChoice: { function: { name: 'now' } } })
 * chat.parse('{"zone": "CET"}').message.toolCalls[0]?.name // 'now'
 * ```
 */
export const guidedJson: Format = defineFormat({
  ...chatMl,
  name: 'guided-json',
  summary: 'JSON in place of the family’s own calls, where a tool must be called',
  aliases: [],
  turn,
  write,
})

function turn(p: Builder, request: TurnRequest, policies: Policies): NodeId {
  const t = chatTags(p)
  const reasoning = reasoningPart(p, {
    open: '<think>',
    close: '</think>',
    mode: request.reasoning,
    policies,
    contentOpen: null,
    openers: [],
    callHead: null,
    call: null,
    stray: null,
  })
  const { choice } = request
  const named = typeof choice === 'object' ? choice.function.name : null
  const text = t.content(p.rest())
  if (named === null && choice !== 'required') return p.sequence(reasoning, text, p.end())
  const read = named === null ? readList(p, request.tools) : readArguments(p, named)
  p.rule('guided-calls', p.sequence(read, p.space(), text))
  const printed = named === null ? printList(p, request) : printOne(p, request, named)
  const calls = p.dual(p.choice(p.ref('guided-calls'), p.recover(text)), printed)
  return p.sequence(reasoning, p.space(), calls, p.end())
}

/** The whole answer is the arguments of the tool that the request names. */
function readArguments(p: Builder, name: string): NodeId {
  const t = chatTags(p)
  const { object } = looseJson(p, 'arguments', chatMl.ends)
  return t.tool(p.sequence(p.peek('{'), p.cut(), t.toolNamed(name), t.toolArgs(object)))
}

function readList(p: Builder, tools: readonly Tool[]): NodeId {
  const t = chatTags(p)
  const { value } = looseJson(p, 'arguments', chatMl.ends)
  const key = (name: string): NodeId => p.sequence(`"${name}"`, p.space(), ':', p.space())
  const comma = p.sequence(p.space(), ',', p.space())
  const names = anyText(
    p,
    tools.map((tool) => JSON.stringify(tool.function.name).slice(1, -1)),
  )
  const field = p.choice(key('parameters'), key('arguments'))
  const call = t.tool(
    p.sequence(
      '{',
      p.space(),
      key('name'),
      '"',
      t.toolNameJson(names),
      '"',
      p.cut(),
      p.optional(p.sequence(comma, field, t.toolArgs(value))),
      p.space(),
      '}',
    ),
  )
  return p.sequence('[', p.space(), call, p.zeroOrMore(p.sequence(comma, call)), p.space(), ']')
}

function printList(p: Builder, request: TurnRequest): NodeId {
  const calls = request.tools.map((tool) =>
    p.sequence(
      `{"name": ${JSON.stringify(tool.function.name)}, "parameters": `,
      printArguments(p, tool, request.schema),
      '}',
    ),
  )
  const call = p.rule('guided-call', p.choice(...calls))
  const list = request.parallel
    ? p.sequence(call, p.zeroOrMore(p.sequence(', ', p.ref('guided-call'))))
    : call
  return p.sequence('[', list, ']')
}

function printOne(p: Builder, request: TurnRequest, name: string): NodeId {
  const tool = request.tools.find((one) => one.function.name === name)
  return tool === undefined ? p.json() : printArguments(p, tool, request.schema)
}

function printArguments(
  p: Builder,
  { function: tool }: Tool,
  schema: TurnRequest['schema'],
): NodeId {
  return p.schema(tool.parameters ?? { type: 'object' }, {
    name: `${tool.name}-arguments`,
    ...(schema === undefined ? {} : { settings: schema }),
  })
}

function write(message: WholeMessage, request: TurnRequest): string {
  const { reasoning, content, toolCalls } = message
  const thought = reasoning === '' ? '' : `<think>${reasoning}</think>`
  return thought + (toolCalls.length === 0 ? content : writeCalls(toolCalls, request))
}

function writeCalls(calls: readonly WholeCall[], { choice }: TurnRequest): string {
  if (typeof choice === 'object') return calls.map((call) => call.arguments).join('')
  const items = calls.map(
    (call) => `{"name": ${JSON.stringify(call.name)}, "parameters": ${call.arguments}}`,
  )
  return `[${items.join(', ')}]`
}
