import { chatTags } from '../../chat/tags.ts'
import type { Builder } from '../../peg/builder.ts'
import type { NodeId } from '../../peg/node.ts'
import { marker } from '../marker.ts'
import { readLabel, type NamedToolsSyntax } from '../named-tools.ts'
import { anyText } from '../one-of.ts'
import type { TurnRequest } from '../turn-request.ts'
import { settle, type VerbatimCallOptions, type VerbatimCalls } from './verbatim-types.ts'
import { verbatimJson } from './verbatim-value.ts'

/** The rule of what follows a name. */
const rest = 'verbatim-call-rest'

/** Calls whose name stands before their JSON arguments, markers as they are written. */
export function verbatimNamedCalls(
  p: Builder,
  syntax: NamedToolsSyntax,
  request: TurnRequest,
  options: VerbatimCallOptions,
): VerbatimCalls {
  const { open, list } = syntax
  const gap = (): NodeId => (options.tight === true ? p.eps() : p.space())
  const section = list?.open ?? ''
  const begin = (): NodeId => (section === '' ? p.eps() : p.sequence(marker(p, section), gap()))
  const optional = list?.optional === true
  const { head, item } = named(p, syntax, request, options, gap)
  const all = request.parallel && options.single !== true
  const calls = p.sequence(item(), all ? p.zeroOrMore(p.sequence(gap(), item())) : p.eps())
  const closer = list?.close === undefined ? p.eps() : p.sequence(gap(), marker(p, list.close))
  return {
    stops: optional ? [section, open] : [section === '' ? open : section],
    head: p.sequence(optional ? p.optional(begin()) : begin(), head()),
    calls: optional
      ? p.sequence(p.optional(begin()), calls, p.optional(closer))
      : p.sequence(begin(), calls, closer),
  }
}

interface NamedCall {
  readonly head: () => NodeId
  readonly item: () => NodeId
}

function named(
  p: Builder,
  syntax: NamedToolsSyntax,
  request: TurnRequest,
  options: VerbatimCallOptions,
  gap: () => NodeId,
): NamedCall {
  const t = chatTags(p)
  const { open, nameOpen = '', nameClose, argumentsClose = '', close = '', counted } = syntax
  const names = request.tools.map((tool) => tool.function.name)
  const name = (): NodeId => t.toolName(anyText(p, names))
  const begin = (): NodeId =>
    counted === true
      ? p.sequence(t.toolId(p.sequence(nameOpen, name(), ':', p.chars('[0-9]'))), nameClose)
      : p.sequence(readLabel(p, syntax), nameOpen, name(), given(p, syntax), nameClose)
  const head = (): NodeId => p.sequence(marker(p, open), p.atomic(begin()))
  const ending = argumentsClose.trim()
  const mayMiss = counted === true
  p.rule(
    rest,
    p.sequence(
      gap(),
      verbatimJson(p).arguments(),
      ending === '' ? p.eps() : p.sequence(p.space(), ending),
      close === '' ? p.eps() : mayMiss ? p.optional(marker(p, close)) : marker(p, close),
    ),
  )
  return { head, item: () => t.tool(p.sequence(head(), settle(p, options), p.ref(rest))) }
}

function given(p: Builder, { id, nameClose }: NamedToolsSyntax): NodeId {
  if (id === undefined) return p.eps()
  return p.optional(p.sequence(id.open, chatTags(p).toolId(p.until(nameClose))))
}
