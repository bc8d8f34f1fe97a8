import { quote } from '../../diagnostics/format.ts'
import { isObject } from '../sources/tokenizer-config.ts'
import { TemplateError } from '../template-error.ts'
import { isRegexFault, readRegex } from './regex-read.ts'
import { groupNames, type RegexTree } from './regex-tree.ts'
import type { ContentParser, Delimiter, ResponseField, ResponseTemplate } from './template-type.ts'

type Json = Readonly<Record<string, unknown>>

const topKeys = ['version', 'defaults', 'fields', 'start_anchor', 'start_anchor_pattern']
const fieldKeys = [
  'open',
  'open_pattern',
  'close',
  'close_pattern',
  'content',
  'content_args',
  'repeats',
  'join',
  'optional',
  'transform',
  'transform_each',
]

/**
 * Reads Hugging Face's `response_template`.
 *
 * @param value the JSON value of the key, as `tokenizer_config.json` has it
 * @throws {TemplateError} naming the first thing that is wrong, and where
 * @example
 * ```ts
 * const template = readResponseTemplate({
 *   start_anchor: '<|assistant|>',
 *   fields: { thinking: { open: '<think>', close: '</think>' }, content: {} },
 * })
 * template.fields.map(({ name }) => name) // ['thinking', 'content']
 * ```
 */
export function readResponseTemplate(value: unknown): ResponseTemplate {
  const top = object(value, 'the template')
  if (Object.hasOwn(top, 'properties') || Object.hasOwn(top, 'x-regex')) {
    throw fault(
      'this is the older response_schema, which current versions ignore',
      'the template',
      {
        hint: 'ask the model’s authors for a response_template, or name the family: formats.hermes …',
      },
    )
  }
  known(top, topKeys, 'the template')
  if (Object.hasOwn(top, 'version') && top['version'] !== 1) throw fault('must be 1', 'version')
  const fields = Object.entries(object(top['fields'], 'fields')).map(([name, field]) =>
    readField(name, object(field, name)),
  )
  if (fields.length === 0) throw fault('must not be empty', 'fields')
  const implicit = fields.filter(({ open }) => open === null)
  if (implicit.length > 1) {
    throw fault(
      `${implicit.map(({ name }) => quote(name)).join(' and ')} both have no opener`,
      'fields',
    )
  }
  const anchor = readDelimiter(top, 'start_anchor', 'the template')
  if (anchor === null)
    throw fault('start_anchor or start_anchor_pattern is missing', 'the template')
  return {
    defaults: top['defaults'] === undefined ? {} : object(top['defaults'], 'defaults'),
    fields,
    anchor,
  }
}

function fault(message: string, place: string, more: { hint?: string } = {}): TemplateError {
  return new TemplateError('response-template', `${place}: ${message}`, more)
}

function object(value: unknown, place: string): Json {
  if (isObject(value)) return value
  throw fault('must be an object', place)
}

function known(value: Json, keys: readonly string[], place: string): void {
  const other = Object.keys(value).find((key) => !keys.includes(key))
  if (other !== undefined) throw fault(`there is no key ${quote(other)}`, place)
}

function readField(name: string, field: Json): ResponseField {
  known(field, fieldKeys, name)
  const open = readDelimiter(field, 'open', name)
  const close = readDelimiter(field, 'close', name)
  const repeats = readBoolean(field, 'repeats', name, false)
  const { join } = field
  if (join !== undefined && (typeof join !== 'string' || !repeats)) {
    throw fault('join must be a string, and needs repeats', name)
  }
  const hasTransform = Object.hasOwn(field, 'transform')
  const transformEach = readBoolean(field, 'transform_each', name, false)
  if (transformEach && !hasTransform) throw fault('transform_each needs a transform', name)
  if (hasTransform) checkTransform(field['transform'], name)
  const groups = [open, close].flatMap((d) => (d?.kind === 'pattern' ? groupNames(d.tree) : []))
  if (groups.length > 0 && !hasTransform) throw fault('named groups need a transform', name)
  return {
    name,
    open,
    close,
    content: readParser(field['content'] ?? 'text', field['content_args'] ?? {}, name),
    repeats,
    join: typeof join === 'string' ? join : null,
    optional: readBoolean(field, 'optional', name, true),
    transform: hasTransform ? field['transform'] : undefined,
    transformEach,
  }
}

