import { quote } from '../../diagnostics/format.ts'
import { createFinder } from './regex-match.ts'
import { looseJsonText } from './loose-json-text.ts'
import type { ContentParser } from './template-type.ts'

/** Thrown inside when a region's text is not what its parser reads; becomes a finding. */
export class ContentError extends Error {}

type Json = Record<string, unknown>

/**
 * The value of a region's text.
 *
 * @throws {ContentError} when it is not what the parser reads
 */
export function parseContent(parser: ContentParser, text: string): unknown {
  switch (parser.kind) {
    case 'text':
      return parser.strip ? text.trim() : text
    case 'int':
    case 'float':
      return parseNumber(text.trim(), parser.kind)
    case 'bool':
      return ['true', '1'].includes(text.trim().toLowerCase())
    case 'json':
      return parseJson(parser, text)
    case 'xml-inline':
      return parseTags(parser, text)
    case 'kv-lines':
      return parseLines(parser, text)
  }
}

/** Python's `int` or `float` of a text. */
export function parseNumber(text: string, kind: 'int' | 'float'): number {
  const plain = text.replaceAll('_', '')
  const isNumber =
    kind === 'int'
      ? /^[-+]?\d+$/.test(plain)
      : /^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$/.test(plain)
  if (isNumber) return Number(plain)
  throw new ContentError(`${quote(text)} is no ${kind}`)
}

function parseJson(parser: Extract<ContentParser, { kind: 'json' }>, text: string): unknown {
  try {
    return JSON.parse(looseJsonText(text, parser))
  } catch {
    if (parser.allowNonJson) return text.trim()
    throw new ContentError(`${quote(text.trim())} is not JSON`)
  }
}

function parseTags(parser: Extract<ContentParser, { kind: 'xml-inline' }>, text: string): Json {
  const out = emptyObject()
  const finder = createFinder(parser.tag, text)
  for (
    let at = 0, match = finder.search(text, 0);
    match !== null;
    match = finder.search(text, at)
  ) {
    at = match.end > match.start ? match.end : match.end + 1
    addMember(
      out,
      match.groups.get('key') ?? '',
      parseValue(parser.value, match.groups.get('value') ?? ''),
      parser.merge,
    )
  }
  return out
}

function parseValue(parser: ContentParser | null, text: string): unknown {
  return parser === null ? text : parseContent(parser, text)
}

function parseLines(parser: Extract<ContentParser, { kind: 'kv-lines' }>, text: string): Json {
  const out = emptyObject()
  const trim = (part: string): string => (parser.strip ? part.trim() : part)
  for (const line of text.split(parser.lineSeparator)) {
    const at = line.indexOf(parser.keySeparator)
    if (at < 0) continue
    const value = trim(line.slice(at + parser.keySeparator.length))
    addMember(out, trim(line.slice(0, at)), parseValue(parser.value, value), false)
  }
  return out
}

/** An object without a prototype, so that a model may name a member as it likes. */
function emptyObject(): Json {
  return Object.create(null)
}

function addMember(out: Json, key: string, value: unknown, merge: boolean): void {
  const before = out[key]
  if (!merge || !Object.hasOwn(out, key)) out[key] = value
  else if (Array.isArray(before)) before.push(value)
  else out[key] = [before, value]
}
