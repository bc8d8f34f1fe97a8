import { fieldOf, jsonOf, textOf } from '../../protocol/fields.ts'
import { createSseReader, type Frame } from '../../protocol/frames/read-sse.ts'
import type { FaultKind } from '../../protocol/fault.ts'
import { UpstreamError } from '../upstream.ts'
import { sendAgain } from './send-again.ts'

/** How an engine is reached. */
export interface HttpUpstreamOptions {
  /** Its address, as `http://127.0.0.1:8080`; a path is kept. */
  readonly url: string
  /** Sent as `Authorization: Bearer`. */
  readonly key?: string
  /** More headers for every request. */
  readonly headers?: Readonly<Record<string, string>>
  /** The global `fetch` by default. */
  readonly fetch?: typeof fetch
}

/** Asks an engine over HTTP. */
export interface HttpClient {
  /** The host, for logs: neither the user's name nor the password of an address. */
  readonly host: string
  getJson(path: string, signal: AbortSignal): Promise<unknown>
  postJson(path: string, body: object, signal: AbortSignal): Promise<unknown>
  /** The events of a stream, one list a read. A frame that is no JSON is an error, the last one. */
  events(path: string, body: object, signal: AbortSignal): AsyncGenerator<readonly unknown[]>
}

/** The longest frame of an engine that is read, in characters. */
const maxFrame = 4 * 1024 * 1024
/** How much of an engine's error is read, and passed on. */
const maxErrorBytes = 64 * 1024
const maxErrorText = 500

/** Makes the client of an engine. Redirects are errors: an engine does not send us elsewhere. */
export function createHttpClient(options: HttpUpstreamOptions): HttpClient {
  const base = new URL(options.url)
  const send = options.fetch ?? fetch
  const headers = {
    ...(options.key === undefined ? {} : { authorization: `Bearer ${options.key}` }),
    ...options.headers,
  }

  async function ask(path: string, signal: AbortSignal, body?: object): Promise<Response> {
    const url = new URL(base)
    url.pathname = base.pathname.replace(/\/$/, '') + path
    const request: RequestInit = {
      signal,
      // `error` would say it, but workerd does not know that word: a redirect is an answer that is not ok.
      redirect: 'manual',
      ...(body === undefined
        ? { headers }
        : {
            method: 'POST',
            headers: { ...headers, 'content-type': 'application/json' },
            body: JSON.stringify(body),
          }),
    }
    try {
      const response = await sendAgain(() => send(url, request), signal)
      if (response.ok) return response
      throw await refusal(response)
    } catch (error) {
      throw brokenOff(error, signal, 'overloaded', 'the engine does not answer')
    }
  }

  return {
    host: base.host,
    async getJson(path, signal) {
      return readJson(await ask(path, signal), signal)
    },
    async postJson(path, body, signal) {
      return readJson(await ask(path, signal, body), signal)
    },
    async *events(path, body, signal) {
      const response = await ask(path, signal, body)
      if (response.body === null) return
      yield* framesOf(response.body, signal)
    },
  }
}

async function* framesOf(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<readonly unknown[]> {
  const reader = body.getReader()
  const frames = createSseReader(maxFrame)
  const utf8 = new TextDecoder('utf-8')
  let whole = false
  try {
    while (!whole) {
      const { done, value } = await read(reader, signal)
      whole = done
      const list = done
        ? [...frames.push(utf8.decode()), ...frames.end()]
        : frames.push(utf8.decode(value, { stream: true }))
      const events = eventsOf(list)
      if (events.length > 0) yield events
      if (events.at(-1) instanceof UpstreamError) return
    }
  } finally {
    // Whoever stops in the middle is not interested in the rest: the engine is told so.
    if (!whole) await reader.cancel().catch(() => undefined)
  }
}

async function read(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  signal: AbortSignal,
): Promise<ReadableStreamReadResult<Uint8Array>> {
  try {
    return await reader.read()
  } catch (error) {
    throw brokenOff(error, signal, 'server', 'the engine broke off in the middle of its answer')
  }
}

/** The values of frames, up to one that cannot be read: what stands before it counts. */
function eventsOf(frames: readonly Frame[]): unknown[] {
  const events: unknown[] = []
  for (const { data, tooLong } of frames) {
    if (!tooLong && data.trim() === '[DONE]') continue
    const event = tooLong ? undefined : jsonOf(data)
    if (event === undefined) {
      const what = tooLong ? 'a frame that is too long' : 'a frame that is no JSON'
      return [...events, new UpstreamError('server', `the engine sent ${what}`)]
    }
    events.push(event)
  }
  return events
}

/** What a frame tells of a failure; null if nothing. */
export function faultIn(frame: unknown): UpstreamError | null {
  if (frame instanceof UpstreamError) return frame
  const error = fieldOf(frame, 'error')
  if (error === undefined || error === null) return null
  const said = typeof error === 'string' ? error : textOf(error, 'message')
  const message = (said ?? 'no reason given').slice(0, maxErrorText)
  return new UpstreamError('server', `the engine failed: ${message}`)
}

async function readJson(response: Response, signal: AbortSignal): Promise<unknown> {
  let text: string
  try {
    text = await response.text()
  } catch (error) {
    throw brokenOff(error, signal, 'server', 'the engine broke off in the middle of its answer')
  }
  const value = jsonOf(text)
  if (value !== undefined) return value
  throw new UpstreamError('server', 'the engine answers with something else than JSON')
}

/** Our own abort carries its reason; anything else is the engine's fault. */
function brokenOff(
  error: unknown,
  signal: AbortSignal,
  kind: FaultKind,
  message: string,
): UpstreamError {
  if (signal.aborted && signal.reason instanceof UpstreamError) return signal.reason
  return error instanceof UpstreamError ? error : new UpstreamError(kind, message)
}

async function refusal(response: Response): Promise<UpstreamError> {
  const body = jsonOf(await beginning(response))
  const error = fieldOf(body, 'error')
  const type = textOf(error, 'type') ?? ''
  const said = textOf(error, 'message') ?? textOf(body, 'error') ?? textOf(body, 'message')
  const kind = type === 'exceed_context_size_error' ? 'too-large' : kindOf(response.status)
  const message = `the engine answers ${response.status}`
  // What the engine says of our own key or address is not the client's business.
  const tells = said !== undefined && !hidden.has(response.status)
  return new UpstreamError(kind, tells ? `${message}: ${said.slice(0, maxErrorText)}` : message)
}

const hidden: ReadonlySet<number> = new Set([401, 403, 404, 405])

function kindOf(status: number): FaultKind {
  if (status === 400 || status === 422) return 'invalid-request'
  if (status === 413) return 'too-large'
  if (status === 429) return 'rate-limit'
  if (status === 503) return 'overloaded'
  return status === 504 ? 'timeout' : 'server'
}

/** The beginning of a body, however long it is. */
async function beginning(response: Response): Promise<string> {
  if (response.body === null) return ''
  const utf8 = new TextDecoder()
  let text = ''
  try {
    for await (const bytes of response.body) {
      text += utf8.decode(bytes, { stream: true })
      if (text.length > maxErrorBytes) break
    }
  } catch {
    // Its status says enough.
  }
  return text
}
