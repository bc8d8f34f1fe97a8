import type { Format } from '../formats/format.ts'
import { formatByName } from '../formats/registry.ts'
import type { Fault } from '../protocol/fault.ts'
import type { ChatRequest } from '../protocol/request/chat-request.ts'
import {
  analyseTemplate,
  createChatTemplate,
  templateFor,
  type ChatTemplate,
  type TemplateSource,
} from '../template/index.ts'
import { createPreparing, type Prepared, type Served } from './prepare.ts'
import type { Upstream } from './upstream.ts'

/** One model that a gateway serves. */
export interface ModelOptions extends Served {
  /** The name that clients ask for. */
  readonly name: string
  /** How it writes; found out from the template unless given. */
  readonly format?: string | Format
}

/** A model that is ready to be asked. */
export interface Model {
  readonly name: string
  readonly upstream: Upstream
  /** The name of its format; `template` for one that was made of the template. */
  readonly format: string
  /** Makes a request ready, or says why it cannot be served. */
  prepare(request: ChatRequest): Prepared | Fault
}

/**
 * Makes a model ready.
 *
 * @throws {TypeError} when there is no such format, or no template
 * @throws {TemplateError} when nothing reads what the template prints, and no format is given
 */
export function createModel(options: ModelOptions): Model {
  const { name, upstream, template: source } = options
  const plain = templateOf(source, false)
  const withTools = templateOf(source, true)
  const make = formatOf(options, withTools)
  const prepare = createPreparing(options, make, { plain, withTools })
  return { name, upstream, format: make.family.name, prepare }
}

/** The template for requests with tools, or without. */
export function templateOf(source: TemplateSource, hasTools: boolean): ChatTemplate {
  const text = templateFor(source, hasTools)
  if (text === undefined) throw new TypeError('the model has no chat template: give one')
  const { bosToken, eosToken } = source
  return createChatTemplate(text, {
    ...(bosToken === undefined ? {} : { bosToken }),
    ...(eosToken === undefined ? {} : { eosToken }),
  })
}

/** The format that a model is said to have, or that its template shows. */
export function formatOf({ format }: Pick<ModelOptions, 'format'>, template: ChatTemplate): Format {
  if (format === undefined) return analyseTemplate(template).make
  if (typeof format !== 'string') return format
  const found = formatByName(format)
  if (found === undefined) throw new TypeError(`there is no format ${JSON.stringify(format)}`)
  return found
}
