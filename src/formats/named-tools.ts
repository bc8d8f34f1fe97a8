import type { Policies } from '../chat/policy.ts'
import { chatTags } from '../chat/tags.ts'
import type { WholeCall } from '../chat/write.ts'
import type { Builder } from '../peg/builder.ts'
import type { NodeId } from '../peg/node.ts'
import { listedCalls, listMarkers, singleCalls, writeList, type CallUnit } from './call-list.ts'
import type { ListSyntax } from './list-edges.ts'
import type { CallFamily } from './json-tools.ts'
import { printSchema } from './json-print.ts'
import { looseJson } from './loose-json.ts'
import { marker } from './marker.ts'
import { anyText, oneOf } from './one-of.ts'
import { spaced } from './spaced.ts'
import type { TurnRequest } from './turn-request.ts'
import { verbatimNamedCalls } from './verbatim/verbatim-named.ts'

/** Calls whose name stands outside of their JSON arguments: `<function=` NAME `>` `{…}` `</function>`. */
export interface NamedToolsSyntax {
  readonly open: string
  /** Before the name, behind the opener. */
  readonly nameOpen?: string
  /** Between the name and the arguments. */
  readonly nameClose: string
  /** The arguments may follow the name at once. */
  readonly bareArguments?: boolean
  /** An id behind the name, which may be missing, or before all that opens the name. */
  readonly id?: {
    readonly open: string
    readonly chars: string
    readonly length: number
    readonly place?: 'first'
  }
  /** A word behind the opener, before all that opens the name, which its template makes of the name. */
  readonly label?: (name: string) => string
  /** `nameOpen`, the name, a colon and a number are the id. */
  readonly counted?: boolean
  /** Behind the arguments. */
  readonly argumentsClose?: string
  readonly close?: string
  readonly list?: ListSyntax
}

/**
 * Calls whose name stands outside of their JSON arguments.
 *
 * @example
 * ```ts
 * const calls = namedTools({ open: '<call:', nameClose: '>', close: '</call>' })
 * const format = defineFormat({ name: 'mine', header: '', ends: ['<end>'], ...calls })
 * const chat = format({ tools: [{ function: { name: 'now' } }] })
 * chat.parse('<call:now>{}</call>').message.toolCalls[0]?.name // 'now'
 * ```
 */
export function namedTools(syntax: NamedToolsSyntax): CallFamily {
  const { open, close = '', list } = syntax
  const markers = listMarkers(list, [open], close)
  return {
    markers,
    calls(p, request, policies) {
      const unit = namedUnit(p, syntax, markers.closers, request, policies)
      return list === undefined
        ? singleCalls(p, unit, markers)
        : listedCalls(p, unit, list, markers, request, policies)
    },
    verbatimCalls: (p, request, options) => verbatimNamedCalls(p, syntax, request, options),
    writeCalls: (calls) =>
      writeList(
        list,
        calls.map((call, index) => writeCall(syntax, call, index)),
        '',
      ),
  }
}

function namedUnit(
  p: Builder,
  syntax: NamedToolsSyntax,
  closers: readonly string[],
  request: TurnRequest,
  policies: Policies,
): CallUnit {
  const t = chatTags(p)
  const { open, nameOpen = '', argumentsClose = '', close = '' } = syntax
  const loose = looseJson(p, 'arguments', closers)
  const names = request.tools.map((tool) => tool.function.name)
  const free = (): NodeId => p.chars('[^<>{}\\[\\] \\t\\r\\n:]')
  const known = policies.undeclaredTool === 'emit' ? free() : anyText(p, names)
  const prefix = (): NodeId => (nameOpen === '' ? p.eps() : spaced(p, nameOpen))
  const begin = (): NodeId =>
    p.sequence(opening(p, syntax), syntax.counted === true ? p.optional(prefix()) : prefix())
  const closing = p.optional(
    p.sequence(p.space(), argumentsClose.trim() === '' ? p.eps() : spaced(p, argumentsClose)),
  )
  const end =
    close === '' ? p.eps() : p.optional(p.sequence(p.space(), p.choice(marker(p, close), p.end())))
  const head =
    syntax.counted === true ? counted(p, syntax, known) : begun(p, syntax, known, policies)
  // A bracket may be that of the next call's opener.
  const given =
    syntax.bareArguments === true && open !== ''
      ? p.sequence(p.not(marker(p, open)), t.toolArgs(loose.value))
      : t.toolArgs(loose.value)
  return {
    // A name is shown when it is certain that it is one.
    opener: open,
    head,
    rest: p.sequence(p.space(), p.optional(given), closing, end),
    undeclared: p.sequence(begin(), free(), syntax.counted === true ? p.eps() : nameEnd(p, syntax)),
    any: p.sequence(
      begin(),
      free(),
      p.until('{', ...closers, ...(open === '' ? [] : [open])),
      p.optional(loose.object),
      closing,
      end,
    ),
    printed: (tools) => {
      const words = tools.map(({ function: tool }) => ({
        text: syntax.label === undefined ? tool.name : leadOf(syntax, tool.name) + tool.name,
        then: p.sequence(
          syntax.counted === true ? p.sequence(':', p.chars('[0-9]')) : p.eps(),
          ...(syntax.id?.place === 'first' ? [] : printedId(p, syntax)),
          syntax.nameClose,
          printSchema(p, tool, request),
          argumentsClose + close,
        ),
      }))
      const lead = syntax.label === undefined ? nameOpen : ''
      return syntax.id?.place === 'first'
        ? p.sequence(open, ...printedId(p, syntax), lead, oneOf(p, words))
        : p.sequence(open + lead, oneOf(p, words))
    },
  }
}

