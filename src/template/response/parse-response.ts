import type { Tool } from '../../chat/chat-types.ts'
import { diagnose, type Diagnostic } from '../../diagnostics/diagnostic.ts'
import type { Arena } from '../../peg/arena.ts'
import { ContentError, parseContent } from './parse-content.ts'
import { createFinder, RegexStepsError } from './regex-match.ts'
import { readRegions, regionsArena, type Region } from './regions.ts'
import type { Delimiter, ResponseField, ResponseTemplate } from './template-type.ts'
import { applyTransform } from './transform.ts'
import { typeArguments } from './type-arguments.ts'

/** What the model was given, and what is asked of the reading. */
export interface ResponseOptions {
  /** The prompt: what stands in it behind its last start anchor belongs to the response. */
  readonly prefix?: string
  /** Types the arguments of calls by the tools' schemas. */
  readonly tools?: readonly Tool[]
}

/** A response read by a template. */
export interface ParsedResponse {
  /** The output: a member for each field that is there, and the defaults. */
  readonly value: Readonly<Record<string, unknown>>
  /** What could not be read; the reference raises at the first of these. */
  readonly diagnostics: readonly Diagnostic[]
}

/** Reads responses by one template. */
export interface ResponseParser {
  /** Never throws on the text. */
  parse(text: string, options?: ResponseOptions): ParsedResponse
}

/**
 * Makes the one-shot parser of a response template: what `parse_response` of Transformers gives for a
 * whole text. What that raises is a diagnostic here, and the rest is read all the same.
 *
 * @throws {TemplateError} when a pattern of the template has no arena
 * @example
 * ```ts
 * const parser = createResponseParser(
 *   readResponseTemplate({
 *     start_anchor: '<|assistant|>',
 *     fields: { thinking: { open: '<think>', close: '</think>' }, content: {} },
 *   }),
 * )
 * parser.parse('<think>hm</think>Ahoy').value // { thinking: 'hm', content: 'Ahoy' }
 * ```
 */
export function createResponseParser(template: ResponseTemplate): ResponseParser {
  const arena = regionsArena(template)
  return { parse: (text, options = {}) => parse(template, arena, text, options) }
}

function parse(
  template: ResponseTemplate,
  arena: Arena,
  text: string,
  { prefix = '', tools = [] }: ResponseOptions,
): ParsedResponse {
  const diagnostics: Diagnostic[] = []
  const note = (message: string): void =>
    void diagnostics.push(diagnose('response-unread', message))
  const regions = readRegions(template, arena, behindAnchor(template.anchor, prefix) + text)
  if (regions === null) note('the text is beyond the limits of a parse')
  // No prototype: a template may name a field as it likes.
  const value: Record<string, unknown> = Object.assign(Object.create(null), template.defaults)
  for (const region of regions ?? []) {
    try {
      store(value, region.field, typeArguments(valueOf(region), tools))
    } catch (error) {
      if (!(error instanceof ContentError || error instanceof RegexStepsError)) throw error
      note(`${region.field.name}: ${error.message}`)
    }
  }
  for (const { name, optional } of template.fields) {
    if (!optional && value[name] === undefined) note(`${name} is required, and not there`)
  }
  const kept = Object.entries(value).filter(
    ([name, item]) => Object.hasOwn(template.defaults, name) || !isEmpty(item),
  )
  return { value: Object.fromEntries(kept), diagnostics }
}

function valueOf(region: Region): unknown {
  return applyTransform(region, parseContent(region.field.content, region.body))
}

function store(out: Record<string, unknown>, field: ResponseField, value: unknown): void {
  const { name, repeats, join } = field
  if (!repeats) out[name] = value
  else if (join !== null) {
    if (typeof value !== 'string') throw new ContentError('join needs text')
    const before = out[name]
    out[name] = typeof before === 'string' ? before + join + value : value
  } else {
    const before: unknown = out[name]
    out[name] = [...(Array.isArray(before) ? before : []), value]
  }
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true
  return typeof value === 'object' && Object.keys(value).length === 0
}

/** The part of a prompt that belongs to the response: what stands behind the last anchor. */
export function behindAnchor(anchor: Delimiter, prefix: string): string {
  if (anchor.kind === 'texts') {
    const ends = anchor.texts.map((text) => {
      const at = prefix.lastIndexOf(text)
      return at < 0 ? -1 : at + text.length
    })
    const end = Math.max(...ends)
    return end < 0 ? prefix : prefix.slice(end)
  }
  const finder = createFinder(anchor.tree, prefix)
  let end = 0
  try {
    for (let match = finder.search(prefix, 0); match !== null; match = finder.search(prefix, end)) {
      if (match.end <= match.start) break
      end = match.end
    }
  } catch (error) {
    if (!(error instanceof RegexStepsError)) throw error
  }
  return prefix.slice(end)
}
