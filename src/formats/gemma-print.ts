import type { Tool } from '../chat/chat-types.ts'
import type { Builder } from '../peg/builder.ts'
import type { JsonSchema, NodeId } from '../peg/node.ts'
import { stringEnum, type JsonType } from '../schema/value-types.ts'
import { jsonItems, jsonMembers, jsonStringText } from './json-members.ts'
import { nestedOf } from './nested-schema.ts'
import { anyText } from './one-of.ts'
import { parametersOf, type Parameter } from './parameters.ts'
import { printArguments } from './tagged-print.ts'
import { limited } from './tagged-types.ts'
import type { TurnRequest } from './turn-request.ts'

/** Values that nest deeper are printed as any. */
const maxDepth = 8
const scalars: readonly JsonType[] = ['number', 'boolean', 'null']

/** The rules of values of any kind. */
const Any = { value: 'any-gemma', object: 'any-gemma-object', array: 'any-gemma-array' } as const

/** Prints the arguments of tools in Gemma's notation, after their schemas' shapes and types. */
export function printGemma(
  p: Builder,
  quote: string,
  { schema: settings }: Pick<TurnRequest, 'schema'>,
): (tool: Tool, index: number) => NodeId {
  let count = 0
  printAny(p, quote)

  function members(listed: readonly Parameter[], stem: string, depth: number): NodeId {
    const marks = { first: '', argumentOpen: ',', end: '}' }
    const named = listed.map((member) => ({ ...member, name: keyText(quote, member.name) }))
    return p.sequence(
      '{',
      printArguments(p, marks, stem, named, ({ name, schema }) =>
        p.sequence(':', value(schema, name, depth + 1)),
      ),
    )
  }

  function value(schema: JsonSchema, name: string, depth: number): NodeId {
    const { types, members: listed, item } = nestedOf(schema)
    const plain = scalars.filter((type) => types.has(type))
    const choices: NodeId[] = []
    if (types.has('string')) choices.push(printString(p, quote, schema))
    if (types.has('object')) {
      const deep = listed.length > 0 && depth < maxDepth
      choices.push(deep ? members(listed, `object-${count++}`, depth) : p.ref(Any.object))
    }
    if (types.has('array')) {
      const known = item !== true && depth < maxDepth
      choices.push(known ? array(value(item, name, depth + 1)) : p.ref(Any.array))
    }
    if (plain.length > 0) {
      const options = settings === undefined ? {} : { settings }
      choices.push(p.schema(limited(schema, plain), { name, ...options }))
    }
    return choices.length === 0 ? p.ref(Any.value) : p.choice(...choices)
  }

  function array(item: NodeId): NodeId {
    return p.sequence('[', p.optional(p.separatedBy(item, ',')), ']')
  }

  return (tool, index) => members(parametersOf(tool).listed, `call-${index}`, 0)
}

function printString(p: Builder, quote: string, schema: JsonSchema): NodeId {
  const words = stringEnum(schema)
  if (words !== null && words.every((word) => !word.includes(quote))) {
    return p.sequence(quote, anyText(p, words), quote)
  }
  return p.sequence(quote, p.until(quote), quote)
}

/** Any value, for what a schema says nothing of. */
function printAny(p: Builder, quote: string): void {
  const item = p.ref(Any.value)
  const member = p.sequence(p.chars('[a-zA-Z0-9_]'), ':', item)
  p.rule(Any.object, p.sequence('{', p.optional(p.separatedBy(member, ',')), '}'))
  p.rule(Any.array, p.sequence('[', p.optional(p.separatedBy(item, ',')), ']'))
  p.rule(
    Any.value,
    p.choice(
      p.sequence(quote, p.until(quote), quote),
      p.ref(Any.object),
      p.ref(Any.array),
      p.jsonNumber(),
      p.jsonBool(),
      p.jsonNull(),
    ),
  )
}

/** A key as it is written: bare where it is a plain word. */
function keyText(quote: string, name: string): string {
  return /^[a-zA-Z0-9_-]+$/.test(name) ? name : quote + name + quote
}

/** A JSON value in Gemma's notation. */
export function writeGemma(quote: string, json: string): string {
  const text = jsonStringText(json)
  if (text !== null) return quote + text + quote
  const members = jsonMembers(json)
  if (members !== null) {
    const written = members.map(
      ({ name, value }) => `${keyText(quote, name)}:${writeGemma(quote, value)}`,
    )
    return `{${written.join(',')}}`
  }
  const items = jsonItems(json)
  return items === null ? json : `[${items.map((item) => writeGemma(quote, item)).join(',')}]`
}
