import type { TokenLogprob } from '../../chat/delta.ts'
import type { FinishReason } from '../../chat/message.ts'
import type { Diagnostic } from '../../diagnostics/diagnostic.ts'
import { createBlockEncoder } from '../block-encoder.ts'
import type { BlockCall, BlockStep } from '../blocks.ts'
import type { Encoder } from '../encoder.ts'
import { faultText } from '../fault.ts'
import { wireLogprobs } from '../logprobs.ts'
import { readArguments } from '../settle.ts'
import { countsOf, type TokenUsage, type UsageSource } from '../token-usage.ts'
import { unfinishedText, warnUnfinished } from '../unfinished.ts'
import type {
  OllamaChatFrame,
  OllamaCounts,
  OllamaError,
  OllamaGenerateFrame,
  OllamaToolCall,
} from './frames.ts'

/** What Ollama's frames need to know beside the deltas. */
export interface OllamaOptions {
  readonly model?: string
  /** ISO 8601; the time of each frame by default. */
  readonly created?: string
  readonly usage?: UsageSource
  /** Nanoseconds since the request, told in the last frame. */
  readonly duration?: () => number
  /** Told of each call that is not whole, and so was sent as content. */
  readonly onWarning?: (warning: Diagnostic) => void
}

/**
 * Makes the encoder of one `/api/chat` response. Text is sent as it comes, a call when it is whole:
 * Ollama's have an object of arguments. One that is not whole is sent as content.
 *
 * @example
 * ```ts
 * const encoder = createOllamaChatEncoder({ model: 'qwen3', created: '2026-01-01T00:00:00Z' })
 * const frames = formats.plain().open().feed('Ahoy').flatMap((delta) => encoder.push(delta))
 * frames.map((frame) => 'message' in frame && frame.message.content) // ['Ahoy']
 * ```
 */
export function createOllamaChatEncoder(
  options: OllamaOptions = {},
): Encoder<OllamaChatFrame | OllamaError> {
  return createOllamaEncoder(options, (piece) => {
    const { text = '', thinking, calls } = piece
    return {
      message: {
        role: 'assistant',
        content: text,
        ...(thinking === undefined ? {} : { thinking }),
        ...(calls === undefined ? {} : { tool_calls: calls }),
      },
    }
  })
}

/**
 * Makes the encoder of one `/api/generate` response.
 *
 * @example
 * ```ts
 * const encoder = createOllamaGenerateEncoder({ model: 'qwen3' })
 * const frames = formats.plain().open().feed('Ahoy').flatMap((delta) => encoder.push(delta))
 * frames.map((frame) => 'response' in frame && frame.response) // ['Ahoy']
 * ```
 */
export function createOllamaGenerateEncoder(
  options: OllamaOptions = {},
): Encoder<OllamaGenerateFrame | OllamaError> {
  return createOllamaEncoder(options, (piece) => {
    const { text = '', thinking, calls } = piece
    return {
      response: text,
      ...(thinking === undefined ? {} : { thinking }),
      ...(calls === undefined ? {} : { tool_calls: calls }),
    }
  })
}

/** What one frame adds. */
interface Piece {
  readonly text?: string
  readonly thinking?: string
  readonly calls?: readonly OllamaToolCall[]
  readonly logprobs?: readonly TokenLogprob[]
}

type Frame<Body> = Omit<OllamaChatFrame, 'message'> & Body

function createOllamaEncoder<Body>(
  options: OllamaOptions,
  bodyOf: (piece: Piece) => Body,
): Encoder<Frame<Body> | OllamaError> {
  const { model = '', created, usage, duration } = options
  /** Calls sent so far: one that was sent as content leaves no gap in their numbers. */
  let calls = 0

  function frame(piece: Piece): Frame<Body> {
    return {
      model,
      created_at: created ?? new Date().toISOString(),
      ...bodyOf(piece),
      done: false,
      ...(piece.logprobs === undefined ? {} : { logprobs: wireLogprobs(piece.logprobs) }),
    }
  }

  function encodeStep(step: BlockStep): Frame<Body>[] {
    if (step.kind === 'text') {
      const { of, text, logprobs } = step
      if (of === 'reasoning') return [frame({ thinking: text })]
      return [frame({ text, ...(logprobs === undefined ? {} : { logprobs }) })]
    }
    if (step.kind !== 'close-call') return []
    const { call, text, state } = step
    const input = state === 'complete' ? readArguments(text) : undefined
    if (input !== undefined) return [frame({ calls: [ollamaCall(call, calls++, input)] })]
    options.onWarning?.(warnUnfinished(call, state))
    return [frame({ text: unfinishedText(call, text) })]
  }

  return createBlockEncoder<Frame<Body> | OllamaError>({
    begin: () => [],
    step: encodeStep,
    finish: (reason) => [
      {
        ...frame({}),
        done: true,
        done_reason: doneReasons[reason],
        ...ollamaCounts(countsOf(usage), duration?.() ?? 0),
      },
    ],
    fail: (fault) => [{ error: faultText(fault) }],
  })
}

/** Why a response ended, in Ollama's words: it has none for calls or an abort. */
export const doneReasons: { readonly [K in Exclude<FinishReason, 'error'>]: 'stop' | 'length' } = {
  stop: 'stop',
  tool_calls: 'stop',
  length: 'length',
  abort: 'length',
  parse_error: 'length',
}

function ollamaCall(
  { id, name }: BlockCall,
  index: number,
  input: Readonly<Record<string, unknown>>,
): OllamaToolCall {
  return { ...(id === '' ? {} : { id }), function: { index, name, arguments: input } }
}

/** Counts and times as the last frame tells them. */
export function ollamaCounts(usage: TokenUsage | undefined, duration: number): OllamaCounts {
  return {
    total_duration: duration,
    load_duration: 0,
    prompt_eval_count: usage?.inputTokens ?? 0,
    prompt_eval_duration: 0,
    eval_count: usage?.outputTokens ?? 0,
    eval_duration: duration,
  }
}
