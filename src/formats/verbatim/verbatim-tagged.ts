import type { Tool } from '../../chat/chat-types.ts'
import { chatTags } from '../../chat/tags.ts'
import type { Builder } from '../../peg/builder.ts'
import type { JsonSchema, NodeId } from '../../peg/node.ts'
import { classifyType } from '../../schema/value-types.ts'
import { marker } from '../marker.ts'
import { parametersOf, type Parameter } from '../parameters.ts'
import { hasElements, type TaggedSyntax } from '../tagged-syntax.ts'
import type { TurnRequest } from '../turn-request.ts'
import { verbatimElement } from './verbatim-elements.ts'
import { settle, type VerbatimCallOptions, type VerbatimCalls } from './verbatim-types.ts'
import { verbatimJson, type VerbatimJson } from './verbatim-value.ts'

/** Above this many arguments even those that may stand in any order are read in that of the schema. */
const MaxAnyOrder = 6

/** Calls with tagged arguments, tags as they are written. */
export function verbatimTaggedCalls(
  p: Builder,
  syntax: TaggedSyntax,
  request: TurnRequest,
  options: VerbatimCallOptions,
): VerbatimCalls {
  const { outer, nameOpen } = syntax
  const gap = (): NodeId => (options.tight === true ? p.eps() : p.space())
  const { heads, bodies } = functions(p, syntax, request.tools, options)
  const opener = (): NodeId =>
    outer === undefined ? p.eps() : tag(p, trimmed(outer.open, options))
  const open = (): NodeId => p.sequence(opener(), outer === undefined ? p.eps() : gap())
  const first = (): NodeId => (options.bareFirst === true ? p.optional(open()) : open())
  const close = outer === undefined ? p.eps() : p.sequence(gap(), marker(p, outer.close.trim()))
  const all = request.parallel && options.single !== true
  const more = (item: NodeId): NodeId => (all ? p.zeroOrMore(item) : p.eps())
  const between = (): NodeId =>
    options.between === undefined ? p.space() : p.literal(options.between)
  const start = outer === undefined ? nameOpen : outer.open
  const calls =
    outer?.around === 'all'
      ? p.sequence(open(), bodies(), more(p.sequence(between(), bodies())), close)
      : p.sequence(
          p.sequence(first(), bodies(), close),
          more(p.sequence(between(), open(), bodies(), close)),
          p.space(),
        )
  return {
    stops: [
      ...(outer?.lead === undefined ? [] : [outer.lead + start.trim()]),
      options.tight === true ? start.trim() : trimmed(start, options),
      ...(options.bareFirst === true ? [nameOpen] : []),
    ],
    head: p.sequence(p.optional(outer?.lead ?? ''), first(), heads()),
    calls: p.sequence(p.optional(outer?.lead ?? ''), calls),
  }
}

/** A tag without the white space behind it, where any may stand. */
function trimmed(text: string, { looseTags }: VerbatimCallOptions): string {
  return looseTags === true ? text.trimEnd() : text
}

/** A tag with the white space behind it. */
function tag(p: Builder, text: string): NodeId {
  const word = text.trimEnd()
  return p.sequence(marker(p, word), text.slice(word.length))
}

interface Functions {
  readonly heads: () => NodeId
  readonly bodies: () => NodeId
}

/** One alternative a tool: its name decides which arguments there are. */
function functions(
  p: Builder,
  syntax: TaggedSyntax,
  tools: readonly Tool[],
  options: VerbatimCallOptions,
): Functions {
  const t = chatTags(p)
  const { nameOpen, nameClose } = syntax
  const gap = (): NodeId => (options.tight === true ? p.eps() : p.space())
  const outerless = syntax.outer === undefined
  const before = (): NodeId =>
    outerless ? p.sequence(tag(p, nameOpen), p.space()) : p.literal(nameOpen)
  const rules = tools.map((tool, i) => ({ tool, rule: `verbatim-${i}` }))
  const json = verbatimJson(p)
  for (const { tool, rule } of rules) p.rule(rule, body(p, syntax, json, rule, tool, options, gap))
  const begin = (tool: Tool): NodeId =>
    p.sequence(t.toolName(p.literal(tool.function.name)), nameEnd(p, syntax, tool, nameClose))
  return {
    heads: () => p.sequence(before(), p.choice(...tools.map((tool) => begin(tool)))),
    bodies: () =>
      t.tool(
        p.sequence(
          before(),
          p.choice(
            ...rules.map(({ tool, rule }) =>
              p.sequence(p.atomic(begin(tool)), settle(p, options), p.ref(rule)),
            ),
          ),
        ),
      ),
  }
}

