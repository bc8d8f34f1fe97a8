import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

/** Where and how a handler is put on a port. */
export interface ListenOptions {
  /** The loopback unless told otherwise. */
  readonly host?: string
  /** 0, the default, takes any free one. */
  readonly port?: number
  /** Bytes of a request's headers; 16 KiB by default. */
  readonly headerBytes?: number
  /** Milliseconds for a request's headers (10 s), and for all of it (60 s). */
  readonly headersMs?: number
  readonly requestMs?: number
  /**
   * Milliseconds that a connection is kept for the next request; 75 s by default. It should be longer than
   * those before it keep theirs (load balancers often 60 s), or they send a request into one that closes.
   */
  readonly keepAliveMs?: number
  /** Milliseconds that a client may leave what it was sent; 120 s by default. Then it is cut off. */
  readonly stallMs?: number
}

/** A server that listens. */
export interface Listening {
  readonly url: string
  /** Takes no new connections, and closes those that nobody uses. Resolves when all are closed. */
  close(): Promise<void>
}

/** Answers a request of the Fetch standard. */
export type FetchHandler = (request: Request) => Promise<Response>

/**
 * Puts a handler on a port with Node's own HTTP server. The signal of a request is aborted when its client
 * goes away; the body of an answer is read only as fast as the client takes it.
 *
 * @throws {Error} when the port cannot be had
 * @example
 * ```ts
 * const server = await listen(async () => new Response('Ahoy'))
 * await (await fetch(server.url)).text() // 'Ahoy'
 * await server.close()
 * ```
 */
export async function listen(
  handle: FetchHandler,
  options: ListenOptions = {},
): Promise<Listening> {
  const { host = '127.0.0.1', port = 0, stallMs = 120_000 } = options
  const server = createServer({
    maxHeaderSize: options.headerBytes ?? 16 * 1024,
    headersTimeout: options.headersMs ?? 10_000,
    requestTimeout: options.requestMs ?? 60_000,
    keepAliveTimeout: options.keepAliveMs ?? 75_000,
    // Limits are looked after as often as the shortest of them needs.
    connectionsCheckingInterval: Math.min(1000, options.headersMs ?? 10_000),
  })
  server.on('request', (incoming, outgoing) => {
    serve(handle, incoming, outgoing, stallMs).catch(() => outgoing.destroy())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const address = server.address()
  const taken = typeof address === 'object' && address !== null ? address.port : port
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${taken}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeIdleConnections()
      }),
  }
}

async function serve(
  handle: FetchHandler,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  stallMs: number,
): Promise<void> {
  const gone = new AbortController()
  outgoing.on('close', () => {
    if (!outgoing.writableFinished) gone.abort()
  })
  const request = requestOf(incoming, gone.signal)
  if (request === null) {
    outgoing.writeHead(400, { connection: 'close' }).end()
    return
  }
  const response = await handle(request)
  if (outgoing.destroyed) {
    await response.body?.cancel()
    return
  }
  // A client that is still sending what nobody reads must not wait for the next answer.
  if (!incoming.complete) outgoing.setHeader('connection', 'close')
  response.headers.forEach((value, name) => outgoing.setHeader(name, value))
  outgoing.writeHead(response.status)
  if (response.body === null) outgoing.end()
  else await send(response.body, outgoing, stallMs)
}

/** The request in the Fetch standard's form; null if its target is none. */
function requestOf(incoming: IncomingMessage, signal: AbortSignal): Request | null {
  const { method = 'GET', url = '/', headers } = incoming
  const list = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
  )
  try {
    // Only the path counts: a request does not say which server it means.
    const target = new URL(url, 'http://localhost')
    if (method === 'GET' || method === 'HEAD') {
      return new Request(target, { method, headers: list, signal })
    }
    // The standard asks for `duplex` where a body is a stream; the types do not know it.
    const init: RequestInit & { readonly duplex: 'half' } = {
      method,
      headers: list,
      signal,
      body: bodyOf(incoming),
      duplex: 'half',
    }
    return new Request(target, init)
  } catch {
    return null
  }
}

function bodyOf(incoming: IncomingMessage): ReadableStream<Uint8Array> {
  const chunks: AsyncIterator<Uint8Array> = incoming[Symbol.asyncIterator]()
  return new ReadableStream<Uint8Array>({
    async pull(out) {
      const { done, value } = await chunks.next()
      if (done === true) out.close()
      else out.enqueue(value)
    },
  })
}

async function send(
  body: ReadableStream<Uint8Array>,
  outgoing: ServerResponse,
  stallMs: number,
): Promise<void> {
  const reader = body.getReader()
  const onClose = (): void => void reader.cancel().catch(() => undefined)
  outgoing.once('close', onClose)
  for (;;) {
    const { done, value } = await reader.read()
    if (outgoing.destroyed) return
    if (done) break
    if (!outgoing.write(value) && !(await drained(outgoing, stallMs))) {
      outgoing.destroy()
      return
    }
  }
  outgoing.off('close', onClose)
  outgoing.end()
}

/** Waits until the client has taken what it was sent; false when it does not, or is gone. */
function drained(outgoing: ServerResponse, stallMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(settle, stallMs, false)
    const onDrain = (): void => settle(true)
    const onClose = (): void => settle(false)
    function settle(taken: boolean): void {
      clearTimeout(timer)
      outgoing.off('drain', onDrain).off('close', onClose)
      resolve(taken)
    }
    outgoing.once('drain', onDrain).once('close', onClose)
  })
}
