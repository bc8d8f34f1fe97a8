import type { StopReason } from '../../chat/message.ts'
import { innerOf, listOf, textOf } from '../../protocol/fields.ts'
import { openaiCounts } from '../../protocol/decode/openai-counts.ts'
import { stopReasonOf } from '../../protocol/decode/decoder.ts'
import { UpstreamError, type Generation, type Upstream, type UpstreamEvent } from '../upstream.ts'
import { createHttpClient, faultIn, type HttpClient, type HttpUpstreamOptions } from './http.ts'
import { completionLogprobs } from './engine-logprobs.ts'
import { pickFields, samplingFields } from './sampling-fields.ts'

/** What an OpenAI-compatible server understands beside OpenAI's own fields. */
export type CompletionsDialect = 'vllm' | 'plain'

/** Options of an OpenAI-compatible server. */
export interface OpenaiCompletionsOptions extends HttpUpstreamOptions {
  /** The model's name on that server; whatever a client asks for, it is sent this one. */
  readonly model: string
  /**
   * `vllm`, the default: grammars as `structured_outputs`, special tokens kept in the text. `plain` sends
   * OpenAI's fields alone.
   */
  readonly dialect?: CompletionsDialect
}

/**
 * An OpenAI-compatible server's `/v1/completions`, such as vLLM's; `url` ends before `/v1`.
 *
 * @example
 * ```ts
 * createOpenaiCompletions({ url: 'http://127.0.0.1:8000', model: 'qwen3' }).name // 'vLLM 127.0.0.1:8000'
 * ```
 */
export function createOpenaiCompletions(options: OpenaiCompletionsOptions): Upstream {
  const http = createHttpClient(options)
  const { model, dialect = 'vllm' } = options
  return {
    name: `${dialect === 'vllm' ? 'vLLM' : 'completions'} ${http.host}`,
    notes: dialect === 'vllm' ? [] : plainNotes,
    lazyGrammars: false,
    addsBos: dialect === 'plain',
    logprobs: true,
    generate: (generation, signal) =>
      complete(http, bodyOf(generation, model, dialect), generation.logprobs, signal),
    async check(signal) {
      await http.getJson('/v1/models', signal)
    },
  }
}

const plainNotes = [
  'grammars are not sent: calls are read, but nothing holds the model to their schemas',
  'no switch keeps special tokens in the text: calls whose markers are special tokens are lost, unless the server writes them anyway',
]

async function* complete(
  http: HttpClient,
  body: object,
  top: Generation['logprobs'],
  signal: AbortSignal,
): AsyncGenerator<readonly UpstreamEvent[]> {
  let reason: StopReason | null = null
  for await (const frames of http.events('/v1/completions', body, signal)) {
    const events: UpstreamEvent[] = []
    for (const frame of frames) {
      reason = readFrame(frame, top, events) ?? reason
      if (events.at(-1)?.kind === 'fault') break
    }
    if (events.length > 0) yield events
    if (events.at(-1)?.kind === 'fault') return
  }
  // The usage comes behind the reason, so the end is known only when the stream has ended.
  if (reason === null) {
    throw new UpstreamError('server', 'the engine stopped before its answer was whole')
  }
  yield [{ kind: 'end', reason }]
}

function bodyOf(generation: Generation, model: string, dialect: CompletionsDialect): object {
  const { prompt, grammar, stops, sampling, logprobs, extra } = generation
  const { topK: _k, minP: _p, repeatPenalty: _r, ...openai } = sampling
  const shared = {
    // OpenAI's default is 16 tokens, which no answer fits into.
    max_tokens: 4096,
    ...samplingFields(dialect === 'vllm' ? sampling : openai, 'max_tokens'),
    model,
    prompt,
    stream: true,
    stream_options: { include_usage: true },
    ...(stops.length === 0 ? {} : { stop: stops }),
    ...(logprobs === null ? {} : { logprobs }),
  }
  if (dialect === 'plain') return shared
  return {
    ...pickFields(extra, vllmFields),
    ...shared,
    // The prompt has all of them already.
    add_special_tokens: false,
    stream_options: { include_usage: true, continuous_usage_stats: true },
    skip_special_tokens: false,
    spaces_between_special_tokens: false,
    ...(generation.tokenIds ? { return_token_ids: true } : {}),
    ...(grammar === null ? {} : { structured_outputs: { grammar: grammar.gbnf } }),
  }
}

/** Fields of vLLM's own that a client may set: how tokens are drawn, nothing else. */
const vllmFields = ['length_penalty', 'ignore_eos', 'min_tokens', 'repetition_penalty'] as const

/** Reads one frame, and gives the reason to stop when it has one. */
function readFrame(
  frame: unknown,
  top: Generation['logprobs'],
  out: UpstreamEvent[],
): StopReason | null {
  const error = faultIn(frame)
  if (error !== null) {
    out.push({ kind: 'fault', error })
    return null
  }
  const usage = openaiCounts(innerOf(frame, 'usage'), 'prompt', 'completion')
  if (usage !== null) out.push({ kind: 'usage', usage })
  const [choice] = listOf(frame, 'choices')
  const text = textOf(choice, 'text') ?? ''
  const ids = listOf(choice, 'token_ids').filter((id): id is number => typeof id === 'number')
  const logprobs = top === null ? [] : completionLogprobs(choice, top)
  if (text !== '' || ids.length > 0 || logprobs.length > 0) {
    const chunk = ids.length === 0 ? text : { text, ids }
    out.push({ kind: 'text', chunk, ...(logprobs.length === 0 ? {} : { logprobs }) })
  }
  const reason = textOf(choice, 'finish_reason')
  return reason === undefined ? null : (stopReasonOf(reason) ?? 'stop')
}
