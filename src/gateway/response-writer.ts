import type { Fault } from '../protocol/fault.ts'
import { SseDone, toSse } from '../protocol/frames/write.ts'
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
  return {
    start: () => encoder.start().map(toSse).join(''),
    push({ deltas, choice }) {
      let text = ''
      for (const delta of deltas) {
        for (const chunk of encoder.push(delta, choice)) text += toSse(chunk)
      }
      return text
    },
    end: (fault) =>
      (fault === null ? encoder.end() : encoder.fail(fault)).map(toSse).join('') + SseDone,
  }
}
