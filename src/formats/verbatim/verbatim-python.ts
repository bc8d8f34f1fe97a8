import type { Tool } from '../../chat/chat-types.ts'
import { chatTags } from '../../chat/tags.ts'
import type { Builder } from '../../peg/builder.ts'
import type { NodeId } from '../../peg/node.ts'
import { classifyType } from '../../schema/value-types.ts'
import type { ListSyntax } from '../list-edges.ts'
import { marker } from '../marker.ts'
import { parametersOf, type Parameter } from '../parameters.ts'
import type { TurnRequest } from '../turn-request.ts'
import { settle, type VerbatimCallOptions, type VerbatimCalls } from './verbatim-types.ts'

/** The names of the rules. */
const Rules = {
  value: 'verbatim-python',
  dict: 'verbatim-python-dict',
  list: 'verbatim-python-list',
} as const

/**
 * Calls in a Python list: declared arguments only, in any order, strings where the schema says so. What
 * Python would skip between an argument, its sign and its value is no match.
 *
 * Source: llama.cpp's reader of LFM2, as it prints its parser.
 */
export function verbatimPythonCalls(
  p: Builder,
  { open = '', close = '', before = '', between = '', after = '' }: ListSyntax,
  request: TurnRequest,
  options: VerbatimCallOptions,
): VerbatimCalls {
  addValues(p)
  const { head, call } = functions(p, request.tools, options)
  const begin = (): NodeId =>
    p.sequence(open === '' ? p.eps() : marker(p, open), before.trim(), p.space())
  const comma = between.trim() === '' ? p.space() : p.sequence(between.trim(), p.space())
  const more = request.parallel ? p.zeroOrMore(p.sequence(comma, call())) : p.eps()
  const end = p.sequence(p.space(), after.trim(), close === '' ? p.eps() : marker(p, close))
  return {
    stops: [open === '' ? before.trim() : open],
    head: p.sequence(begin(), head()),
    calls: p.sequence(begin(), call(), more, end),
  }
}

/** One alternative a tool: its name decides which arguments there are. */
function functions(
  p: Builder,
  tools: readonly Tool[],
  options: VerbatimCallOptions,
): { readonly head: () => NodeId; readonly call: () => NodeId } {
  const t = chatTags(p)
  const rules = tools.map((tool, i) => ({ tool, rule: `verbatim-${i}` }))
  for (const { tool, rule } of rules) {
    const { listed } = parametersOf(tool)
    p.rule(rule, p.sequence(p.space(), argumentsOf(p, rule, listed, options), p.space(), ')'))
  }
  const begin = (tool: Tool): NodeId =>
    p.atomic(p.sequence(t.toolName(p.literal(tool.function.name)), '('))
  return {
    head: () => p.choice(...tools.map((tool) => begin(tool))),
    call: () =>
      t.tool(
        p.choice(
          ...rules.map(({ tool, rule }) =>
            p.sequence(begin(tool), settle(p, options), p.ref(rule)),
          ),
        ),
      ),
  }
}

/** There is one at least, where there are any. */
function argumentsOf(
  p: Builder,
  rule: string,
  listed: readonly Parameter[],
  options: VerbatimCallOptions,
): NodeId {
  if (listed.length === 0) return p.eps()
  const t = chatTags(p)
  for (const { name, schema } of listed) {
    const value = classifyType(schema) === 'string' ? text(p) : p.ref(Rules.value)
    p.rule(`${rule}-${name}`, t.toolArgPython(value))
  }
  const one = ({ name }: Parameter): NodeId => {
    const isCertain = listed.every((other) => other.name === name || !other.name.startsWith(name))
    const word = t.toolArgName(p.literal(name))
    const head = isCertain
      ? p.sequence(word, settle(p, options), '=')
      : p.sequence(p.atomic(p.sequence(word, '=')), settle(p, options))
    return t.toolArg(p.sequence(head, p.ref(`${rule}-${name}`)))
  }
  p.rule(`${rule}-argument`, p.choice(...listed.map(one)))
  const any = (): NodeId => p.ref(`${rule}-argument`)
  return p.sequence(any(), p.zeroOrMore(p.sequence(',', p.space(), any())))
}

/** Values of Python and of JSON alike. */
function addValues(p: Builder): void {
  const comma = (): NodeId => p.sequence(',', p.space())
  const member = (): NodeId => p.sequence(text(p), p.space(), ':', p.space(), p.ref(Rules.value))
  const bracketed = (
    open: string,
    item: () => NodeId,
    gap: () => NodeId,
    close: string,
  ): NodeId => {
    const items = p.sequence(item(), p.zeroOrMore(p.sequence(gap(), comma(), item())), p.space())
    return p.sequence(open, p.space(), p.choice(close, p.sequence(items, close)), p.space())
  }
  p.rule(
    Rules.dict,
    bracketed('{', member, () => p.space(), '}'),
  )
  // Nothing is skipped between an item and its comma.
  p.rule(
    Rules.list,
    bracketed(
      '[',
      () => p.ref(Rules.value),
      () => p.eps(),
      ']',
    ),
  )
  const words = ['True', 'False', 'None', 'true', 'false', 'null']
  p.rule(
    Rules.value,
    p.choice(p.ref(Rules.dict), p.ref(Rules.list), text(p), p.jsonNumber(), ...words),
  )
}

/** A string in either quotes, with JSON's escapes. */
function text(p: Builder): NodeId {
  const quoted = (quote: string): NodeId => {
    const escape = p.atomic(
      p.choice(
        p.sequence('\\', p.chars(`[${quote}\\\\/bfnrt]`, 1, 1)),
        p.sequence('\\u', p.chars('[0-9a-fA-F]', 4, 4)),
      ),
    )
    const char = p.choice(p.chars(`[^${quote}\\\\]`), escape)
    return p.sequence(quote, p.zeroOrMore(char), quote)
  }
  return p.choice(quoted('"'), quoted("'"))
}