/** Where nothing closes a name, what follows does. */
function nameEnd(p: Builder, syntax: TaggedSyntax, tool: Tool, nameClose: string): NodeId {
  if (nameClose !== '') return p.literal(nameClose)
  const needed = parametersOf(tool).listed.some(({ required }) => required)
  const first = syntax.argumentOpen.trim()
  const next = needed ? [first] : [first, syntax.end.trim()]
  return p.peek(p.sequence(p.space(), p.choice(...next)))
}

function body(
  p: Builder,
  syntax: TaggedSyntax,
  json: VerbatimJson,
  rule: string,
  tool: Tool,
  options: VerbatimCallOptions,
  gap: () => NodeId,
): NodeId {
  const { listed } = parametersOf(tool)
  const required = listed.filter((parameter) => parameter.required)
  const others = listed.filter((parameter) => !parameter.required)
  const read = (parameter: Parameter): NodeId =>
    argument(p, syntax, json, options, `${rule}-${parameter.name}`, parameter)
  const inAnyOrder = options.anyOrder === true && required.length <= MaxAnyOrder
  const needed = inAnyOrder
    ? p.permute(required.map(read))
    : p.sequence(
        ...required.flatMap((parameter, i) => [
          options.looseTags === true && i === 0 && hasLayout(syntax) ? p.eps() : gap(),
          read(parameter),
        ]),
      )
  const free =
    others.length === 0 ? p.eps() : p.zeroOrMore(p.sequence(gap(), p.choice(...others.map(read))))
  const loose = options.looseEnd === true || syntax.outer !== undefined
  return p.sequence(needed, free, loose ? gap() : p.eps(), trimmed(syntax.end, options))
}

/** White space behind the name of a call is part of what its template writes. */
function hasLayout({ nameClose }: TaggedSyntax): boolean {
  return nameClose.trimEnd() !== nameClose
}

/** One argument: a rule for its value, so that its name settles which one it is. */
function argument(
  p: Builder,
  syntax: TaggedSyntax,
  json: VerbatimJson,
  options: VerbatimCallOptions,
  rule: string,
  parameter: Parameter,
): NodeId {
  const t = chatTags(p)
  const { name, schema } = parameter
  const { argumentOpen, argumentNameClose, attribute } = syntax
  // A tag that opens the value stands behind the name, which is certain without.
  const tagAt =
    options.openNames === true
      ? 0
      : attribute === undefined
        ? argumentNameClose.indexOf('<', 1)
        : -1
  const nameClose = tagAt < 0 ? argumentNameClose : argumentNameClose.slice(0, tagAt)
  const valueOpen = argumentNameClose.slice(nameClose.length)
  const read = hasElements(syntax)
    ? verbatimElement(p, syntax, json, parameter, rule)
    : value(p, json, trimmed(syntax.argumentClose, options), schema)
  p.rule(rule, p.sequence(valueOpen, read))
  const word = classifyType(schema) === 'string' ? attribute?.words.string : attribute?.words.number
  const close =
    attribute === undefined ? nameClose : attribute.before + (word ?? '') + attribute.after
  const head = p.sequence(argumentOpen, t.toolArgName(p.literal(name)), close)
  return t.toolArg(p.sequence(p.atomic(head), settle(p, options), p.ref(rule)))
}

function value(p: Builder, json: VerbatimJson, argumentClose: string, schema: JsonSchema): NodeId {
  const t = chatTags(p)
  const text = p.sequence(t.toolArgString(p.until(argumentClose)), argumentClose)
  const kind = classifyType(schema)
  if (kind === 'string') return text
  const other = p.sequence(t.toolArgValue(json.value()), argumentClose)
  return kind === 'json' ? other : p.choice(p.atomic(other), text)
}
