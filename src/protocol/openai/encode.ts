import type { CallDelta, Delta, TokenLogprob } from '../../chat/delta.ts'
import type { FinishReason } from '../../chat/message.ts'
import { encodeAll, type Encoder } from '../encoder.ts'
import { wireLogprobs } from '../logprobs.ts'
import { openaiError, type Fault, type OpenaiErrorBody } from '../fault.ts'
import { randomHex, secondsNow } from '../response-ids.ts'
import { createCallStates, type CallStates } from '../settle.ts'
import { createHeldArguments, type HeldArguments } from '../held-brace.ts'
import { countsOf, type TokenUsage, type UsageSource } from '../token-usage.ts'
import type {
  OpenaiChunk,
  OpenaiDelta,
  OpenaiFinishReason,
  OpenaiLogprobs,
  OpenaiToolCallDelta,
  OpenaiUsage,
} from './chunk.ts'

/** Under which name reasoning is sent: clients read one or the other, few read both. */
export type ReasoningField = 'reasoning_content' | 'reasoning' | 'both'

/** What a stream of chunks needs to know beside the deltas. */
export interface OpenaiChatOptions {
  /** The same in all chunks; random by default. */
  readonly id?: string
  /** Seconds since 1970; now by default. */
  readonly created?: number
  readonly model?: string
  /** The choice that deltas without one belong to; 0 by default. */
  readonly index?: number
  /** The request's `stream_options.include_usage`: a last chunk without choices tells the usage. */
  readonly includeUsage?: boolean
  /** In pegbnf's form, or in OpenAI's, which is passed on as it is. */
  readonly usage?: UsageSource<TokenUsage | OpenaiUsage>
  /** `reasoning_content` by default. */
  readonly reasoningField?: ReasoningField
  /** Sends the id of a call in all its pieces: OpenAI sends it once, some clients look for more. */
  readonly repeatCallId?: boolean
}

/** Turns the deltas of one response into chunks; one object a response, whatever its choices. */
export interface OpenaiChatEncoder extends Encoder<OpenaiChunk | OpenaiErrorBody> {
  /** Begins a choice: the chunk with the role. `push` does it when it has not been done. */
  start(index?: number): OpenaiChunk[]
  /** The chunks of one delta of a choice. */
  push(delta: Delta, index?: number): OpenaiChunk[]
  /** Ends what has not ended, with `length`, and tells the usage when it was asked for. */
  end(): OpenaiChunk[]
  /** The event that stands for all that is missing: clients throw it. */
  fail(fault: Fault): OpenaiErrorBody[]
}

/** A choice that has begun. */
interface Choice {
  ended: boolean
  readonly calls: CallStates
  /** Calls without any arguments so far. */
  readonly bare: Set<number>
  /** The arguments of calls that have not ended. */
  readonly open: Map<number, HeldArguments>
  /** Ids of its calls, kept when they are to be repeated. */
  readonly ids: Map<number, string>
}

/**
 * Makes the encoder of one response. In each choice the role comes first, then what the deltas add,
 * a call's identity before its arguments, and one finish reason at the end.
 *
 * What was sent of an incomplete or invalid call stands; it is never whole JSON, and the finish reason says
 * that it is not whole.
 *
 * @throws {TypeError} when usage is asked for and not given
 * @example
 * ```ts
 * const encoder = createOpenaiChatEncoder({ model: 'qwen3' })
 * const chunks = formats.plain().open().feed('Ahoy').flatMap((delta) => encoder.push(delta))
 * chunks.map(({ choices }) => choices[0]?.delta) // [{ role: 'assistant', content: '' }, { content: 'Ahoy' }]
 * ```
 */
