import type { Fault } from '../protocol/fault.ts'
import type { Added } from './choices.ts'
import type { ResponseWriter } from './response-writer.ts'

/** What a stream is made of. */
export interface StreamParts {
  /** The read that has begun. */
  readonly first: Promise<Added | null>
  read(): Promise<Added | null>
  readonly writer: ResponseWriter
  /** Asked when there is no more to read. */
  fault(): Fault | null
  /** All has been sent. */
  end(): void
  /** The client does not want the rest. */
  abort(): void
}

/**
 * The bytes of a response. The engine is read only when the client has taken what there was: a slow client
 * slows the engine, and nothing piles up.
 */
export function streamBody(parts: StreamParts): ReadableStream<Uint8Array> {
  const { writer } = parts
  const utf8 = new TextEncoder()
  let pending: Promise<Added | null> | null = parts.first
  return new ReadableStream<Uint8Array>(
    {
      start(out) {
        const text = writer.start()
        if (text !== '') out.enqueue(utf8.encode(text))
      },
      async pull(out) {
        let text = ''
        while (text === '') {
          const added: Added | null = await (pending ?? parts.read())
          pending = null
          if (added === null) {
            text = writer.end(parts.fault())
            if (text !== '') out.enqueue(utf8.encode(text))
            out.close()
            return parts.end()
          }
          text = writer.push(added)
        }
        out.enqueue(utf8.encode(text))
      },
      cancel: () => parts.abort(),
    },
    { highWaterMark: 0 },
  )
}
