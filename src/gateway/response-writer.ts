import type { Fault } from '../protocol/fault.ts'
import { SseDone, toSse } from '../protocol/frames/write.ts'
import type { OpenaiChunk } from '../protocol/openai/chunk.ts'
import { createOpenaiChatEncoder } from '../protocol/openai/encode.ts'
import type { RequestProtocol } from '../protocol/request/read.ts'
import { createWireEncoder, type WireOptions } from '../protocol/wire.ts'
import type { Added } from './choices.ts'

/** A streamed response as the text of its wire. */
export interface ResponseWriter {
  start(): string
  push(added: Added): string
  /** What comes last; with a fault, in the protocol's own form. */
  end(fault: Fault | null): string
}

/** Makes the writer of a response; only chat completions have several choices. */
export function createResponseWriter(
  protocol: RequestProtocol,
  options: WireOptions,
): ResponseWriter {
  if (protocol === 'openai-chat') return openaiWriter(options)
  const wire = createWireEncoder(protocol, options)
  return {
    start: wire.start,
    push: ({ deltas }) => deltas.map(wire.push).join(''),
    end: (fault) => (fault === null ? wire.end() : wire.fail(fault)),
  }
}

function openaiWriter(options: WireOptions): ResponseWriter {
  const encoder = createOpenaiChatEncoder(options)
  /** Ids whose tokens have come to nothing yet. */
  const untold = new Map<number, readonly number[]>()

  /** The ids of the tokens of a read stand in its last chunk. */
  function withIds(chunks: readonly OpenaiChunk[], choice: number): readonly OpenaiChunk[] {
    const ids = untold.get(choice)
    const last = chunks.at(-1)
    if (ids === undefined || last === undefined) return chunks
    untold.delete(choice)
    const choices = last.choices.map((made) => ({ ...made, token_ids: ids }))
    return [...chunks.slice(0, -1), { ...last, choices }]
  }

  return {
    start: () => encoder.start().map(toSse).join(''),
    push({ deltas, choice, ids }) {
      if (ids.length > 0) untold.set(choice, [...(untold.get(choice) ?? []), ...ids])
      let text = ''
      deltas.forEach((delta, at) => {
        const chunks = encoder.push(delta, choice)
        const told = at === deltas.length - 1 ? withIds(chunks, choice) : chunks
        for (const chunk of told) text += toSse(chunk)
      })
      return text
    },
    end: (fault) =>
      (fault === null ? encoder.end() : encoder.fail(fault)).map(toSse).join('') + SseDone,
  }
}