function readBoolean(field: Json, key: string, place: string, otherwise: boolean): boolean {
  const value = field[key]
  if (value === undefined) return otherwise
  if (typeof value === 'boolean') return value
  throw fault(`${key} must be true or false`, place)
}

function readDelimiter(value: Json, key: string, place: string): Delimiter | null {
  const [literal, pattern] = [value[key], value[`${key}_pattern`]]
  if (literal !== undefined && pattern !== undefined) {
    throw fault(`${key} and ${key}_pattern exclude each other`, place)
  }
  if (pattern !== undefined) {
    if (typeof pattern !== 'string') throw fault(`${key}_pattern must be a string`, place)
    return { kind: 'pattern', pattern, tree: readPattern(pattern, `${place}.${key}_pattern`) }
  }
  if (literal === undefined) return null
  const texts: readonly unknown[] = Array.isArray(literal) ? literal : [literal]
  const strings = texts.filter((text): text is string => typeof text === 'string' && text !== '')
  if (texts.length === 0 || strings.length < texts.length) {
    throw fault(`${key} must be a text or a list of texts, none of them empty`, place)
  }
  return { kind: 'texts', texts: strings }
}

function readPattern(pattern: string, place: string): RegexTree {
  const tree = readRegex(pattern)
  if (!isRegexFault(tree)) return tree
  throw new TemplateError('response-template', `${place}: ${tree.reason}`, {
    offset: tree.offset,
    text: pattern,
  })
}

function readParser(kind: unknown, args: unknown, place: string): ContentParser {
  const given = object(args, `${place}.content_args`)
  const flag = (key: string, otherwise: boolean): boolean =>
    readBoolean(given, key, place, otherwise)
  const text = (key: string, otherwise: string): string => {
    const value = given[key] ?? otherwise
    if (typeof value !== 'string' || value === '') throw fault(`${key} must be a text`, place)
    return value
  }
  switch (kind) {
    case 'text':
      return { kind, strip: flag('strip', true) }
    case 'int':
    case 'float':
    case 'bool':
      return { kind }
    case 'json':
      return {
        kind,
        unquotedKeys: flag('unquoted_keys', false),
        stringDelims: readPairs(given['string_delims'], place),
        allowNonJson: flag('allow_non_json', false),
      }
    case 'xml-inline': {
      const tag = readPattern(text('tag_pattern', ''), `${place}.tag_pattern`)
      if (!['key', 'value'].every((name) => groupNames(tag).includes(name))) {
        throw fault('tag_pattern needs the groups key and value', place)
      }
      return {
        kind,
        tag,
        value: readValueParser(given, place),
        merge: flag('merge_duplicates', false),
      }
    }
    case 'kv-lines':
      return {
        kind,
        lineSeparator: text('line_sep', '\n'),
        keySeparator: text('kv_sep', ':'),
        strip: flag('strip', true),
        value: readValueParser(given, place),
      }
  }
  throw fault(`there is no content parser ${quote(String(kind))}`, place)
}

function readValueParser(args: Json, place: string): ContentParser | null {
  if (args['value_parser'] === undefined || args['value_parser'] === null) return null
  const { name, args: more } = object(args['value_parser'], `${place}.value_parser`)
  return readParser(name, more ?? {}, `${place}.value_parser`)
}

function readPairs(value: unknown, place: string): readonly (readonly [string, string])[] {
  if (value === undefined || value === null) return []
  const bad = fault('string_delims must be a list of pairs of texts', place)
  if (!Array.isArray(value)) throw bad
  return value.map((pair: unknown) => {
    const [open, close]: readonly unknown[] = Array.isArray(pair) ? pair : []
    if (typeof open !== 'string' || typeof close !== 'string' || open === '' || close === '')
      throw bad
    return [open, close] as const
  })
}

/** A text of a transform is a placeholder as a whole, or holds none. */
function checkTransform(value: unknown, place: string, depth = 0): void {
  if (depth > 32) throw fault('the transform is nested too deeply', place)
  if (typeof value === 'string') {
    const mixed = /\{[\w.]+\}/.test(value) && !/^\{[\w.]+\}$/.test(value)
    if (mixed) throw fault(`${quote(value)} mixes text and a placeholder`, place)
  } else if (Array.isArray(value)) for (const item of value) checkTransform(item, place, depth + 1)
  else if (isObject(value))
    for (const item of Object.values(value)) checkTransform(item, place, depth + 1)
}