/** What stands between the opener and a name. */
function leadOf({ label, nameOpen = '' }: NamedToolsSyntax, name: string): string {
  return (label?.(name) ?? '') + nameOpen
}

/** A label is read whatever it says. */
export function readLabel(p: Builder, { label }: NamedToolsSyntax): NodeId {
  return label === undefined ? p.eps() : p.chars('[^<\\n]', 0)
}

const idChars = '[a-zA-Z0-9_\\-]'

/** The opener of a call, and the id where that comes first. */
function opening(p: Builder, syntax: NamedToolsSyntax): NodeId {
  const { open, id } = syntax
  const begin = open === '' ? p.eps() : marker(p, open)
  const opener = syntax.label === undefined ? begin : p.sequence(begin, readLabel(p, syntax))
  if (id?.place !== 'first') return opener
  return p.sequence(opener, p.optional(p.sequence(id.open, chatTags(p).toolId(p.chars(idChars)))))
}

function begun(p: Builder, syntax: NamedToolsSyntax, name: NodeId, policies: Policies): NodeId {
  const { open, nameOpen = '', id } = syntax
  const t = chatTags(p)
  const given =
    id === undefined || id.place === 'first'
      ? p.eps()
      : p.optional(p.sequence(id.open, t.toolId(p.chars(idChars))))
  // Where no marker begins a call, what follows the name must look like one.
  const sure = open === '' ? p.sequence(p.space(), p.peek('{')) : p.eps()
  return p.sequence(
    opening(p, syntax),
    nameOpen === '' ? p.eps() : spaced(p, nameOpen),
    p.atomic(
      p.sequence(
        t.toolName(name),
        given,
        p.choice(nameEnd(p, syntax), ...nameAlone(p, syntax, policies)),
        sure,
      ),
    ),
  )
}

/** `functions.` NAME `:` number: the id is all of it. */
function counted(p: Builder, syntax: NamedToolsSyntax, name: NodeId): NodeId {
  const t = chatTags(p)
  // Models leave the prefix out at times.
  const prefix = p.optional(syntax.nameOpen ?? '')
  const id = t.toolId(p.sequence(prefix, t.toolName(name), ':', p.chars('[0-9]')))
  return p.sequence(marker(p, syntax.open), p.space(), p.atomic(p.sequence(id, nameEnd(p, syntax))))
}

function nameEnd(p: Builder, { nameClose, bareArguments = false }: NamedToolsSyntax): NodeId {
  const end =
    nameClose === '>'
      ? p.literal('>')
      : nameClose === '\n'
        ? p.sequence(p.chars('[ \\t\\r]', 0), '\n')
        : spaced(p, nameClose)
  return bareArguments ? p.choice(end, p.sequence(p.space(), p.peek('{'))) : end
}

/** A name that the next call follows, or, where engines complete what was cut off, the end of the text. */
function nameAlone(
  p: Builder,
  { open, bareArguments = false }: NamedToolsSyntax,
  { reading, unfinishedCall }: Policies,
): NodeId[] {
  if (!bareArguments || open === '' || reading === 'verbatim') return []
  const ends = unfinishedCall === 'complete' ? [p.end()] : []
  return [p.recover(p.sequence(p.space(), p.peek(p.choice(marker(p, open), ...ends))))]
}

function printedId(p: Builder, { id }: NamedToolsSyntax): NodeId[] {
  if (id === undefined) return []
  return [p.literal(id.open), p.chars(id.chars, id.length, id.length)]
}

function writeCall(syntax: NamedToolsSyntax, call: WholeCall, index: number): string {
  const { open, nameClose, id, argumentsClose = '', close = '' } = syntax
  const prefix = `${leadOf(syntax, call.name)}${call.name}`
  const own = call.id.startsWith(`${prefix}:`) ? call.id : `${prefix}:${index}`
  const name = syntax.counted === true ? own : prefix
  const given = id === undefined ? '' : id.open + call.id
  if (id?.place === 'first')
    return open + given + name + nameClose + call.arguments + argumentsClose + close
  return open + name + given + nameClose + call.arguments + argumentsClose + close
}
