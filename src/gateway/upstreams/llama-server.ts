import type { StopReason } from '../../chat/message.ts'
import type { Trigger } from '../../chat/chat-types.ts'
import { fieldOf, innerOf, listOf, numberOf, textOf } from '../../protocol/fields.ts'
import type { TokenUsage } from '../../protocol/token-usage.ts'
import { readServerProps, type TemplateSource } from '../../template/index.ts'
import { UpstreamError, type Generation, type Upstream, type UpstreamEvent } from '../upstream.ts'
import { createHttpClient, faultIn, type HttpClient, type HttpUpstreamOptions } from './http.ts'
import { llamaLogprobs } from './engine-logprobs.ts'
import { pickFields, samplingFields } from './sampling-fields.ts'

/** A running llama-server, and what it says of its model. */
export interface LlamaServer {
  readonly upstream: Upstream
  readonly template: TemplateSource
  /** The model's name, as the server gives it. */
  readonly modelName: string
}

/** Options of a llama-server. */
export interface LlamaServerOptions extends HttpUpstreamOptions {
  /**
   * Texts of the model's marker tokens. They are looked up, and then told by their ids from text that is
   * only spelled like them; all must be single tokens. A function finds them from the template, as
   * `markerTexts` does: of those it gives, the ones that are single tokens are used.
   */
  readonly markerTokens?: readonly string[] | ((template: TemplateSource) => readonly string[])
}

/**
 * Connects to a llama-server: its template and tokens come from `/props`, texts from `/completion`, whose
 * `preserved_tokens` keep the markers in the text.
 *
 * @throws {UpstreamError} when it does not answer
 * @example
 * ```ts
 * // A server that knows one template, and adds no token in front of a prompt.
 * const server: typeof fetch = async (url) =>
 *   Response.json(String(url).endsWith('/props') ? { model_alias: 'm', chat_template: '…' } : { tokens: [] })
 * const { modelName } = await connectLlamaServer({ url: 'http://127.0.0.1:8080', fetch: server })
 * modelName // 'm'
 * ```
 */
export async function connectLlamaServer(
  options: LlamaServerOptions,
  signal: AbortSignal = new AbortController().signal,
): Promise<LlamaServer> {
  const http = createHttpClient(options)
  const props = await http.getJson('/props', signal)
  const addsBos = (await tokenize(http, '', true, signal)).length > 0
  const template = readServerProps(JSON.stringify(props))
  const tokens = await markerIds(http, template, options.markerTokens ?? [], signal)
  const path = textOf(props, 'model_alias') ?? textOf(props, 'model_path') ?? ''
  return {
    upstream: {
      name: `llama-server ${http.host}`,
      notes: [],
      lazyGrammars: true,
      addsBos,
      logprobs: true,
      ...(tokens === null ? {} : { tokens }),
      ...mediaOf(props),
      generate: (generation, abort) => complete(http, generation, abort),
      async check(abort) {
        await http.getJson('/health', abort)
      },
    },
    template,
    modelName: path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1),
  }
}

/** What a server with a projector can be shown. */
function mediaOf(props: unknown): Pick<Upstream, 'media'> {
  const modalities = innerOf(props, 'modalities')
  const kinds = (
    [
      ['image', 'vision'],
      ['audio', 'audio'],
    ] as const
  ).flatMap(([kind, field]) => (fieldOf(modalities, field) === true ? [kind] : []))
  // Newer servers draw it at random, so that no text can hold it by chance.
  const marker = textOf(props, 'media_marker') ?? '<__media__>'
  return kinds.length === 0 ? {} : { media: { marker, kinds } }
}

async function* complete(
  http: HttpClient,
  generation: Generation,
  signal: AbortSignal,
): AsyncGenerator<readonly UpstreamEvent[]> {
  let ended = false
  for await (const frames of http.events('/completion', completionBody(generation), signal)) {
    const events: UpstreamEvent[] = []
    for (const frame of frames) {
      if (ended) break
      ended = readFrame(frame, generation.logprobs, events)
    }
    // So far: the client's own stop string may end the text before the last frame.
    if (!ended && events.length > 0) events.push({ kind: 'usage', usage: usageOf(frames.at(-1)) })
    if (events.length > 0) yield events
    if (ended) return
  }
  throw new UpstreamError('server', 'the engine stopped before its answer was whole')
}