export function createOpenaiChatEncoder(options: OpenaiChatOptions = {}): OpenaiChatEncoder {
  const { index: firstIndex = 0, includeUsage = false, usage, reasoningField } = options
  const { repeatCallId = false } = options
  if (includeUsage && usage === undefined) {
    throw new TypeError(
      'includeUsage needs the counts: createOpenaiChatEncoder({ usage: () => … })',
    )
  }
  const envelope = createEnvelope(options)
  const choices = new Map<number, Choice>()
  let failed = false

  function chunk(index: number, delta: OpenaiDelta, reason: OpenaiFinishReason | null = null) {
    return { ...envelope, choices: [{ index, delta, finish_reason: reason }] }
  }

  function start(index = firstIndex): OpenaiChunk[] {
    if (failed || choices.has(index)) return []
    choices.set(index, {
      ended: false,
      calls: createCallStates(),
      bare: new Set(),
      open: new Map(),
      ids: new Map(),
    })
    return [chunk(index, { role: 'assistant', content: '' })]
  }

  function finish(index: number, choice: Choice, reason: FinishReason): OpenaiChunk[] {
    choice.ended = true
    const settled = choice.calls.reason(reason)
    const whole = settled === 'stop' || settled === 'tool_calls'
    const rest = [...choice.open.keys()].flatMap((call) => endOfCall(choice, call, whole))
    return [...rest.map((piece) => chunk(index, piece)), chunk(index, {}, finishReasons[settled])]
  }

  function push(delta: Delta, index = firstIndex): OpenaiChunk[] {
    const begun = start(index)
    const choice = choices.get(index)
    if (failed || choice === undefined || choice.ended) return []
    if (delta.kind === 'finish') return [...begun, ...finish(index, choice, delta.reason)]
    const pieces = piecesOf(choice, delta)
    const added = withLogprobs(
      pieces.map((piece) => chunk(index, piece)),
      delta,
    )
    return begun.length === 0 ? added : [...begun, ...added]
  }

  function piecesOf(choice: Choice, delta: Delta): OpenaiDelta[] {
    if (delta.kind === 'call') return callDeltas(choice, delta)
    if (delta.kind !== 'call-end') return encodeText(delta, reasoningField)
    choice.calls.end(delta.index, delta.state)
    return endOfCall(choice, delta.index, delta.state === 'complete')
  }

  function endOfCall(choice: Choice, index: number, complete: boolean): OpenaiDelta[] {
    const bare = choice.bare.delete(index)
    const rest = choice.open.get(index)?.end(complete) ?? ''
    choice.open.delete(index)
    if (bare && !complete) return unrunnable(index)
    return piecesOfCall(choice, { kind: 'call', index, arguments: rest })
  }

  function callDeltas(choice: Choice, delta: CallDelta): OpenaiDelta[] {
    if (delta.name !== undefined) {
      choice.calls.begin(delta.index)
      choice.bare.add(delta.index)
      choice.open.set(delta.index, createHeldArguments())
    }
    if (delta.arguments.trim() !== '') choice.bare.delete(delta.index)
    if (repeatCallId && delta.id !== undefined) choice.ids.set(delta.index, delta.id)
    const text = choice.open.get(delta.index)?.push(delta.arguments) ?? delta.arguments
    return piecesOfCall(choice, { ...delta, arguments: text })
  }

  function piecesOfCall(choice: Choice, delta: CallDelta): OpenaiDelta[] {
    const pieces = encodeCall(delta, choice.ids.get(delta.index))
    return pieces.map((piece) => ({ tool_calls: [piece] }))
  }

  function end(): OpenaiChunk[] {
    if (failed) return []
    const unfinished = [...choices].flatMap(([index, choice]) =>
      choice.ended ? [] : finish(index, choice, 'length'),
    )
    if (!includeUsage || usage === undefined) return unfinished
    const counts = openaiUsage(countsOf(usage))
    return [...unfinished, { ...envelope, choices: [], usage: counts }]
  }

  function fail(fault: Fault): OpenaiErrorBody[] {
    if (failed) return []
    failed = true
    return [openaiError(fault)]
  }

  return { start, push, end, fail }
}

