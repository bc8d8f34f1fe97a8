import type { Tool } from '../chat/chat-types.ts'
import type { Builder } from '../peg/builder.ts'
import type { JsonSchema, NodeId } from '../peg/node.ts'
import { oneOf } from './one-of.ts'
import type { PythonToolsSyntax } from './python-calls.ts'
import { parametersOf } from './parameters.ts'
import { printArguments } from './tagged-print.ts'
import type { TurnRequest } from './turn-request.ts'

/** Calls of the tools as the grammar prints them, `name(a="x", b=True)`, the names as a trie. */
export function printPythonCall(
  p: Builder,
  { comma = ', ', words: kind }: Pick<PythonToolsSyntax, 'comma' | 'words'>,
  tools: readonly Tool[],
  { schema: settings }: Pick<TurnRequest, 'schema'>,
): NodeId {
  const literals = kind === 'json' ? settings : { ...settings, words: 'python' as const }
  const value = (schema: JsonSchema, name: string): NodeId =>
    isAnyString(schema)
      ? p.pythonString()
      : p.schema(schema, { name, ...(literals === undefined ? {} : { settings: literals }) })
  const words = tools.map((tool, i) => ({
    text: tool.function.name,
    then: p.sequence(
      '(',
      printArguments(
        p,
        { first: '', argumentOpen: comma, end: ')' },
        `call-${i}`,
        parametersOf(tool).listed,
        ({ name, schema }) => p.sequence('=', value(schema, name)),
      ),
    ),
  }))
  return oneOf(p, words)
}

/** What says nothing about a value. */
const silent = new Set([
  'type',
  'description',
  'title',
  'default',
  'examples',
  '$defs',
  'definitions',
])

/** Such a string may stand in either of Python's quotes. */
function isAnyString(schema: JsonSchema): boolean {
  if (typeof schema === 'boolean') return false
  return schema['type'] === 'string' && Object.keys(schema).every((key) => silent.has(key))
}
