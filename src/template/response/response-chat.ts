import { chatFromArena } from '../../chat/chat.ts'
import type { Chat, FormatOptions, Trigger } from '../../chat/chat-types.ts'
import { chatTags } from '../../chat/tags.ts'
import { readRequest, type TurnRequest } from '../../formats/turn-request.ts'
import { buildGrammar } from '../../grammar.ts'
import type { Arena } from '../../peg/arena.ts'
import type { Builder } from '../../peg/builder.ts'
import type { NodeId } from '../../peg/node.ts'
import { TemplateError } from '../template-error.ts'
import { callNodes, type CallNodes } from './call-nodes.ts'
import { callShape } from './call-shape.ts'
import { delimiterNode, noGroups, textUpTo } from './delimiters.ts'
import { behindAnchor } from './parse-response.ts'
import { literalPrefix, literalTree, regexSpaces, type RegexTree } from './regex-tree.ts'
import type { Delimiter, ResponseField, ResponseTemplate } from './template-type.ts'

/** What a field of a response template is in a message. */
type Channel = 'reasoning' | 'content' | 'calls' | 'other'

const channels: Readonly<Record<string, Channel>> = {
  thinking: 'reasoning',
  reasoning: 'reasoning',
  reasoning_content: 'reasoning',
  content: 'content',
  tool_calls: 'calls',
}

/** Options of a chat by a response template. */
export interface ResponseChatOptions extends FormatOptions {
  /** The prompt: what stands in it behind its last start anchor is read before the model's text. */
  readonly prefix?: string
}

/**
 * Makes a chat of a response template: messages, streamed arguments and a grammar, in place of the
 * whole text that the template itself is made for. Regions of one channel are joined, as nothing that
 * was sent can be taken back.
 *
 * @throws {TemplateError} when its calls have a shape that cannot be streamed
 * @example
 * ```ts
 * const template = readResponseTemplate({
 *   start_anchor: '<|assistant|>',
 *   fields: { thinking: { open: '<think>', close: '</think>' }, content: {} },
 * })
 * responseChat(template).parse('<think>hm</think>Ahoy').message.reasoning // 'hm'
 * ```
 */
export function responseChat(template: ResponseTemplate, options: ResponseChatOptions = {}): Chat {
  const thinks = template.fields.some(({ name }) => channelOf(name) === 'reasoning')
  const request = readRequest(options, thinks ? { open: '<think>', close: '</think>' } : undefined)
  if (options.responseSchema !== undefined) {
    throw new TypeError('a response template has no place for a response schema: use formats.plain')
  }
  const calls = template.fields.find(({ name }) => channelOf(name) === 'calls')
  const lazy = request.choice === 'auto' && calls !== undefined
  const triggers: Trigger[] = lazy
    ? openerTexts(calls.open).map((value) => ({ type: 'word', value }))
    : []
  return chatFromArena(chatArena(template, request), {
    format: 'response-template',
    lazy,
    triggers,
    preservedTokens: template.fields.flatMap(({ open, close }) => [
      ...openerTexts(open),
      ...openerTexts(close),
    ]),
    generationPrompt:
      options.prefix === undefined ? '' : behindAnchor(template.anchor, options.prefix),
    ...(options.tools === undefined ? {} : { tools: options.tools }),
  })
}

function channelOf(name: string): Channel {
  return Object.hasOwn(channels, name) ? (channels[name] ?? 'other') : 'other'
}

function chatArena(template: ResponseTemplate, request: TurnRequest): Arena {
  return buildGrammar((p) => {
    const t = chatTags(p)
    const implicit = template.fields.find(({ open }) => open === null)
    const explicit = template.fields.filter(({ open }) => open !== null)
    const openers = explicit.flatMap(({ open }) => (open === null ? [] : [open]))
    const close = implicit?.close ?? null
    const stops = (close === null ? openers : [...openers, close]).map(spaced)
    const text = textUpTo(p, stops, [p.sequence(p.space(), p.end())])
    const plain = implicit === undefined ? t.skip(text) : inChannel(p, implicit, text)
    const calls = explicit
      .filter(({ name }) => channelOf(name) === 'calls')
      .map((field) => callsOf(p, field, request))
    const items = [
      ...explicit
        .filter(({ name }) => channelOf(name) !== 'calls')
        .map((field) => regionNode(p, field)),
      ...calls.map((nodes) => nodes.read()),
      ...(close === null ? [] : [delimiterNode(p, close, noGroups)]),
      t.skip(p.chars(regexSpaces)),
      plain,
    ]
    p.rule('part', p.choice(...items))
    const reading = p.zeroOrMore(p.ref('part'))
    return p.sequence(p.dual(reading, printedTurn(p, template, request, calls)), p.end())
  })
}