/** Counts in OpenAI's form. */
export function openaiUsage(usage: TokenUsage | OpenaiUsage | undefined): OpenaiUsage | null {
  if (usage === undefined || 'prompt_tokens' in usage) return usage ?? null
  const { inputTokens, outputTokens, reasoningTokens, cachedTokens } = usage
  return {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
    ...(reasoningTokens === undefined
      ? {}
      : { completion_tokens_details: { reasoning_tokens: reasoningTokens } }),
    ...(cachedTokens === undefined
      ? {}
      : { prompt_tokens_details: { cached_tokens: cachedTokens } }),
  }
}

/**
 * All chunks of a response whose deltas are at hand, from the role to the usage.
 *
 * @example
 * ```ts
 * const session = formats.plain().open()
 * const chunks = openaiChatChunks([...session.feed('Ahoy'), ...session.finish()])
 * chunks.at(-1)?.choices[0]?.finish_reason // 'stop'
 * ```
 */
export function openaiChatChunks(
  deltas: Iterable<Delta>,
  options: OpenaiChatOptions = {},
): OpenaiChunk[] {
  const { start, push, end } = createOpenaiChatEncoder(options)
  return encodeAll<OpenaiChunk>({ start, push, end, fail: () => [] }, deltas)
}

/** OpenAI has no word for an abort or a failure. `stop` would say that the answer is whole. */
export const finishReasons: { readonly [K in FinishReason]: OpenaiFinishReason } = {
  stop: 'stop',
  length: 'length',
  tool_calls: 'tool_calls',
  abort: 'length',
  error: 'length',
  parse_error: 'length',
}

function createEnvelope(options: OpenaiChatOptions): Omit<OpenaiChunk, 'choices'> {
  const envelope = {
    id: options.id ?? `chatcmpl-${randomHex()}`,
    object: 'chat.completion.chunk',
    created: options.created ?? secondsNow(),
    model: options.model ?? '',
  } as const
  return options.includeUsage === true ? { ...envelope, usage: null } : envelope
}

/** The log probabilities of a delta stand in its chunk. */
function withLogprobs(chunks: readonly OpenaiChunk[], delta: Delta): OpenaiChunk[] {
  if (delta.kind !== 'content' || delta.logprobs === undefined) return [...chunks]
  const logprobs = openaiLogprobs(delta.logprobs)
  return chunks.map((chunk) => ({
    ...chunk,
    choices: chunk.choices.map((choice) => ({ ...choice, logprobs })),
  }))
}

/** Log probabilities in OpenAI's form. */
export function openaiLogprobs(tokens: readonly TokenLogprob[]): OpenaiLogprobs {
  return { content: wireLogprobs(tokens), refusal: null }
}

function encodeText(delta: Delta, field: ReasoningField = 'reasoning_content'): OpenaiDelta[] {
  if (delta.kind === 'content') return delta.text === '' ? [] : [{ content: delta.text }]
  if (delta.kind !== 'reasoning' || delta.text === '') return []
  return [encodeReasoning(delta.text, field)]
}

/** Many clients run a call without arguments as one with `{}`. A brace that never closes stops them. */
function unrunnable(index: number): OpenaiDelta[] {
  return [{ tool_calls: [{ index, function: { arguments: '{' } }] }]
}

/** Reasoning under the name, or the names, under which clients look for it. */
export function encodeReasoning(
  text: string,
  field: ReasoningField,
): Pick<OpenaiDelta, 'reasoning_content' | 'reasoning'> {
  if (field === 'both') return { reasoning_content: text, reasoning: text }
  return field === 'reasoning' ? { reasoning: text } : { reasoning_content: text }
}

// The identity goes in a piece of its own: some clients drop arguments that come along with it.
function encodeCall(delta: CallDelta, repeated: string | undefined): OpenaiToolCallDelta[] {
  const pieces: OpenaiToolCallDelta[] = []
  const { index, id, name } = delta
  if (name !== undefined) {
    const known = id === undefined ? {} : { id }
    pieces.push({ index, ...known, type: 'function', function: { name, arguments: '' } })
  }
  if (delta.arguments === '') return pieces
  const again = repeated === undefined ? {} : { id: repeated }
  return [...pieces, { index, ...again, function: { arguments: delta.arguments } }]
}
