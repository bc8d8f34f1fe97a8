import type { Policies } from '../chat/policy.ts'
import { chatTags } from '../chat/tags.ts'
import type { WholeCall } from '../chat/write.ts'
import type { Builder } from '../peg/builder.ts'
import type { NodeId } from '../peg/node.ts'
import { listedCalls, listMarkers, writeList, type CallUnit } from './call-list.ts'
import type { ListSyntax } from './list-edges.ts'
import { jsonMembers } from './json-members.ts'
import type { CallFamily } from './json-tools.ts'
import { loosePython } from './loose-python.ts'
import { marker } from './marker.ts'
import { anyText } from './one-of.ts'
import { parametersOf } from './parameters.ts'
import { printPythonCall } from './python-print.ts'
import type { TurnRequest } from './turn-request.ts'
import { verbatimPythonCalls } from './verbatim/verbatim-python.ts'

/** Python calls: what stands around them, and how their arguments are printed. */
export interface PythonToolsSyntax extends ListSyntax {
  /** Between arguments; `, ` unless told. */
  readonly comma?: string
  /** Truth and none as JSON has them, `true` and `null`; Python's words unless told. */
  readonly words?: 'json'
}

/**
 * Calls as Python writes them: `[f(a=1, b="x"), g()]`, with keyword arguments that are literals. JSON's
 * words are read as well, and become, as Python's do, JSON arguments.
 *
 * @example
 * ```ts
 * const calls = pythonCalls({ before: '[', after: ']', between: ', ' })
 * const format = defineFormat({ name: 'mine', header: '', ends: ['<end>'], ...calls })
 * const chat = format({ tools: [{ function: { name: 'look' } }] })
 * chat.parse("[look(at='me', twice=True)]").message.toolCalls[0]?.arguments // '{"at":"me","twice":true}'
 * ```
 */
export function pythonCalls(list: PythonToolsSyntax): CallFamily {
  const markers = listMarkers(list, [], '')
  return {
    markers,
    calls: (p, request, policies) =>
      listedCalls(
        p,
        unitOf(p, list, markers.closers, request, policies),
        list,
        markers,
        request,
        policies,
      ),
    verbatimCalls: (p, request, options) => verbatimPythonCalls(p, list, request, options),
    writeCalls: (calls) =>
      writeList(
        list,
        calls.map((call) => writeCall(list, call)),
        '',
      ),
  }
}

// Dots: the names of tools are often those of methods.
const nameStart = '[a-zA-Z_]'
const nameChars = '[a-zA-Z0-9_.\\-]'
const plainArgument = /^[^=,()[\]{}"'<>\s]+$/

function unitOf(
  p: Builder,
  syntax: PythonToolsSyntax,
  closers: readonly string[],
  request: TurnRequest,
  policies: Policies,
): CallUnit {
  const t = chatTags(p)
  const loose = loosePython(p, closers, policies.brokenCall === 'salvage')
  const free = (): NodeId => p.sequence(p.chars(nameStart, 1, 1), p.chars(nameChars, 0))
  const names = request.tools.map((tool) => tool.function.name)
  const known = policies.undeclaredTool === 'emit' ? free() : anyText(p, names)
  const endings =
    closers.length === 0 ? [] : [p.peek(p.choice(...closers.map((text) => marker(p, text))))]
  const argument = t.toolArg(
    p.sequence(
      // A name is shown when it is certain that it is one.
      p.atomic(p.sequence(t.toolArgName(argumentName(p, request)), p.space(), '=')),
      p.cut(),
      p.space(),
      p.optional(t.toolArgPython(loose.value)),
    ),
  )
  return {
    head: p.atomic(p.sequence(t.toolName(known), '(')),
    rest: p.sequence(
      p.space(),
      p.zeroOrMore(p.sequence(argument, p.space(), p.optional(','), p.space())),
      // What is no keyword argument makes the call invalid: it must not run.
      p.choice(')', ...endings, t.toolArgs(loose.inside)),
    ),
    undeclared: p.sequence(free(), '('),
    any: p.sequence(free(), '(', loose.inside),
    printed: (tools) => printPythonCall(p, syntax, tools, request),
  }
}

/** Any name that Python knows, and those of a schema that it does not. */
function argumentName(p: Builder, { tools }: TurnRequest): NodeId {
  const odd = tools
    .flatMap((tool) => parametersOf(tool).listed.map(({ name }) => name))
    .filter((name) => !plainArgument.test(name))
  const plain = p.chars('[^=,()\\[\\]{}"\'<> \\t\\r\\n]')
  return odd.length === 0 ? plain : p.choice(anyText(p, odd), plain)
}

function writeCall({ comma = ', ', words }: PythonToolsSyntax, call: WholeCall): string {
  const members = jsonMembers(call.arguments) ?? []
  const inside = members.map(
    ({ name, value }) => `${name}=${words === 'json' ? value : inPython(value)}`,
  )
  return `${call.name}(${inside.join(comma)})`
}

const pythonWords: Readonly<Record<string, string>> = { null: 'None', true: 'True', false: 'False' }

/** A JSON value as a Python literal: strings are written alike, words are not. */
function inPython(json: string): string {
  return json.replaceAll(/"(?:[^"\\]|\\.)*"|null|true|false/g, (text) => pythonWords[text] ?? text)
}
