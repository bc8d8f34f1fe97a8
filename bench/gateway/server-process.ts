// One of the servers that are compared, each on the same HTTP stack: the gateway; a proxy that reads each
// event, parses its JSON, changes the id and writes it; a pipe of bytes.
import { connectLlamaServer, createGateway } from '../../src/gateway/index.ts'
import { listen, type FetchHandler } from '../../src/gateway/node.ts'
import { createSseReader } from '../../src/protocol/index.ts'

const kind = process.argv[2] ?? 'gateway'
const engine = process.argv[3] ?? ''

const handlers: Readonly<Record<string, () => Promise<FetchHandler>>> = {
  async gateway() {
    const { upstream, template } = await connectLlamaServer({ url: engine })
    const limits = { concurrent: 10_000 }
    return createGateway({ models: [{ name: 'm', upstream, template, format: 'hermes' }], limits })
      .handle
  },
  proxy: () => Promise.resolve(async (request) => relay(await ask(request), rewrite())),
  pipe: () => Promise.resolve(async (request) => relay(await ask(request), null)),
}

async function ask(request: Request): Promise<Response> {
  const body = await request.text()
  return fetch(`${engine}/completion`, { method: 'POST', body, signal: request.signal })
}

function relay(
  response: Response,
  through: TransformStream<Uint8Array, Uint8Array> | null,
): Response {
  const body = through === null ? response.body : (response.body?.pipeThrough(through) ?? null)
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
}

/** Parses each event, changes its id, and writes it. */
function rewrite(): TransformStream<Uint8Array, Uint8Array> {
  const utf8 = { in: new TextDecoder(), out: new TextEncoder() }
  const frames = createSseReader()
  const id = crypto.randomUUID()
  return new TransformStream({
    transform(bytes, out) {
      let text = ''
      for (const { data } of frames.push(utf8.in.decode(bytes, { stream: true }))) {
        const event: Record<string, unknown> = JSON.parse(data)
        event['id'] = id
        text += `data: ${JSON.stringify(event)}\n\n`
      }
      if (text !== '') out.enqueue(utf8.out.encode(text))
    },
  })
}

const make = handlers[kind]
if (make === undefined) throw new Error(`there is no server ${kind}`)
const server = await listen(await make())
process.send?.({ port: Number(new URL(server.url).port) })
let base = process.cpuUsage()
let peak = 0
const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 50)
process.on('message', (message) => {
  if (message === 'start') {
    globalThis.gc?.()
    base = process.cpuUsage()
    peak = process.memoryUsage().rss
    process.send?.({ rss: peak })
  } else if (message === 'stop') {
    const { user, system } = process.cpuUsage(base)
    process.send?.({ cpuMs: (user + system) / 1000, peak })
  } else {
    clearInterval(watch)
    process.exit(0)
  }
})