/** The body of a request to `/completion`. */
function completionBody(generation: Generation): object {
  const { prompt, media, grammar, stops, sampling, logprobs, extra } = generation
  return {
    ...pickFields(extra, ownFields),
    ...samplingFields(sampling, 'n_predict'),
    prompt: media.length === 0 ? prompt : { prompt_string: prompt, multimodal_data: media },
    stream: true,
    cache_prompt: true,
    return_tokens: true,
    // Without one alternative at least it tells nothing.
    ...(logprobs === null ? {} : { n_probs: Math.max(1, logprobs) }),
    ...(stops.length === 0 ? {} : { stop: stops }),
    preserved_tokens: preservedOf(generation),
    ...(grammar === null
      ? {}
      : {
          grammar: grammar.gbnf,
          grammar_lazy: grammar.lazy,
          grammar_triggers: grammar.triggers.map(triggerOf),
        }),
  }
}

/** Fields of llama-server's own that a client may set: how tokens are drawn, nothing else. */
const ownFields = [
  'dynatemp_range', 'dynatemp_exponent', 'typical_p', 'top_n_sigma', 'xtc_probability', 'xtc_threshold',
  'repeat_penalty', 'repeat_last_n', 'dry_multiplier', 'dry_base', 'dry_allowed_length', 'dry_penalty_last_n',
  'mirostat', 'mirostat_tau', 'mirostat_eta', 'min_keep', 'samplers', 'ignore_eos', 't_max_predict_ms',
] as const // prettier-ignore

function preservedOf({ preservedTokens, grammar }: Generation): readonly string[] {
  // A word that is a single token must be among them, else the server refuses the trigger.
  const words = (grammar?.triggers ?? []).flatMap(({ type, value }) =>
    type === 'word' || type === 'token' ? [value] : [],
  )
  return [...new Set([...preservedTokens, ...words])]
}

// Source: llama.cpp's common_grammar_trigger_type. A token is asked for by its word: the server
// finds its id.
const triggerTypes = { token: 1, word: 1, pattern: 2, pattern_full: 3 } as const

function triggerOf({ type, value }: Trigger): object {
  return { type: triggerTypes[type], value }
}

/** Reads one frame; true if it is the last. */
function readFrame(frame: unknown, top: Generation['logprobs'], out: UpstreamEvent[]): boolean {
  const error = faultIn(frame)
  if (error !== null) {
    out.push({ kind: 'fault', error })
    return true
  }
  const text = textOf(frame, 'content') ?? ''
  const ids = listOf(frame, 'tokens').filter((id): id is number => typeof id === 'number')
  const logprobs = top === null ? [] : llamaLogprobs(frame, top)
  if (text !== '' || ids.length > 0 || logprobs.length > 0) {
    const chunk = { text, ids }
    out.push({ kind: 'text', chunk, ...(logprobs.length === 0 ? {} : { logprobs }) })
  }
  if (fieldOf(frame, 'stop') !== true) return false
  out.push({ kind: 'usage', usage: usageOf(frame) }, { kind: 'end', reason: reasonOf(frame) })
  return true
}

function usageOf(frame: unknown): TokenUsage {
  const cachedTokens = numberOf(innerOf(frame, 'timings'), 'cache_n')
  return {
    inputTokens: numberOf(frame, 'tokens_evaluated') ?? 0,
    outputTokens: numberOf(frame, 'tokens_predicted') ?? 0,
    ...(cachedTokens === undefined ? {} : { cachedTokens }),
  }
}

function reasonOf(frame: unknown): StopReason {
  // Older servers say it in flags.
  const limited = textOf(frame, 'stop_type') === 'limit' || fieldOf(frame, 'stopped_limit') === true
  return limited || fieldOf(frame, 'truncated') === true ? 'length' : 'stop'
}

async function tokenize(
  http: HttpClient,
  content: string,
  addSpecial: boolean,
  signal: AbortSignal,
): Promise<readonly unknown[]> {
  const body = { content, add_special: addSpecial, parse_special: true }
  return listOf(await http.postJson('/tokenize', body, signal), 'tokens')
}

async function markerIds(
  http: HttpClient,
  template: TemplateSource,
  wanted: NonNullable<LlamaServerOptions['markerTokens']>,
  signal: AbortSignal,
): Promise<Readonly<Record<string, number>> | null> {
  const isFound = typeof wanted === 'function'
  const found: [string, number][] = []
  for (const marker of isFound ? wanted(template) : wanted) {
    const [id, ...more] = await tokenize(http, marker, false, signal)
    if (typeof id === 'number' && more.length === 0) found.push([marker, id])
    else if (!isFound) {
      const shown = JSON.stringify(marker.slice(0, 40))
      throw new UpstreamError('server', `${shown} is no single token of the model`)
    }
  }
  return found.length === 0 ? null : Object.fromEntries(found)
}
