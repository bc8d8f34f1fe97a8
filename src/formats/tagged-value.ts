import type { FormatOptions } from '../chat/chat-types.ts'
import type { Policies } from '../chat/policy.ts'
import { chatTags } from '../chat/tags.ts'
import type { Builder } from '../peg/builder.ts'
import type { JsonSchema, NodeId } from '../peg/node.ts'
import { classifyType, stringEnum, valueTypes, type JsonType } from '../schema/value-types.ts'
import type { LooseJson } from './loose-json.ts'
import { anyText } from './one-of.ts'
import type { Parameter } from './parameters.ts'

/** How the values of tagged arguments are read and printed; each node ends behind the closer. */
export interface TaggedValues {
  /** A value of a schema. */
  read(schema: JsonSchema): NodeId
  /** A value that is taken as text. */
  readonly readText: NodeId
  print(parameter: Parameter): NodeId
}

/**
 * Values between tags are bare text, typed by their schema: text where only a string is allowed, JSON
 * where none is, and where both are, JSON if it is JSON of an allowed type. One line break each side
 * is layout.
 */
export function taggedValues(
  p: Builder,
  { argumentClose }: { readonly argumentClose: string },
  loose: LooseJson,
  policies: Policies,
  options: FormatOptions,
): TaggedValues {
  const t = chatTags(p)
  const broken = `\n${argumentClose}`
  const closer = p.sequence(p.optional('\n'), argumentClose)
  const text = p.sequence(t.toolArgString(p.until(broken, argumentClose)), closer)
  const start = p.optional('\n')
  const readText = p.sequence(start, text)

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
    return p.atomic(p.sequence(p.space(), t.toolArgValue(value), p.space(), argumentClose))
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
    const asText = t.note('schema-mismatch', readText)
    const brackets = json.every((type) => type === 'object' || type === 'array')
    if (!brackets) return p.choice(exact(json), p.recover(asText))
    // Its first bracket leaves one reading: the rest is sent as it comes.
    const open = p.sequence(p.space(), p.peek(p.chars('[{\\[]', 1, 1)), p.cut())
    const rest = t.toolArgValue(p.until(broken, argumentClose))
    const value = p.sequence(
      t.toolArgValue(loose.value),
      p.space(),
      p.choice(argumentClose, p.sequence(rest, closer)),
    )
    return p.choice(p.sequence(open, value), p.recover(asText))
  }

  function print({ name, schema }: Parameter): NodeId {
    const words = stringEnum(schema)
    if (words !== null && words.every((word) => !word.includes(argumentClose))) {
      return p.sequence(anyText(p, words), broken)
    }
    if (classifyType(schema) !== 'json') return p.sequence(p.until(broken, argumentClose), broken)
    const settings = options.schema === undefined ? {} : { settings: options.schema }
    return p.sequence(p.schema(schema, { name, ...settings }), broken)
  }

  return { read, readText, print }
}
