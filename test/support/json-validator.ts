import { Ajv, type Options, type ValidateFunction } from 'ajv'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import type { JsonSchema } from '../../src/peg/node.ts'

const options: Options = {
  strict: false,
  validateSchema: false,
  logger: false,
  addUsedSchema: false,
  allErrors: true,
  // Steps such as 0.01 are no numbers that a computer holds.
  multipleOfPrecision: 9,
}

/** The paths of the keywords that a value breaks, as `/properties/a/type`; none where it is valid. */
export type Validator = (value: unknown) => readonly string[]

/**
 * What a well-kept validator says of the values of a schema, by the draft that it names; `null` where
 * it cannot compile the schema: one with draft 4's own forms, or with a reference that leads nowhere.
 */
export function validatorOf(schema: JsonSchema): Validator | null {
  const draft = typeof schema === 'object' ? String(schema['$schema'] ?? '') : ''
  const isNew = draft === '' || /2019-09|2020-12/.test(draft)
  const ajv = new (draft.includes('2019-09') ? Ajv2019 : isNew ? Ajv2020 : Ajv)(options)
  formats.default(ajv)
  const { uri } = ajv.formats
  // RFC 3986 has URIs without a path, such as `a:#b`; the package refuses them.
  ajv.addFormat(
    'uri',
    (text: string) => /^[a-z][a-z0-9+.-]*:([?#]|$)/i.test(text) || passes(uri, text),
  )
  let validate: ValidateFunction
  try {
    validate = ajv.compile(isNew ? schema : (asOldDraft(withoutName(schema)) as JsonSchema))
  } catch {
    return null
  }
  return (value) => {
    if (validate(value)) return []
    return (validate.errors ?? []).map(({ schemaPath }) => decoded(schemaPath))
  }
}

function passes(format: unknown, text: string): boolean {
  if (format instanceof RegExp) return format.test(text)
  return typeof format === 'function' ? format(text) === true : true
}

/** The validator knows no draft before 6 by its name. */
function withoutName(schema: JsonSchema): JsonSchema {
  if (typeof schema === 'boolean') return schema
  const { $schema: _, ...rest } = schema
  return rest
}

/** Before 2019-09 a `$ref` hides what stands beside it; the validator reads all drafts as the newest. */
function asOldDraft(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(asOldDraft)
  if (typeof schema !== 'object' || schema === null) return schema
  const members = Object.entries(schema)
  const isReference = members.some(([key, value]) => key === '$ref' && typeof value === 'string')
  const kept = members.filter(([key]) => !isReference || /^(\$ref|\$defs|definitions)$/.test(key))
  return Object.fromEntries(kept.map(([key, value]) => [key, asOldDraft(value)]))
}

function decoded(schemaPath: string): string {
  const path = schemaPath.slice(schemaPath.indexOf('#') + 1)
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
