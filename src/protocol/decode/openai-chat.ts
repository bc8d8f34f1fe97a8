import type { Delta } from '../../chat/delta.ts'
import { fieldOf, innerOf, isFields, listOf, numberOf, textOf, type Fields } from '../fields.ts'
import { createMessageBuilder, type DecodeOptions, type MessageBuilder } from './builder.ts'
import {
  argumentText,
  createDecoderOver,
  createEnding,
  errorText,
  stopReasonOf,
  type Decoder,
} from './decoder.ts'
import { openaiCounts } from './openai-counts.ts'
import { createCallMatcher, type CallPiece } from './match-calls.ts'

/** Options of reading chat completions. */
export interface OpenaiChatDecodeOptions extends DecodeOptions {
  /** The choice that is read; 0 by default. Others are another message each. */
  readonly choice?: number
}

/**
 * Reads chat completions, chunks or whole, as servers write them: reasoning in either field, content
 * as text or parts, calls without index, id or name, with names repeated, all at index 0, or with an
 * object of arguments; also text completions, and llama-server's own.
 *
 * @example
 * ```ts
 * const decoder = createOpenaiChatDecoder({ seed: 1 })
 * const delta = { tool_calls: [{ function: { name: 'now', arguments: {} } }] }
 * const deltas = [...decoder.push({ choices: [{ delta }] }), ...decoder.done()]
 * deltas.map(({ kind }) => kind) // ['call', 'call', 'call-end', 'finish']
 * ```
 */
export function createOpenaiChatDecoder(options: OpenaiChatDecodeOptions = {}): Decoder {
  const builder = createMessageBuilder(options)
  const matcher = createCallMatcher()
  const wanted = options.choice ?? 0
  const ending = createEnding()

  function read(event: Fields): Delta[] {
    const error = fieldOf(event, 'error')
    if (error !== undefined && error !== null) return builder.fail(errorText(error))
    const choices = listOf(event, 'choices')
    const counts = usagesOf(event, choices).flatMap((usage) => {
      return openaiCounts(usage, 'prompt', 'completion') ?? []
    })
    ending.usage = counts[0] ?? ending.usage
    matcher.nextChunk()
    if (choices.length === 0) return readCompletion(event)
    return choices.filter((choice) => isWanted(choice)).flatMap(readChoice)
  }

  function isWanted(choice: unknown): boolean {
    return (numberOf(choice, 'index') ?? 0) === wanted
  }

  function readChoice(choice: unknown): Delta[] {
    const whole = innerOf(choice, 'message')
    const delta = innerOf(choice, 'delta') ?? whole
    const reason = textOf(choice, 'finish_reason')
    if (reason !== undefined && reason !== '') {
      ending.stop = stopReasonOf(reason) ?? ending.stop ?? 'stop'
    }
    if (delta === undefined) return builder.text('content', textOf(choice, 'text') ?? '')
    return [
      ...builder.text('reasoning', reasoningOf(delta)),
      ...readContent(fieldOf(delta, 'content'), builder),
      ...builder.text('content', textOf(delta, 'refusal') ?? ''),
      ...callsOf(delta).flatMap((call, at) => readCall(call, whole === delta ? at : undefined)),
    ]
  }

  function readCall(value: unknown, place: number | undefined): Delta[] {
    const piece = pieceOf(value, place)
    const found = matcher.find(piece)
    const deltas: Delta[] = []
    let call = found
    if (call === null) {
      const opened = builder.openCall(piece.id)
      call = opened.call
      deltas.push(...opened.deltas)
      matcher.add(piece, call)
    }
    deltas.push(...builder.calls.rename(call, piece.name))
    deltas.push(...builder.calls.grow(call, piece.arguments))
    return deltas
  }

  /** A frame of llama-server's `/completion`. */
  function readCompletion(event: Fields): Delta[] {
    if (fieldOf(event, 'stop') === true) {
      ending.stop = textOf(event, 'stop_type') === 'limit' ? 'length' : 'stop'
    }
    return builder.text('content', textOf(event, 'content') ?? '')
  }

  return createDecoderOver(builder, {
    read,
    ending,
  })
}

/** Where servers tell counts: beside the choices, else in a part of their own (Groq), or in a choice (Moonshot). */
function usagesOf(event: Fields, choices: readonly unknown[]): readonly (Fields | undefined)[] {
  return [event, innerOf(event, 'x_groq'), ...choices].map((place) => innerOf(place, 'usage'))
}

function reasoningOf(delta: Fields): string {
  // Servers that send both say the same twice.
  const names = ['reasoning_content', 'reasoning', 'thinking']
  return names.map((name) => textOf(delta, name) ?? '').find((text) => text !== '') ?? ''
}

/** Content as text, or as parts of text and thinking (Mistral's). */
function readContent(content: unknown, builder: MessageBuilder): Delta[] {
  if (typeof content === 'string') return builder.text('content', content)
  if (!Array.isArray(content)) return []
  return content.flatMap((part: unknown) => {
    const thinking = fieldOf(part, 'thinking')
    if (typeof thinking === 'string') return builder.text('reasoning', thinking)
    if (Array.isArray(thinking)) {
      return thinking.flatMap((inner: unknown) =>
        builder.text('reasoning', textOf(inner, 'text') ?? ''),
      )
    }
    return builder.text('content', textOf(part, 'text') ?? '')
  })
}

/** The calls of a delta, the one of the older `function_call` too. */
function callsOf(delta: Fields): readonly unknown[] {
  const calls = fieldOf(delta, 'tool_calls')
  if (Array.isArray(calls) && calls.length > 0) return calls
  if (isFields(calls)) return [calls]
  const old = innerOf(delta, 'function_call')
  return old === undefined ? [] : [{ index: 0, function: old }]
}

function pieceOf(value: unknown, place: number | undefined): CallPiece {
  const inner = innerOf(value, 'function') ?? value
  return {
    index: numberOf(value, 'index') ?? place,
    id: textOf(value, 'id') ?? '',
    // A name of blanks is none.
    name: (textOf(inner, 'name') ?? '').trim(),
    arguments: argumentText(fieldOf(inner, 'arguments')),
  }
}
