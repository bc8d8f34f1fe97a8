import type { Policies } from '../chat/policy.ts'
import type { WholeCall } from '../chat/write.ts'
import type { Builder } from '../peg/builder.ts'
import { listedCalls, listMarkers, singleCalls, writeList } from './call-list.ts'
import type { ListSyntax } from './list-edges.ts'
import type { Family } from './format.ts'
import { printJsonCall } from './json-print.ts'
import { readJsonCall } from './json-read.ts'
import type { TurnRequest } from './turn-request.ts'
import type { CallSyntax } from './turn-syntax.ts'
import { verbatimJsonCalls } from './verbatim/verbatim-json.ts'

/** An id that the model writes in its calls. */
export interface IdField {
  readonly key: string
  readonly place: 'first' | 'last'
  /** What it is made of, as the grammar prints it. */
  readonly chars: string
  readonly length?: number
}

/** Calls that are JSON objects: how a family writes them. */
export interface JsonToolsSyntax {
  /** Around each call, where the family has markers there. */
  readonly open?: string
  readonly close?: string
  /** Other openers of a call: the parser reads them too. */
  readonly also?: readonly string[]
  /** The opener may be missing; the brace begins the call then. */
  readonly bare?: boolean
  /** White space between the markers and the object, as the template writes it. */
  readonly layout?: string
  /** Around all calls. */
  readonly list?: ListSyntax
  /** The fields; `name` and `arguments` unless told. */
  readonly name?: string
  readonly arguments?: string
  readonly id?: IdField
  /** The name is the key of the arguments: `{"fn": {…}}`. */
  readonly nameIsKey?: boolean
  /** An object around both: `{"function": {…}}`. */
  readonly wrapper?: string
  /** What stands before the wrapper, in this order: `{"id": "…", "type": "function", "function": {…}}`. */
  readonly beside?: readonly ('id' | 'type')[]
  /** A call has its arguments: an object that only has a name is text. */
  readonly needsArguments?: boolean
  /** Between members, and between a name and its value; `, ` and `: ` unless told. */
  readonly separators?: readonly [comma: string, colon: string]
  /** White space inside of the braces, where a template prints calls over several lines. */
  readonly padding?: readonly [open: string, close: string]
  /** Members that are alike in all calls, before the name: `"type": "tool", `. */
  readonly lead?: string
  /** `"type": "function"` may stand first. */
  readonly typed?: boolean
}

/** The part of a family that is about its calls. */
export type CallFamily = Required<Pick<Family, 'markers' | 'calls' | 'writeCalls'>> &
  Pick<Family, 'verbatimCalls'>

/**
 * Calls as JSON objects, in markers or without, one by one or in a list.
 *
 * @example
 * ```ts
 * const calls = jsonTools({ open: '<call>', close: '</call>', arguments: 'args' })
 * const format = defineFormat({ name: 'mine', header: '', ends: ['<end>'], ...calls })
 * const chat = format({ tools: [{ function: { name: 'now' } }] })
 * chat.parse('<call>{"name": "now", "args": {}}</call>').message.toolCalls[0]?.name // 'now'
 * ```
 */
export function jsonTools(syntax: JsonToolsSyntax): CallFamily {
  const markers = markersOf(syntax)
  return {
    markers,
    calls: (p, request, policies) => makeCalls(p, syntax, markers, request, policies),
    verbatimCalls: (p, request, options) => verbatimJsonCalls(p, syntax, request, options),
    writeCalls: (calls) => writeCalls(syntax, calls),
  }
}

type Markers = CallFamily['markers']

function markersOf({ open = '', close = '', list, bare = false }: JsonToolsSyntax): Markers {
  return listMarkers(list, open === '' || bare ? [open, '{'] : [open], close)
}

function makeCalls(
  p: Builder,
  syntax: JsonToolsSyntax,
  markers: Markers,
  request: TurnRequest,
  policies: Policies,
): CallSyntax {
  const unit = {
    ...readJsonCall(p, syntax, markers.closers, request.tools, policies),
    printed: (tools: TurnRequest['tools']) => printJsonCall(p, syntax, tools, request),
  }
  return syntax.list === undefined
    ? singleCalls(p, unit, {
        ...markers,
        openers: [...markers.openers, ...(syntax.also ?? [])],
      })
    : listedCalls(p, unit, syntax.list, markers, request, policies)
}

function writeCalls(syntax: JsonToolsSyntax, calls: readonly WholeCall[]): string {
  return writeList(
    syntax.list,
    calls.map((call) => writeJsonCall(syntax, call)),
    '\n',
  )
}

function writeJsonCall(syntax: JsonToolsSyntax, call: WholeCall): string {
  const { open = '', close = '', layout = '', wrapper, id, beside = [] } = syntax
  const { name: nameKey = 'name', arguments: argumentsKey = 'arguments' } = syntax
  const [comma, colon] = syntax.separators ?? [', ', ': ']
  const name = JSON.stringify(call.name)
  const given = id === undefined ? '' : `"${id.key}"${colon}${JSON.stringify(call.id)}`
  const members =
    syntax.nameIsKey === true
      ? [`${name}${colon}${call.arguments}`]
      : [
          `${syntax.lead ?? ''}"${nameKey}"${colon}${name}`,
          `"${argumentsKey}"${colon}${call.arguments}`,
        ]
  if (given !== '' && !beside.includes('id'))
    members.splice(id?.place === 'first' ? 0 : members.length, 0, given)
  const [padOpen, padClose] = syntax.padding ?? ['', '']
  const object = `{${padOpen}${members.join(comma)}${padClose}}`
  const outside = beside.map((member) => (member === 'id' ? given : `"type"${colon}"function"`))
  const whole =
    wrapper === undefined
      ? object
      : `{${[...outside, `"${wrapper}"${colon}${object}`].join(comma)}}`
  return open + layout + whole + (close === '' ? '' : layout + close)
}
