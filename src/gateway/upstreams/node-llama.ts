import type { LikelyToken, TokenLogprob } from '../../chat/delta.ts'
import type { Sampling } from '../../protocol/request/chat-request.ts'
import { UpstreamError, type Generation, type Upstream, type UpstreamEvent } from '../upstream.ts'
import { createSlots } from './slots.ts'

// The parts of node-llama-cpp that are used, by their shape: it is the caller's to install.

/** A model that node-llama-cpp has loaded. */
export interface NodeLlamaModel<Token extends number = number> {
  readonly tokens: { readonly bos: Token | null; readonly shouldPrependBosToken: boolean }
  tokenize(text: string, specialTokens: boolean): Token[]
  detokenize(tokens: readonly Token[], specialTokens: boolean, lastTokens: readonly Token[]): string
  isEogToken(token: Token): boolean
}

/** A part of a context that holds one text. */
export interface NodeLlamaSequence<Token extends number = number> {
  readonly nextTokenIndex: number
  readonly contextSize: number
  adaptStateToTokens(tokens: Token[], allowShift: boolean): Promise<void>
  evaluate(tokens: Token[], options: object): AsyncIterable<Token>
  /** Where it is there, log probabilities can be told. */
  evaluateWithMetadata?(
    tokens: Token[],
    metadata: { readonly probabilities: true },
    options: object,
  ): AsyncIterable<{ readonly token: Token; readonly probabilities: ReadonlyMap<Token, number> }>
}

/** node-llama-cpp as its user has set it up. */
export interface NodeLlamaOptions<Token extends number = number> {
  readonly model: NodeLlamaModel<Token>
  /** One for each text that is written at the same time. */
  readonly sequences: readonly NodeLlamaSequence<Token>[]
  /**
   * Makes the state of a grammar: `async (gbnf) => new LlamaGrammarEvaluationState({ model, grammar:
   * await llama.createGrammar({ grammar: gbnf }) })`.
   */
  readonly grammarState: (gbnf: string) => Promise<object>
  /**
   * Makes a bias of tokens, for requests with `logit_bias`; these are refused without it:
   * `(biases) => { const bias = TokenBias.for(model); biases.forEach((logit, token) => bias.set(token, { logit })); return bias }`.
   */
  readonly tokenBias?: (biases: ReadonlyMap<number, number>) => object
}

/** How tokens are drawn where the request does not say, as llama-server has it. */
const defaults = { temperature: 0.8, topK: 40, topP: 0.95, minP: 0.05 }
/** The repeat penalty looks back so far. */
const penaltyTokens = 64
/** No character takes more tokens. */
const maxCharacterTokens = 4

/**
 * A model inside this process, by node-llama-cpp. Texts that want a sequence while all are busy wait for one.
 * Tokens are turned into text here, with their markers, which its own text callbacks leave out.
 *
 * @example
 * ```ts
 * const model = {
 *   tokens: { bos: null, shouldPrependBosToken: false },
 *   tokenize: (text: string) => [...text].map((_, id) => id),
 *   detokenize: () => 'a',
 *   isEogToken: () => false,
 * }
 * const grammarState = async () => ({})
 * createNodeLlama({ model, sequences: [], grammarState }).lazyGrammars // false
 * ```
 */
export function createNodeLlama<Token extends number = number>(
  options: NodeLlamaOptions<Token>,
): Upstream {
  const { model } = options
  const slots = createSlots(options.sequences)

  async function* generate(
    generation: Generation,
    signal: AbortSignal,
  ): AsyncGenerator<readonly UpstreamEvent[]> {
    const sequence = await slots.take(signal)
    try {
      yield* write(options, sequence, generation, signal)
    } finally {
      slots.give(sequence)
    }
  }

  return {
    name: 'node-llama-cpp',
    notes: [],
    lazyGrammars: false,
    addsBos: model.tokens.shouldPrependBosToken,
    logprobs: options.sequences.every((sequence) => sequence.evaluateWithMetadata !== undefined),
    generate,
    check: () => Promise.resolve(),
  }
}

async function* write<Token extends number>(
  options: NodeLlamaOptions<Token>,
  sequence: NodeLlamaSequence<Token>,
  generation: Generation,
  signal: AbortSignal,
): AsyncGenerator<readonly UpstreamEvent[]> {
  const { model, grammarState } = options
  const { grammar, stops, sampling, logprobs } = generation
  const tokens = promptTokens(model, generation.prompt)
  const room = sequence.contextSize - tokens.length - 1
  if (room < 1) {
    throw new UpstreamError(
      'too-large',
      `the prompt has ${tokens.length} tokens, and the context only ${sequence.contextSize}`,
    )
  }
  const limit = Math.min(sampling.maxTokens ?? room, room)
  const inputTokens = tokens.length
  // What the sequence holds of the prompt already is not read again; one token at least is.
  await sequence.adaptStateToTokens(tokens.slice(0, -1), false)
  const cachedTokens = sequence.nextTokenIndex
  const written: Token[] = []
  const text = createTokenText(model, written)
  const ends = endTokens(model, stops)
  const state = grammar === null ? {} : { grammarEvaluationState: await grammarState(grammar.gbnf) }
  const drawn = drawTokens(sequence, tokens.slice(cachedTokens), logprobs !== null, {
    ...samplingOptions(sampling, written),
    ...biasOf(options, sampling),
    ...state,
    yieldEogToken: true,
  })
  const usage = (): UpstreamEvent => ({
    kind: 'usage',
    usage: { inputTokens, outputTokens: written.length, cachedTokens },
  })
  let ended = limit === 0
  if (!ended) {
    for await (const { token, probabilities } of drawn) {
      if (signal.aborted) return
      ended = model.isEogToken(token) || ends.has(token)
      if (ended) break
      written.push(token)
      const added = text.push(token)
      const likely =
        probabilities === null
          ? {}
          : { logprobs: [likelyToken(model, token, probabilities, logprobs)] }
      yield [{ kind: 'text', chunk: { text: added, ids: [token] }, ...likely }, usage()]
      if (written.length >= limit) break
    }
  }
  yield [
    { kind: 'text', chunk: { text: text.end(), ids: [] } },
    usage(),
    { kind: 'end', reason: ended ? 'stop' : 'length' },
  ]
}

