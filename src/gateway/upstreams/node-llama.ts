import { UpstreamError, type Generation, type Upstream, type UpstreamEvent } from '../upstream.ts'
import { drawTokens, likelyToken } from './node-llama-draw.ts'
import { biasOf, samplingOptions } from './node-llama-sampling.ts'
import { createTokenText } from './node-llama-text.ts'
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
  /** Texts of the model's markers: those that are single tokens are told by their ids from text spelled like them. */
  readonly markerTokens?: readonly string[]
  /**
   * Makes a bias of tokens, for requests with `logit_bias`; these are refused without it:
   * `(biases) => { const bias = TokenBias.for(model); biases.forEach((logit, token) => bias.set(token, { logit })); return bias }`.
   */
  readonly tokenBias?: (biases: ReadonlyMap<number, number>) => object
}

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
    ...markerIds(options),
    generate,
    check: () => Promise.resolve(),
  }
}

function markerIds<Token extends number>({
  model,
  markerTokens = [],
}: NodeLlamaOptions<Token>): Pick<Upstream, 'tokens'> {
  const found = markerTokens.flatMap((marker): [string, number][] => {
    const [id, ...more] = model.tokenize(marker, true)
    return id === undefined || more.length > 0 ? [] : [[marker, id]]
  })
  return found.length === 0 ? {} : { tokens: Object.fromEntries(found) }
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
