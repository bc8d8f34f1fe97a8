import type { CallDelta, Delta } from '../chat/delta.ts'
import type { FinishReason } from '../chat/message.ts'
import type {
  OpenaiChunk,
  OpenaiDelta,
  OpenaiFinishReason,
  OpenaiToolCallDelta,
  OpenaiUsage,
} from './openai-chunk.ts'

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
  /** A function is called when the stream ends, as the counts are not known before. */
  readonly usage?: OpenaiUsage | (() => OpenaiUsage)
  /** `reasoning_content` by default. */
  readonly reasoningField?: ReasoningField
}

/** Turns the deltas of one response into chunks; one object a response, whatever its choices. */
export interface OpenaiChatEncoder {
  /** Begins a choice: the chunk with the role. `push` does it when it has not been done. */
  start(index?: number): OpenaiChunk[]
  /** The chunks of one delta of a choice. */
  push(delta: Delta, index?: number): OpenaiChunk[]
  /** Ends what has not ended, with `length`, and tells the usage when it was asked for. */
  end(): OpenaiChunk[]
}

/**
 * Makes the encoder of one response. In each choice the role comes first, then what the deltas add,
 * a call's identity before its arguments, and one finish reason at the end.
 *
 * What was sent of an incomplete or invalid call stands; the finish reason says that it is not whole.
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
  if (includeUsage && usage === undefined) {
    throw new TypeError(
      'includeUsage needs the counts: createOpenaiChatEncoder({ usage: () => … })',
    )
  }
  const envelope = createEnvelope(options)
  const open = new Map<number, boolean>()

  function chunk(index: number, delta: OpenaiDelta, reason: OpenaiFinishReason | null = null) {
    return { ...envelope, choices: [{ index, delta, finish_reason: reason }] }
  }

  function start(index = firstIndex): OpenaiChunk[] {
    if (open.has(index)) return []
    open.set(index, true)
    return [chunk(index, { role: 'assistant', content: '' })]
  }

  function finish(index: number, reason: FinishReason): OpenaiChunk[] {
    if (open.get(index) !== true) return []
    open.set(index, false)
    return [chunk(index, {}, finishReasons[reason])]
  }

  function push(delta: Delta, index = firstIndex): OpenaiChunk[] {
    const begun = start(index)
    if (delta.kind === 'finish') return [...begun, ...finish(index, delta.reason)]
    const added = encodeDelta(delta, reasoningField).map((piece) => chunk(index, piece))
    return begun.length === 0 ? added : [...begun, ...added]
  }

  function end(): OpenaiChunk[] {
    const unfinished = [...open.keys()].flatMap((index) => finish(index, 'length'))
    if (!includeUsage || usage === undefined) return unfinished
    const counts = typeof usage === 'function' ? usage() : usage
    return [...unfinished, { ...envelope, choices: [], usage: counts }]
  }

  return { start, push, end }
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
  const encoder = createOpenaiChatEncoder(options)
  const chunks = encoder.start()
  for (const delta of deltas) chunks.push(...encoder.push(delta))
  chunks.push(...encoder.end())
  return chunks
}

// OpenAI has no word for an abort or a failure. `stop` would say that the answer is whole.
const finishReasons: { readonly [K in FinishReason]: OpenaiFinishReason } = {
  stop: 'stop',
  length: 'length',
  tool_calls: 'tool_calls',
  abort: 'length',
  error: 'length',
  parse_error: 'length',
}

function createEnvelope(options: OpenaiChatOptions): Omit<OpenaiChunk, 'choices'> {
  const envelope = {
    id: options.id ?? `chatcmpl-${crypto.randomUUID().replaceAll('-', '')}`,
    object: 'chat.completion.chunk',
    created: options.created ?? Math.floor(Date.now() / 1000),
    model: options.model ?? '',
  } as const
  return options.includeUsage === true ? { ...envelope, usage: null } : envelope
}

function encodeDelta(delta: Delta, field: ReasoningField = 'reasoning_content'): OpenaiDelta[] {
  switch (delta.kind) {
    case 'content':
      return delta.text === '' ? [] : [{ content: delta.text }]
    case 'reasoning':
      return delta.text === '' ? [] : [encodeReasoning(delta.text, field)]
    case 'call':
      return encodeCall(delta).map((piece) => ({ tool_calls: [piece] }))
    default:
      return []
  }
}

function encodeReasoning(text: string, field: ReasoningField): OpenaiDelta {
  if (field === 'both') return { reasoning_content: text, reasoning: text }
  return field === 'reasoning' ? { reasoning: text } : { reasoning_content: text }
}

// The identity goes in a piece of its own: some clients drop arguments that come along with it.
function encodeCall(delta: CallDelta): OpenaiToolCallDelta[] {
  const pieces: OpenaiToolCallDelta[] = []
  const { index, id, name } = delta
  if (name !== undefined) {
    const known = id === undefined ? {} : { id }
    pieces.push({ index, ...known, type: 'function', function: { name, arguments: '' } })
  }
  if (delta.arguments !== '') pieces.push({ index, function: { arguments: delta.arguments } })
  return pieces
}
