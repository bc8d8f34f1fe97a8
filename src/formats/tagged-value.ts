import type { Policies } from '../chat/policy.ts'
import { chatTags } from '../chat/tags.ts'
import type { Builder } from '../peg/builder.ts'
import type { JsonSchema, NodeId } from '../peg/node.ts'
import { stringEnum, valueTypes, type JsonType } from '../schema/value-types.ts'
import type { LooseJson } from './loose-json.ts'
import { anyText } from './one-of.ts'
import { pythonValues } from './python-value.ts'
import type { TaggedSyntax } from './tagged-syntax.ts'
import type { TurnRequest } from './turn-request.ts'

/** How the values of tagged arguments are read and printed; each node ends behind the closer. */
export interface TaggedValues {
  /** A value of a schema, in the argument of a name. */
  read(schema: JsonSchema, name: string): NodeId
  /** A value that is JSON of one of the types, or else text. */
  readTyped(types: readonly JsonType[]): NodeId
  /** The value of an argument that the schema does not know. */
  readonly readUnknown: NodeId
  /** A value that is taken as text. */
  readonly readText: NodeId
  /** A JSON object, read for its extent. */
  readonly object: NodeId
  /** A value of a schema that has one of the types. */
  print(schema: JsonSchema, name: string, types: ReadonlySet<JsonType>): NodeId
}

/**
 * Values between tags are bare text, typed by their schema: text where only a string is allowed, JSON
 * where none is, and where both are, JSON if it is JSON of an allowed type. Where the family writes
 * values on lines of their own, one line break each side is layout.
 */
export function taggedValues(
  p: Builder,
  syntax: Pick<
    TaggedSyntax,
    'argumentOpen' | 'argumentNameClose' | 'argumentClose' | 'cdata' | 'elements'
  >,
  loose: LooseJson,
  policies: Policies,
  { schema: settings }: Pick<TurnRequest, 'schema'>,
): TaggedValues {
  const t = chatTags(p)
  const close = syntax.argumentClose.trim()
  const onLines = syntax.argumentClose.startsWith('\n')
  const strict = policies.strayOpener === 'reject'
  const closers = onLines ? [`\n${close}`, close] : [close]
  const closer = onLines ? p.sequence(p.optional('\n'), close) : p.literal(close)
  const start = onLines ? p.optional('\n') : p.eps()
  const asPython = pythonValues(p, { close, closers, plain: syntax.elements !== undefined })
  const bare = p.sequence(t.toolArgString(bareText()), closer)
  const readText = p.sequence(start, syntax.cdata === true ? p.choice(marked(), bare) : bare)

  /** Text up to a closer: the first, or the last after which no closer stands without its opener. */
  function bareText(): NodeId {
    const text = p.until(...closers)
    if (policies.copiedCloser === 'first') return text
    const open = syntax.argumentOpen.trim()
    const pair = p.sequence(p.until(open, close), open, p.until(close), close)
    const copied = p.sequence(closer, p.zeroOrMore(pair), p.until(open, close), close)
    return p.sequence(text, p.zeroOrMore(p.sequence(p.peek(copied), closer, text)))
  }

  /** `<![CDATA[` text `]]>`, and no more up to the closer. */
  function marked(): NodeId {
    const text = t.toolArgString(p.until(']]>'))
    return p.sequence('<![CDATA[', p.cut(), text, p.optional(']]>'), p.space(), close)
  }

  const jsonOf = {
    object: () => p.jsonObject(),
    array: () => p.jsonArray(),
    number: () => p.jsonNumber(),
    boolean: () => p.jsonBool(),
    null: () => p.jsonNull(),
    string: () => p.jsonString(),
  } satisfies Record<JsonType, () => NodeId>

  /** JSON of the types, and nothing else up to the closer: known, and shown, only there. */
  function exact(types: readonly JsonType[]): NodeId {
    const value = p.choice(...types.map((type) => jsonOf[type]()))
    return p.atomic(p.sequence(p.space(), t.toolArgValue(value), p.space(), close))
  }

  function read(schema: JsonSchema): NodeId {
    if (policies.argumentValue === 'verbatim') return readText
    const types = [...valueTypes(schema)]
    const json = types.filter((type) => type !== 'string')
    if (policies.nullString === 'text' && types.includes('string')) {
      json.splice(0, json.length, ...json.filter((type) => type !== 'null'))
    }
    if (json.length === 0) return readText
    // A union with strings may turn out to be text at any character.
    if (types.includes('string')) return p.choice(exact(json), readText)
    if (strict) return p.sequence(p.space(), t.toolArgValue(p.json()), p.space(), close)
    return readTyped(json)
  }

  function readTyped(types: readonly JsonType[]): NodeId {
    const asText = p.recover(t.note('schema-mismatch', readText))
    // What is no JSON at its closer is text.
    if (policies.argumentValue === 'verbatim') return p.choice(exact([...types, 'string']), asText)
    const nested = types.filter((type) => type === 'object' || type === 'array')
    const plain = types.filter((type) => type !== 'object' && type !== 'array')
    const python = asPython(types)
    return p.choice(
      ...python.nested,
      ...(nested.length === 0 ? [] : [readNested(nested)]),
      ...(plain.length === 0 ? [] : [exact(plain)]),
      ...python.words,
      asText,
    )
  }

  /** Its first bracket leaves one reading: the rest is sent as it comes. */
  function readNested(types: readonly JsonType[]): NodeId {
    const brackets = types.length === 2 ? '[{\\[]' : types[0] === 'array' ? '[\\[]' : '[{]'
    const rest = t.toolArgValue(p.until(...closers))
    return p.sequence(
      p.sequence(p.space(), p.peek(p.chars(brackets, 1, 1)), p.cut()),
      t.toolArgValue(loose.value),
      p.space(),
      p.choice(close, p.sequence(rest, closer)),
    )
  }

  /** The closer as it is printed, with what follows it apart: a delimiter stands by itself. */
  const [printedClose, gap] = splitGap(syntax.argumentClose)

  function print(schema: JsonSchema, name: string, types: ReadonlySet<JsonType>): NodeId {
    const words = types.has('string') ? stringEnum(schema) : null
    if (words !== null && words.every((word) => !word.includes(close))) {
      return p.sequence(anyText(p, words), printedClose, gap)
    }
    if (types.has('string')) return p.sequence(p.until(...closers), printedClose, gap)
    return p.sequence(
      p.schema(schema, {
        name,
        ...(settings === undefined ? {} : { settings }),
      }),
      printedClose,
      gap,
    )
  }

  return { read, readTyped, readText, readUnknown: readText, object: loose.object, print }
}

function splitGap(marker: string): readonly [string, string] {
  const end = marker.trimEnd().length
  return [marker.slice(0, end), marker.slice(end)]
}
