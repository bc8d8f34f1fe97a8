import type { Policies } from '../chat/policy.ts'
import { chatTags } from '../chat/tags.ts'
import type { Builder } from '../peg/builder.ts'
import type { NodeId } from '../peg/node.ts'
import { singleCalls, type CallUnit } from './call-list.ts'
import { readGemma } from './gemma-notation.ts'
import { printGemma, writeGemma } from './gemma-print.ts'
import type { CallFamily } from './json-tools.ts'
import { delimiter, marker } from './marker.ts'
import { anyText, oneOf } from './one-of.ts'
import type { TurnRequest } from './turn-request.ts'

/** Calls as Gemma writes them: `call:NAME{key:value}` between markers. */
export interface GemmaSyntax {
  readonly open: string
  readonly close: string
  /** Around strings. */
  readonly quote: string
}

/** What begins a call whose opener is missing. */
const word = 'call:'

/** Calls in Gemma's notation, whose arguments become JSON. */
export function gemmaCalls(syntax: GemmaSyntax): CallFamily {
  const { open, close, quote } = syntax
  const markers = { openers: [open], closers: [close], tokens: [quote] }
  return {
    markers,
    calls: (p, request, policies) => {
      const strict = policies.strayOpener === 'reject'
      const openers = strict ? [open] : [open, word]
      return {
        ...singleCalls(p, unitOf(p, syntax, request, policies), { ...markers, openers }),
        // Inside the reasoning the word alone is no call: it is talked about more often.
        reasoningOpeners: [open],
      }
    },
    writeCalls: (calls) =>
      calls
        .map((call) => `${open}${word}${call.name}${writeGemma(quote, call.arguments)}${close}`)
        .join(''),
  }
}

function unitOf(
  p: Builder,
  { open, close, quote }: GemmaSyntax,
  request: TurnRequest,
  policies: Policies,
): CallUnit {
  const t = chatTags(p)
  const strict = policies.strayOpener === 'reject'
  const names = request.tools.map((tool) => tool.function.name)
  const free = (): NodeId => p.chars('[^:,{}()\\[\\]<> \\t\\r\\n]')
  const known = policies.undeclaredTool === 'emit' ? free() : anyText(p, names)
  const opened = p.sequence(marker(p, open), p.space())
  // Models forget each part of the beginning, and take the other bracket.
  const begin = strict
    ? p.sequence(opened, word)
    : p.choice(p.sequence(opened, p.optional(p.sequence(p.optional('call'), ':'))), word)
  const brace = strict ? p.literal('{') : p.chars('[{(]', 1, 1)
  const { members } = readGemma(p, quote, close, policies)
  const end = p.optional(p.sequence(p.space(), marker(p, close)))
  const print = printGemma(p, quote, request)
  return {
    head: p.sequence(begin, p.atomic(p.sequence(t.toolName(known), p.space(), brace))),
    rest: p.sequence(members, end),
    undeclared: p.sequence(begin, free(), p.space(), brace),
    any: p.sequence(begin, free(), p.space(), brace, p.until(delimiter(close)), end),
    printed: (tools) => {
      const words = tools.map((tool, i) => ({ text: tool.function.name, then: print(tool, i) }))
      return p.sequence(open + word, oneOf(p, words), close)
    },
  }
}