/** A token that was drawn, and how likely each was; null where nobody asked. */
interface Drawn<Token extends number> {
  readonly token: Token
  readonly probabilities: ReadonlyMap<Token, number> | null
}

async function* drawTokens<Token extends number>(
  sequence: NodeLlamaSequence<Token>,
  tokens: Token[],
  withProbabilities: boolean,
  options: object,
): AsyncGenerator<Drawn<Token>> {
  if (withProbabilities && sequence.evaluateWithMetadata !== undefined) {
    yield* sequence.evaluateWithMetadata(tokens, { probabilities: true }, options)
    return
  }
  for await (const token of sequence.evaluate(tokens, options)) yield { token, probabilities: null }
}

/** A token and its alternatives; the map has the most likely ones first. */
function likelyToken<Token extends number>(
  model: NodeLlamaModel<Token>,
  token: Token,
  probabilities: ReadonlyMap<Token, number>,
  top: number | null,
): TokenLogprob {
  const likely = (id: Token, probability: number): LikelyToken => ({
    text: model.detokenize([id], true, []),
    // JSON has no negative infinity.
    logprob: Math.max(-9999, Math.log(probability)),
  })
  const best: LikelyToken[] = []
  for (const [id, probability] of probabilities) {
    if (best.length >= (top ?? 0)) break
    best.push(likely(id, probability))
  }
  return { ...likely(token, probabilities.get(token) ?? 0), top: best }
}

function biasOf<Token extends number>(
  { tokenBias }: NodeLlamaOptions<Token>,
  { logitBias = {} }: Omit<Sampling, 'stop'>,
): { readonly tokenBias?: object } {
  const biases = new Map<number, number>()
  for (const [id, bias] of Object.entries(logitBias)) {
    if (!/^\d{1,9}$/.test(id) || typeof bias !== 'number') {
      throw new UpstreamError('invalid-request', 'logit_bias must give numbers to ids of tokens')
    }
    biases.set(Number(id), bias)
  }
  if (biases.size === 0) return {}
  if (tokenBias === undefined) {
    throw new UpstreamError('invalid-request', 'the engine was set up without logit_bias')
  }
  return { tokenBias: tokenBias(biases) }
}

function promptTokens<Token extends number>(model: NodeLlamaModel<Token>, prompt: string): Token[] {
  const tokens = model.tokenize(prompt, true)
  const { bos, shouldPrependBosToken } = model.tokens
  return shouldPrependBosToken && bos !== null ? [bos, ...tokens] : tokens
}

/** Stop strings that are one token; the model's own end is known to it. */
function endTokens<Token extends number>(
  model: NodeLlamaModel<Token>,
  stops: readonly string[],
): ReadonlySet<Token> {
  const ids = stops.map((stop) => model.tokenize(stop, true)).filter(({ length }) => length === 1)
  return new Set(ids.flat())
}

function samplingOptions(sampling: Omit<Sampling, 'stop'>, written: readonly number[]): object {
  const { temperature, topK, topP, minP, seed } = sampling
  const { repeatPenalty, presencePenalty, frequencyPenalty } = sampling
  const punishes = [repeatPenalty, presencePenalty, frequencyPenalty].some((n) => n !== undefined)
  const given = { temperature, topK, topP, minP, seed }
  const known = Object.entries(given).filter(([, value]) => value !== undefined)
  return {
    ...defaults,
    ...Object.fromEntries(known),
    ...(punishes
      ? {
          repeatPenalty: {
            punishTokens: () => written.slice(-penaltyTokens),
            penalty: repeatPenalty ?? 1,
            frequencyPenalty: frequencyPenalty ?? 0,
            presencePenalty: presencePenalty ?? 0,
          },
        }
      : {}),
  }
}

/** Turns tokens into text; a character that several tokens spell waits for the last of them. */
function createTokenText<Token extends number>(
  model: NodeLlamaModel<Token>,
  written: readonly Token[],
): { push(token: Token): string; end(): string } {
  let waiting: Token[] = []

  function take(): string {
    const before = written.slice(0, written.length - waiting.length).slice(-maxCharacterTokens)
    const text = model.detokenize(waiting, true, before)
    waiting = []
    return text
  }

  return {
    push(token) {
      waiting.push(token)
      const before = written.slice(0, -waiting.length).slice(-maxCharacterTokens)
      const text = model.detokenize(waiting, true, before)
      if (text.endsWith('\ufffd') && waiting.length < maxCharacterTokens) return ''
      waiting = []
      return text
    },
    end: () => (waiting.length === 0 ? '' : take()),
  }
}
