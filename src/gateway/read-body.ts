import type { Fault } from '../protocol/fault.ts'

/** The deepest nesting of a request's JSON. */
const maxDepth = 512

/** A request's JSON value, or why it is not read. */
export type BodyReading =
  { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly fault: Fault }

/** Reads a request's body, up to a number of bytes. */
export async function readBody(request: Request, maxBytes: number): Promise<BodyReading> {
  const tooLarge = refuse('too-large', `the request is larger than ${maxBytes} bytes`)
  const encoding = request.headers.get('content-encoding') ?? 'identity'
  if (encoding !== 'identity')
    return refuse('invalid-request', 'the request must not be compressed')
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) return tooLarge
  const bytes = await collect(request, maxBytes)
  if (bytes === null) return tooLarge
  return parse(bytes)
}

function parse(bytes: Uint8Array): BodyReading {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    if (depthOf(text) > maxDepth) {
      return refuse('invalid-request', `the request is nested deeper than ${maxDepth}`)
    }
    return { ok: true, value: JSON.parse(text) }
  } catch {
    // What stood there is the client's own, and may be private: it is not repeated.
    return refuse('invalid-request', 'the request is no JSON')
  }
}

async function collect(request: Request, maxBytes: number): Promise<Uint8Array | null> {
  if (request.body === null) return new Uint8Array()
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of request.body) {
    length += chunk.length
    if (length > maxBytes) return null
    chunks.push(chunk)
  }
  const whole = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}

/** How deep brackets are nested; those in strings do not count. */
function depthOf(text: string): number {
  let depth = 0
  let deepest = 0
  let inString = false
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (inString) {
      if (unit === 0x5c) at++
      else if (unit === 0x22) inString = false
    } else if (unit === 0x22) inString = true
    else if (unit === 0x5b || unit === 0x7b) deepest = Math.max(deepest, ++depth)
    else if (unit === 0x5d || unit === 0x7d) depth--
  }
  return deepest
}

function refuse(kind: Fault['kind'], message: string): BodyReading {
  return { ok: false, fault: { kind, message } }
}
