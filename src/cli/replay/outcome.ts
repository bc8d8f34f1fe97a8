import { createAccumulator } from '../../chat/accumulator.ts'
import type { Chat, Chunk, SessionOptions } from '../../chat/chat-types.ts'
import type { Message } from '../../chat/message.ts'
import type { Diagnostic } from '../../diagnostics/diagnostic.ts'
import { joinedChunk } from './readings.ts'
import type { ExpectedCall, ReplayCase } from './replay-case.ts'

/** What a reading came to, as far as cases compare it. */
export interface Outcome {
  readonly content: string
  readonly reasoning: string
  readonly toolCalls: readonly Required<ExpectedCall>[]
  readonly finishReason: string | null
  /** The notes that are warnings or errors. */
  readonly warnings: readonly Diagnostic[]
}

/**
 * Streams the chunks and adds up the deltas.
 *
 * @throws {Error} when the deltas do not add up to the session's message: a fault of pegbnf
 */
export function streamOutcome(
  chat: Chat,
  options: SessionOptions,
  { partial, stopReason }: Pick<ReplayCase, 'partial' | 'stopReason'>,
  chunks: readonly Chunk[],
): Outcome {
  const session = chat.open(options)
  const accumulator = createAccumulator()
  for (const chunk of chunks) session.feed(chunk).forEach(accumulator.add)
  if (!partial) session.finish({ stopReason }).forEach(accumulator.add)
  const { message } = session
  const fault = differenceOf(accumulator.message, message)
  if (fault !== undefined) throw new Error(`the deltas do not add up to the message: ${fault}`)
  return outcomeOf(message)
}

/** Reads the whole text at once; `undefined` where that would lose the token ids. */
export function wholeOutcome(
  chat: Chat,
  options: SessionOptions,
  replayCase: ReplayCase,
): Outcome | undefined {
  const text = joinedChunk(replayCase)
  if (text === undefined) return undefined
  const { partial, stopReason } = replayCase
  return outcomeOf(chat.parse(text, { ...options, partial, stopReason }).message)
}

function outcomeOf(message: Message): Outcome {
  const { content, reasoning, toolCalls, finishReason, diagnostics } = message
  return {
    content,
    reasoning,
    toolCalls: toolCalls.map((call) => ({
      id: call.id,
      name: call.name,
      arguments: call.arguments,
    })),
    finishReason,
    warnings: diagnostics.filter((d) => d.severity !== 'info'),
  }
}

function differenceOf(sum: Message, message: Message): string | undefined {
  const [added, told] = [sum, message].map((m) => {
    const { warnings: _, ...parts } = outcomeOf(m)
    return JSON.stringify(parts)
  })
  return added === told ? undefined : `${added} is not ${told}`
}
