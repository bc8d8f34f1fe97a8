import type { Tool } from '../../chat/chat-types.ts'
import { chatTags } from '../../chat/tags.ts'
import type { Builder, Operand } from '../../peg/builder.ts'
import type { NodeId } from '../../peg/node.ts'
import { inJson } from '../json-read.ts'
import type { IdField, JsonToolsSyntax } from '../json-tools.ts'
import { marker } from '../marker.ts'
import { anyText } from '../one-of.ts'
import type { TurnRequest } from '../turn-request.ts'
import { settle, type VerbatimCallOptions, type VerbatimCalls } from './verbatim-types.ts'
import { verbatimJson, type VerbatimJson } from './verbatim-value.ts'

/** The rule of what follows a name. */
const rest = 'verbatim-call-rest'

/** Calls that are JSON objects: the members in their order, white space between tokens. */
export function verbatimJsonCalls(
  p: Builder,
  syntax: JsonToolsSyntax,
  request: TurnRequest,
  options: VerbatimCallOptions,
): VerbatimCalls {
  const t = chatTags(p)
  const { list, open = '', close = '', layout = '' } = syntax
  const [fence = '', bracket] = (list?.before ?? '').trim().split(/(?=\[$)/)
  const brackets = fence === '[' || bracket === '['
  const begin = list === undefined || !brackets ? outside(syntax) : (list.open ?? '')
  const end = list === undefined || !brackets ? close : (list.close ?? '')
  const { head, whole } = object(p, syntax, request.tools)
  p.rule(rest, whole)
  const item = (): NodeId => t.tool(p.sequence(head(), settle(p, options), p.ref(rest)))
  const some = request.parallel && options.single !== true
  const more = (): NodeId =>
    some ? p.zeroOrMore(p.sequence(p.space(), ',', p.space(), item())) : p.eps()
  const opener = (): NodeId =>
    p.sequence(
      begin === '' ? p.eps() : literalMarker(p, begin),
      p.space(),
      bracket === undefined ? p.eps() : p.sequence(fence, p.space()),
      brackets ? p.sequence('[', p.space()) : p.eps(),
    )
  const closer = p.sequence(
    p.space(),
    brackets ? p.sequence(']', p.space()) : p.eps(),
    p.literal((list?.after ?? '').trim().replace(/^\]\s*/, '')),
    end === '' ? p.eps() : marker(p, end),
  )
  const block = (): NodeId => p.sequence(opener(), item(), more(), closer)
  const repeats =
    options.single !== true && (options.repeated ?? (list === undefined && open + layout !== ''))
  return {
    stops: options.stops ?? [begin === '' ? '{' : begin],
    head: p.sequence(opener(), head()),
    calls: repeats
      ? p.sequence(block(), p.space(), p.zeroOrMore(p.sequence(block(), p.space())))
      : block(),
  }
}

/** What stands before a call by itself; where the opener may be missing, the brace begins it. */
function outside({ open = '', layout = '', bare = false }: JsonToolsSyntax): string {
  return bare ? '' : open + layout
}

/** A marker with its layout: one token where it has none. */
function literalMarker(p: Builder, text: string): NodeId {
  const words = text.trimEnd()
  return words === text ? marker(p, text) : p.sequence(marker(p, words), text.slice(words.length))
}

function object(
  p: Builder,
  syntax: JsonToolsSyntax,
  tools: readonly Tool[],
): { readonly head: () => NodeId; readonly whole: NodeId } {
  const t = chatTags(p)
  const json = verbatimJson(p)
  const { name = 'name', arguments: own = 'arguments', id, wrapper } = syntax
  const colon = (): NodeId => p.sequence(p.space(), ':', p.space())
  const comma = (): NodeId => p.sequence(p.space(), ',', p.space())
  const key = (field: Operand): NodeId => p.sequence(field, colon())
  const names = tools.map((tool) => inJson(tool.function.name))
  const quoted = (): NodeId => p.sequence('"', t.toolNameJson(anyText(p, names)), '"')
  const inner = wrapper === undefined ? p.eps() : p.sequence(key(`"${wrapper}"`), '{', p.space())
  const type = p.optional(p.sequence(key('"type"'), '"function"', comma()))
  const first =
    id?.place === 'first' ? p.sequence(p.optional(idMember(p, json, id)), comma()) : p.eps()
  const last =
    id?.place === 'last' ? p.sequence(comma(), p.optional(idMember(p, json, id))) : p.eps()
  const end = p.sequence(
    p.space(),
    '}',
    wrapper === undefined ? p.eps() : p.sequence(p.space(), '}'),
  )
  const begin = (): NodeId => p.sequence('{', p.space(), inner)
  if (syntax.nameIsKey === true) {
    return {
      head: () => p.sequence(begin(), p.atomic(quoted())),
      whole: p.sequence(colon(), json.arguments(), end),
    }
  }
  return {
    head: () =>
      p.sequence(
        begin(),
        syntax.typed === true ? type : p.eps(),
        first,
        key(`"${name}"`),
        p.atomic(quoted()),
      ),
    whole: p.sequence(comma(), key(`"${own}"`), json.arguments(), last, end),
  }
}

function idMember(p: Builder, json: VerbatimJson, { key }: IdField): NodeId {
  const t = chatTags(p)
  const text = p.sequence('"', t.toolId(json.text()), '"')
  return p.atomic(
    p.sequence(`"${key}"`, p.space(), ':', p.space(), p.choice(text, t.toolId(p.jsonNumber()))),
  )
}
