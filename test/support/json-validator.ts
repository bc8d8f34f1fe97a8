import { domainToASCII } from 'node:url'
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

const lenient: Options = { ...options, unicodeRegExp: false }

/** The paths of the keywords that a value breaks, as `/properties/a/type`; none where it is valid. */
export type Validator = (value: unknown) => readonly string[]

/**
 * What a well-kept validator says of the values of a schema, by the draft that it names; `null` where
 * it cannot compile the schema: one with draft 4's own forms, or with a reference that leads nowhere.
 */
export function validatorOf(schema: JsonSchema): Validator | null {
  const draft = typeof schema === 'object' ? String(schema['$schema'] ?? '') : ''
  const isNew = draft === '' || /2019-09|2020-12/.test(draft)
  const judged = isNew ? schema : (asOldDraft(withoutName(schema)) as JsonSchema)
  const Judge = draft.includes('2019-09') ? Ajv2019 : isNew ? Ajv2020 : Ajv
  // Many patterns escape what needs no escape, which only the older form of expressions admits.
  const validate = compiled(new Judge(options), judged) ?? compiled(new Judge(lenient), judged)
  if (validate === null) return null
  return (value) => {
    if (validate(value)) return []
    return (validate.errors ?? []).map(({ schemaPath }) => decoded(schemaPath))
  }
}

function compiled(ajv: Ajv | Ajv2019 | Ajv2020, schema: JsonSchema): ValidateFunction | null {
  formats.default(ajv as Ajv)
  const { uri } = ajv.formats
  // RFC 3986 has URIs without a path, such as `a:#b`; the package refuses them.
  ajv.addFormat(
    'uri',
    (text: string) => /^[a-z][a-z0-9+.-]*:([?#]|$)/i.test(text) || passes(uri, text),
  )
  ajv.addFormat('idn-hostname', isDomain)
  ajv.addFormat(
    'idn-email',
    (text: string) => /^[^@]+@/.test(text) && isDomain(text.replace(/^[^@]+@/, '')),
  )
  ajv.removeKeyword('contentEncoding').removeKeyword('contentMediaType')
  ajv.addKeyword({ keyword: 'contentEncoding', type: 'string', validate: isEncoded })
  ajv.addKeyword({ keyword: 'contentMediaType', type: 'string', validate: isOfMedia })
  try {
    return ajv.compile(schema)
  } catch {
    return null
  }
}

/** Whether a name can be looked up, by UTS 46. */
function isDomain(text: string): boolean {
  const name = domainToASCII(text)
  return name !== '' && name.length <= 253 && name.split('.').every((label) => label.length <= 63)
}

function isEncoded(encoding: unknown, text: string): boolean {
  return encoding !== 'base64' || /^(?:[\w+/]{4})*(?:[\w+/]{2}==|[\w+/]{3}=)?$/.test(text)
}

function isOfMedia(type: unknown, text: string): boolean {
  if (type !== 'application/json') return true
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
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

/**
 * A schema of an old draft as the validator, which reads all as draft 7, means the same: a `$ref` hides
 * what stands beside it; in draft 4 `id` named schemas and a limit was exclusive by a flag.
 */
function asOldDraft(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(asOldDraft)
  if (typeof schema !== 'object' || schema === null) return schema
  const members = Object.entries(schema)
  const isReference = members.some(([key, value]) => key === '$ref' && typeof value === 'string')
  const kept = members.filter(([key]) => !isReference || /^(\$ref|\$defs|definitions)$/.test(key))
  const old: Record<string, unknown> = Object.fromEntries(
    kept.map(([key, value]) => [key, asOldDraft(value)]),
  )
  if (typeof old['id'] === 'string') {
    old['$id'] ??= old['id']
    delete old['id']
  }
  for (const [flag, bound] of flags) {
    if (typeof old[flag] !== 'boolean') continue
    const isExclusive = old[flag] === true && typeof old[bound] === 'number'
    delete old[flag]
    if (!isExclusive) continue
    old[flag] = old[bound]
    delete old[bound]
  }
  return old
}

const flags = [
  ['exclusiveMinimum', 'minimum'],
  ['exclusiveMaximum', 'maximum'],
] as const

function decoded(schemaPath: string): string {
  const path = schemaPath.slice(schemaPath.indexOf('#') + 1)
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
