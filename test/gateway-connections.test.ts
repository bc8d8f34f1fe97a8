import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { createGateway, createOpenaiCompletions } from '../src/gateway/index.ts'
import { listen } from '../src/gateway/node.ts'
import { hermesTemplate, questions } from './support/gateway-kit.ts'

/** Connections that are kept: either side may close one at the moment at which the other uses it. */
const servers: Server[] = []
const sockets = new Set<Socket>()
afterEach(() => {
  for (const socket of sockets) socket.destroy()
  for (const server of servers.splice(0)) server.close()
})

/** An engine of bare sockets: `answers` says whether the n-th request of a connection is answered. */
async function startEngine(
  answers: (request: number, connection: number) => boolean,
): Promise<{ readonly url: string; readonly asked: readonly string[] }> {
  const asked: string[] = []
  let connections = 0
  const text = JSON.stringify({ choices: [{ index: 0, text: 'Ahoy', finish_reason: 'stop' }] })
  const body = `data: ${text}\n\ndata: [DONE]\n\n`
  const answer = `HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ncontent-length: ${body.length}\r\n\r\n${body}`
  const server = createServer((socket) => {
    sockets.add(socket)
    const connection = ++connections
    let requests = 0
    let read = ''
    socket.on('error', () => undefined)
    socket.on('data', (bytes) => {
      read += String(bytes)
      // All of a request: its body ends with the braces of its JSON.
      const isWhole = read.startsWith('GET') ? read.endsWith('\r\n\r\n') : read.endsWith('}')
      if (!isWhole) return
      read = ''
      requests++
      const isAnswered = answers(requests, connection)
      asked.push(`${connection}.${requests}`)
      if (isAnswered) socket.write(answer)
      else socket.resetAndDestroy()
    })
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

async function askThrough(url: string, times: number): Promise<number[]> {
  const upstream = createOpenaiCompletions({ url, model: 'm' })
  const template = { named: {}, template: hermesTemplate }
  const { handle } = createGateway({
    models: [{ name: 'm', upstream, template, format: 'hermes' }],
  })
  const statuses: number[] = []
  for (let i = 0; i < times; i++) {
    const body = JSON.stringify(questions['openai-chat'].body({ stream: false }))
    const asked = new Request('http://x/v1/chat/completions', { method: 'POST', body })
    const response = await handle(asked)
    await response.text()
    statuses.push(response.status)
    // Until the connection is free again.
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return statuses
}

describe('a connection to the engine that closes as it is used again', () => {
  it('loses no request: it is sent once more', async () => {
    const engine = await startEngine((request) => request === 1)
    expect(await askThrough(engine.url, 3)).toEqual([200, 200, 200])
    const lost = engine.asked.filter((request) => request.endsWith('.2'))
    expect(lost.length).toBeGreaterThan(0)
    expect(engine.asked).toHaveLength(3 + lost.length)
  })

  it('is not asked without end: an engine that always closes does not answer', async () => {
    const engine = await startEngine(() => false)
    expect(await askThrough(engine.url, 1)).toEqual([503])
    expect(engine.asked).toEqual(['1.1', '2.1'])
  })

  it('is not asked for somebody who has gone away', async () => {
    const client = new AbortController()
    const engine = await startEngine(() => {
      client.abort()
      return false
    })
    const upstream = createOpenaiCompletions({ url: engine.url, model: 'm' })
    await expect(upstream.check(client.signal)).rejects.toThrow()
    expect(engine.asked).toEqual(['1.1'])
  })
})

describe('a connection to the gateway', () => {
  it('is kept longer than those before it keep theirs, and says so', async () => {
    const server = await listen(() => Promise.resolve(new Response('x')))
    const response = await fetch(server.url)
    expect(response.headers.get('keep-alive')).toBe('timeout=75')
    await response.text()
    await server.close()
  })

  it('is closed when nobody uses it for as long as was said', async () => {
    const server = await listen(() => Promise.resolve(new Response('x')), { keepAliveMs: 50 })
    const { port } = new URL(server.url)
    const socket = connect(Number(port), '127.0.0.1')
    sockets.add(socket)
    socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
    let text = ''
    socket.on('data', (bytes) => (text += String(bytes)))
    await new Promise((resolve) => socket.on('close', resolve))
    expect(text).toMatch(/^HTTP\/1.1 200/)
    await server.close()
  })
})
