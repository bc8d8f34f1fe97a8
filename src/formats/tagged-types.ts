import type { Builder } from '../peg/builder.ts'
import type { JsonSchema } from '../peg/node.ts'
import { jsonTypes, valueTypes, type JsonType } from '../schema/value-types.ts'
import type { PrintValue } from './tagged-print.ts'
import type { TaggedSyntax, TypeAttribute } from './tagged-syntax.ts'
import type { TaggedValues } from './tagged-value.ts'

/** A type attribute whose words are JSON's own names of its types. */
export const plainTypeWords: TypeAttribute['words'] = {
  string: 'string',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
  array: 'array',
  object: 'object',
}

/** The words of a type attribute, each with the types that it stands for. */
export function typesOf(
  words: TypeAttribute['words'],
): { readonly word: string; readonly types: readonly JsonType[] }[] {
  return [...new Set(Object.values(words))].map((word) => ({
    word,
    types: jsonTypes.filter((type) => words[type] === word),
  }))
}

/** Prints what closes a name, with the word for the type where there is one, and the value. */
export function printedValue(
  p: Builder,
  { argumentNameClose, attribute }: TaggedSyntax,
  values: TaggedValues,
): PrintValue {
  return ({ name, schema }) => {
    const types = valueTypes(schema)
    if (attribute === undefined)
      return p.sequence(argumentNameClose, values.print(schema, name, types))
    const { before, after, words } = attribute
    const written = typesOf(words).flatMap(({ word, types: standsFor }) => {
      const own = new Set(standsFor.filter((type) => types.has(type)))
      const only = own.size === types.size ? schema : limited(schema, [...own])
      return own.size === 0 ? [] : [p.sequence(`${word}${after}`, values.print(only, name, own))]
    })
    return p.sequence(before, p.choice(...written))
  }
}

/** What of a schema has one of the types. */
export function limited(schema: JsonSchema, type: readonly JsonType[]): JsonSchema {
  if (typeof schema === 'boolean') return { type }
  const { $defs, definitions } = schema
  return {
    ...($defs === undefined ? {} : { $defs }),
    ...(definitions === undefined ? {} : { definitions }),
    type,
    allOf: [schema],
  }
}