/** The turn as the grammar prints it: reasoning, text, calls. */
function printedTurn(
  p: Builder,
  template: ResponseTemplate,
  { choice, tools, parallel, reasoning }: TurnRequest,
  calls: readonly CallNodes[],
): NodeId {
  const thinking = template.fields.filter(({ name }) => channelOf(name) === 'reasoning')
  const content = template.fields.find(({ name }) => channelOf(name) === 'content')
  const thought =
    reasoning === 'off' ? [] : thinking.map((field) => p.optional(printedRegion(p, field)))
  const stops = template.fields.flatMap(({ open }) => openerTexts(open))
  const free = stops.length === 0 ? p.rest() : p.until(...stops)
  const answer =
    content === undefined
      ? p.eps()
      : content.open === null
        ? free
        : p.optional(printedRegion(p, content))
  const chosen =
    typeof choice === 'object'
      ? tools.filter((tool) => tool.function.name === choice.function.name)
      : tools
  const [one] = calls
  if (choice === 'none' || one === undefined || chosen.length === 0)
    return p.sequence(...thought, answer)
  const call = p.rule('tool-calls', callsNode(p, one.print(chosen), parallel), { trigger: true })
  // What closes a section of calls is a closer of the implicit field.
  const close = template.fields.find(({ open }) => open === null)?.close ?? null
  const section = close === null ? p.eps() : p.optional(delimiterNode(p, close, noGroups))
  return choice === 'auto'
    ? p.sequence(...thought, answer, p.optional(p.sequence(call, section)))
    : p.sequence(...thought, p.space(), call, section)
}

function callsNode(p: Builder, call: NodeId, parallel: boolean): NodeId {
  return parallel ? p.sequence(call, p.zeroOrMore(p.sequence(p.space(), call))) : call
}

function printedRegion(p: Builder, field: ResponseField): NodeId {
  const { open, close } = field
  if (open === null) return p.eps()
  const texts = openerTexts(close)
  const body = texts.length === 0 ? p.rest() : p.until(...texts)
  const closing = close === null || texts.length === 0 ? p.eps() : p.choice(...texts)
  return p.sequence(p.choice(...openerTexts(open)), body, closing)
}

function callsOf(p: Builder, field: ResponseField, request: TurnRequest): CallNodes {
  const shape = callShape(field)
  if (shape === null) {
    throw new TemplateError(
      'response-template',
      `${field.name}: calls of this shape cannot be streamed`,
      {
        hint: 'read whole texts with createResponseParser, or use the family’s own format',
      },
    )
  }
  return callNodes(p, field, shape, request.tools)
}

function regionNode(p: Builder, field: ResponseField): NodeId {
  const { open, close } = field
  if (open === null) return p.eps()
  const opening = p.sequence(delimiterNode(p, open, noGroups), p.cut())
  const end = p.sequence(p.space(), p.end())
  const keeps = field.content.kind === 'text' && !field.content.strip
  const closer = close === null || keeps ? close : spaced(close)
  const text = textUpTo(p, closer === null ? [] : [closer], keeps ? [] : [end])
  const layout = keeps ? p.eps() : chatTags(p).skip(p.space())
  const body = p.sequence(layout, p.optional(inChannel(p, field, text)))
  const closing = closer === null ? p.eps() : p.optional(delimiterNode(p, closer, noGroups))
  return p.sequence(opening, body, closing)
}

function inChannel(p: Builder, field: ResponseField, text: NodeId): NodeId {
  const t = chatTags(p)
  switch (channelOf(field.name)) {
    case 'reasoning':
      return t.reasoning(text)
    case 'content':
      return t.content(text)
    default:
      return t.skip(text)
  }
}

/** A delimiter with the white space before it, which values lose. */
function spaced(delimiter: Delimiter): Delimiter {
  const tree: RegexTree =
    delimiter.kind === 'pattern'
      ? delimiter.tree
      : { kind: 'choice', items: byLength(delimiter.texts).map(literalTree), start: 0 }
  const space: RegexTree = {
    kind: 'repeat',
    item: { kind: 'set', set: regexSpaces, start: 0 },
    min: 0,
    max: null,
    lazy: false,
    start: 0,
  }
  const pattern = delimiter.kind === 'pattern' ? delimiter.pattern : ''
  const rest = tree.kind === 'sequence' && startsWithSpaces(tree) ? tree.items.slice(1) : [tree]
  return { kind: 'pattern', pattern, tree: { kind: 'sequence', items: [space, ...rest], start: 0 } }
}

function startsWithSpaces({ items: [first] }: Extract<RegexTree, { kind: 'sequence' }>): boolean {
  if (first?.kind !== 'repeat' || first.item.kind !== 'set' || first.max !== null) return false
  return first.min === 0 && first.item.set.join() === regexSpaces.join()
}

function byLength(texts: readonly string[]): readonly string[] {
  return texts.toSorted((a, b) => b.length - a.length)
}

/** What a delimiter surely begins with, behind white space and what may be missing. */
function openerTexts(delimiter: Delimiter | null): readonly string[] {
  if (delimiter === null) return []
  if (delimiter.kind === 'texts') return delimiter.texts
  return [...new Set(leads(delimiter.tree))].filter((text) => text.trim() !== '')
}

function leads(tree: RegexTree): readonly string[] {
  if (tree.kind === 'choice') return tree.items.flatMap(leads)
  if (tree.kind === 'group') return leads(tree.item)
  if (tree.kind !== 'sequence') return [literalPrefix(tree).text]
  const out: string[] = []
  for (const [i, item] of tree.items.entries()) {
    const optional = item.kind === 'repeat' && item.min === 0
    if (!optional) {
      const rest: RegexTree = { ...tree, items: tree.items.slice(i) }
      const { text } = literalPrefix(rest)
      return [...out, ...(text === '' ? leads(item) : [text])]
    }
    out.push(...leads(item.item))
  }
  return out
}
