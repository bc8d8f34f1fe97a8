import type { RemoteSchemas } from '../schema/references.ts'
import type { SchemaOptions } from '../text/schema-to-gbnf.ts'
import type { Arguments } from './arguments.ts'
import { UsageError } from './exit.ts'
import { readJsonFile } from './io.ts'
import { isRecord } from './json-value.ts'

/** The options of commands that make grammars of schemas. */
export const schemaOptions = {
  target: {
    value: 'ENGINE',
    oneOf: ['llama.cpp', 'xgrammar'],
    help: 'what reads the grammar: llama.cpp (the default), or XGrammar as vLLM and others use it',
  },
  order: {
    value: 'ORDER',
    oneOf: ['listed', 'required-first', 'any'],
    help: 'the keys of objects: as the schema lists them (the default), required ones first, or any',
  },
  whitespace: {
    value: 'STYLE',
    oneOf: ['compact', 'one-space', 'free'],
    help: 'none, as most models write, or any within bounds (the default)',
  },
  integers: {
    value: 'STYLE',
    oneOf: ['digits', 'any'],
    help: 'whole numbers as digits (the default), or as 1.0 too, which JSON Schema also counts',
  },
  open: { help: 'where a schema says nothing about further properties, admit them' },
  draft: {
    value: 'DRAFT',
    oneOf: ['4', '6', '7', '2019-09', '2020-12'],
    help: 'the draft of a schema that names none; 2020-12 by default',
  },
  refs: {
    value: 'FILE',
    help: 'an object of schemas by their URIs, for references that lead out; nothing is fetched',
  },
} as const

/**
 * The settings that the arguments give.
 *
 * @throws {UsageError} when the file of remote schemas is not one
 */
export async function readSchemaOptions(args: Arguments): Promise<SchemaOptions> {
  const file = args.text('refs')
  const order = args.text('order')
  const whitespace = args.text('whitespace')
  const draft = args.text('draft')
  return {
    target: args.text('target') === 'xgrammar' ? 'xgrammar' : 'llama.cpp',
    ...(order === 'required-first' || order === 'any' ? { order } : {}),
    ...(whitespace === 'compact' || whitespace === 'one-space' ? { whitespace } : {}),
    ...(args.text('integers') === 'any' ? { integers: 'any' } : {}),
    ...(args.flag('open') ? { additionalProperties: 'open' } : {}),
    ...(isDraft(draft) ? { draft } : {}),
    ...(file === undefined ? {} : { refs: toRefs(await readJsonFile(file), file) }),
  }
}

function isDraft(text: string | undefined): text is NonNullable<SchemaOptions['draft']> {
  return schemaOptions.draft.oneOf.some((draft) => draft === text)
}

function toRefs(value: unknown, file: string): RemoteSchemas {
  if (!isRecord(value)) throw new UsageError(`${file} is no object of schemas by their URIs`)
  const isEach = Object.values(value).every((s) => typeof s === 'boolean' || isRecord(s))
  if (!isEach) throw new UsageError(`${file} holds what is no schema`)
  return Object.fromEntries(
    Object.entries(value).map(([uri, s]) => [uri, isRecord(s) ? s : s === true]),
  )
}
