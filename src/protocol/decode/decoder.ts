import type { Delta } from '../../chat/delta.ts'
import type { StopReason } from '../../chat/message.ts'
import type { TokenUsage } from '../token-usage.ts'
import { fieldOf, isFields, textOf, type Fields } from '../fields.ts'
import type { MessageBuilder } from './builder.ts'

/** Turns the events of one upstream response into clean deltas. Nothing that it is fed makes it throw. */
export interface Decoder {
  /** One event, parsed; a whole response, not streamed, is one too. */
  push(event: unknown): Delta[]
  /** The upstream said that the stream is over (`[DONE]`), if its protocol does. */
  done(): Delta[]
  /** The stream ended. A response that gave no reason to stop has failed. */
  end(): Delta[]
  /** The connection failed. */
  fail(message: string): Delta[]
  /** Counts that the upstream told so far. */
  readonly usage: TokenUsage | null
}

/** How one protocol's events are read. */
export interface EventReader {
  read(event: Fields): Delta[]
  /** What is still to come of the message when it ends. */
  rest?(): Delta[]
  readonly ending: Ending
}

/** What an upstream says of its message beside the text; a reader fills it in as it comes to know. */
export interface Ending {
  /** Why the text ended; null while nobody has said. */
  stop: StopReason | null
  usage: TokenUsage | null
}

/** Nothing is known yet. */
export function createEnding(): Ending {
  return { stop: null, usage: null }
}

/** Makes a decoder: nothing comes out of it after the end. */
export function createDecoderOver(builder: MessageBuilder, reader: EventReader): Decoder {
  function finish(stop: StopReason | null): Delta[] {
    if (builder.ended) return []
    const rest = reader.rest?.() ?? []
    const last =
      stop === null
        ? builder.fail('the stream ended without a finish reason')
        : builder.finish(stop)
    return [...rest, ...last]
  }

  return {
    push(event) {
      if (builder.ended) return []
      return isFields(event) ? reader.read(event) : builder.note('a frame is no JSON object')
    },
    done: () => finish(reader.ending.stop ?? 'stop'),
    end: () => finish(reader.ending.stop),
    fail: (message) => builder.fail(message),
    get usage() {
      return reader.ending.usage
    },
  }
}

/** Why the text ended, from any protocol's word for it. A word that is not known is no reason. */
export function stopReasonOf(word: string): StopReason | null {
  const known = word.toLowerCase()
  return Object.hasOwn(stopWords, known) ? (stopWords[known] ?? null) : null
}

const stopWords: Readonly<Record<string, StopReason>> = {
  stop: 'stop',
  eos: 'stop',
  eos_token: 'stop',
  end_turn: 'stop',
  stop_sequence: 'stop',
  completed: 'stop',
  tool_calls: 'stop',
  'tool-calls': 'stop',
  tool_call: 'stop',
  tool_use: 'stop',
  function_call: 'stop',
  length: 'length',
  max_tokens: 'length',
  max_output_tokens: 'length',
  model_length: 'length',
  model_context_window_exceeded: 'length',
  limit: 'length',
  incomplete: 'length',
  // The text was cut off by somebody else than the model.
  content_filter: 'abort',
  'content-filter': 'abort',
  refusal: 'abort',
  pause_turn: 'abort',
  cancelled: 'abort',
  abort: 'abort',
  error: 'error',
}

/** What an error says, wherever it has its message. */
export function errorText(error: unknown): string {
  if (typeof error === 'string' && error !== '') return error
  const message = textOf(error, 'message') ?? textOf(fieldOf(error, 'error'), 'message')
  return message ?? textOf(error, 'errorText') ?? textOf(error, 'type') ?? 'the upstream failed'
}

/** Arguments as JSON text, from a text or an object. */
export function argumentText(value: unknown): string {
  if (typeof value === 'string') return value
  if (value === undefined || value === null) return ''
  try {
    return JSON.stringify(value)
  } catch {
    // Nested deeper than the engine can write: no call that may be run.
    return '['
  }
}
