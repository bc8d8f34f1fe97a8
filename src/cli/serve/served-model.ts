import { basename } from 'node:path'
import {
  connectLlamaServer,
  createOpenaiCompletions,
  markerTexts,
  UpstreamError,
  type ModelOptions,
} from '../../gateway/index.ts'
import { TemplateError, type TemplateSource } from '../../template/index.ts'
import { isRecord } from '../json-value.ts'
import type { Arguments } from '../arguments.ts'
import { asked } from '../chats.ts'
import { UsageError } from '../exit.ts'
import { readSource } from '../template-source.ts'
import { loadEmbedded } from './embedded.ts'

/** The model that is served, and what must be let go at the end. */
export interface ServedModel {
  readonly options: ModelOptions
  close(): Promise<void>
}

/**
 * The model that the arguments name.
 *
 * @throws {UsageError} when they name none, its engine does not answer, or it has no template
 */
export async function readServedModel(args: Arguments): Promise<ServedModel> {
  const [file, url] = [args.text('model'), args.text('upstream')]
  if ((file === undefined) === (url === undefined)) {
    throw new UsageError('give either --upstream URL or --model FILE.gguf')
  }
  const found = file === undefined ? await remote(args, url ?? '') : await embedded(args, file)
  const given = args.text('template')
  const template = given === undefined ? found.template : await readSource(given)
  if (template === undefined) {
    throw new UsageError(
      'this engine does not tell its chat template',
      'give one with --template SOURCE',
    )
  }
  const format = args.text('format')
  return {
    options: {
      name: args.text('name') ?? found.name,
      upstream: found.upstream,
      template,
      ...(format === undefined ? {} : { format }),
    },
    close: found.close,
  }
}

interface Found extends Pick<ModelOptions, 'name' | 'upstream'> {
  readonly template?: TemplateSource
  close(): Promise<void>
}

async function embedded(args: Arguments, file: string): Promise<Found> {
  const context = args.number('context', 64)
  const threads = args.number('threads', 1)
  const given = args.text('template')
  const template = await readSource(given ?? file)
  const { upstream, close } = await loadEmbedded({
    file,
    parallel: args.number('parallel', 1) ?? 1,
    markerTokens: args.flag('marker-tokens') ? markersOf(args, template) : [],
    ...(context === undefined ? {} : { context }),
    ...(threads === undefined ? {} : { threads }),
  })
  const name = basename(file).replace(/\.gguf$/, '')
  return { name, upstream, close, template }
}

async function remote(args: Arguments, url: string): Promise<Found> {
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) {
    throw new UsageError(`--upstream ${url} is no address`, 'give it as http://127.0.0.1:8080')
  }
  const key = process.env['PEGBNF_UPSTREAM_KEY']
  const at = { url: url.replace(/\/(v1\/?)?$/, ''), ...(key === undefined ? {} : { key }) }
  const close = (): Promise<void> => Promise.resolve()
  try {
    const api = args.text('api') ?? 'llama-server'
    if (api === 'llama-server') {
      const given = args.text('template')
      const own = given === undefined ? undefined : await readSource(given)
      const markers = args.flag('marker-tokens')
        ? { markerTokens: (found: TemplateSource) => markersOf(args, own ?? found) }
        : {}
      const { upstream, template, modelName } = await connectLlamaServer(
        { ...at, ...markers },
        AbortSignal.timeout(10_000),
      )
      return { name: modelName, upstream, template, close }
    }
    if (args.flag('marker-tokens')) {
      throw new UsageError('--marker-tokens needs a llama-server, or --model')
    }
    const model = args.text('upstream-model') ?? (await firstModel(at))
    const dialect = api === 'vllm' ? 'vllm' : 'plain'
    return { name: model, upstream: createOpenaiCompletions({ ...at, model, dialect }), close }
  } catch (error) {
    if (error instanceof UpstreamError || error instanceof TemplateError) {
      throw new UsageError(`${at.url}: ${error.message}`)
    }
    throw error
  }
}

/** The texts of the markers that the model's format knows. */
function markersOf(args: Arguments, template: TemplateSource): readonly string[] {
  const format = args.text('format')
  try {
    return asked(() => markerTexts({ template, ...(format === undefined ? {} : { format }) }))
  } catch (error) {
    if (error instanceof TemplateError) throw new UsageError(error.message)
    throw error
  }
}

/** The name under which a server lists its first model. */
async function firstModel({
  url,
  key,
}: {
  readonly url: string
  readonly key?: string
}): Promise<string> {
  try {
    const headers: Record<string, string> =
      key === undefined ? {} : { authorization: `Bearer ${key}` }
    const listed: unknown = await (await fetch(`${url}/v1/models`, { headers })).json()
    const data = isRecord(listed) && Array.isArray(listed['data']) ? listed['data'] : []
    const [first]: readonly unknown[] = data
    if (isRecord(first) && typeof first['id'] === 'string') return first['id']
  } catch {
    // Told below, with what to do.
  }
  throw new UsageError(`${url} lists no model`, 'name it with --upstream-model NAME')
}
