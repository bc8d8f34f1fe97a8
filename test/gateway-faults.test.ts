import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createGateway, createOpenaiCompletions, type LogEntry } from '../src/gateway/index.ts'
import { listen } from '../src/gateway/node.ts'
import type { RequestProtocol } from '../src/protocol/index.ts'
import {
  ask,
  hermesTemplate,
  questions,
  readStream,
  startKit,
  weather,
  type Kit,
} from './support/gateway-kit.ts'
import { framesOf, startScriptedEngine, type Step } from './support/scripted-engine.ts'

/** What goes wrong, and what the client must see of it. Each is asked in every protocol. */
interface Fault {
  readonly name: string
  readonly steps: readonly Step[]
  /** The status of the answer; 200 where the stream had begun. */
  readonly status: number
  /** What the client gets of the text that was read before. */
  readonly keeps?: string
  /** What the error says; none where the answer is whole. */
  readonly says?: RegExp
}

const begun = framesOf('Once upon a time')
const brokenOff = /broke off/
const notWhole = /before its answer was whole/

const faults: readonly Fault[] = [
  {
    name: 'the engine dies before its answer',
    steps: [{ die: true }],
    status: 503,
    says: /does not answer/,
  },
  {
    name: 'the engine dies in mid-stream',
    steps: [...begun, { waitMs: 30 }, { die: true }],
    status: 200,
    keeps: 'Once upon a time',
    says: brokenOff,
  },
  {
    name: 'the engine dies inside a frame',
    steps: [...begun, { raw: 'data: {"content": " and' }, { waitMs: 30 }, { die: true }],
    status: 200,
    keeps: 'Once upon a time',
    says: brokenOff,
  },
  {
    name: 'the engine dies inside a character',
    steps: [
      ...begun,
      { raw: new Uint8Array([0x64, 0x61, 0x74, 0x61, 0x3a, 0xf0, 0x9f]) },
      { waitMs: 30 },
      { die: true },
    ],
    status: 200,
    keeps: 'Once upon a time',
    says: brokenOff,
  },
  {
    name: 'the stream ends inside a frame',
    steps: [...begun, { raw: 'data: {"content": " and' }],
    status: 200,
    keeps: 'Once upon a time',
    says: /no JSON/,
  },
  {
    name: 'the stream ends without a last frame',
    steps: begun,
    status: 200,
    keeps: 'Once upon a time',
    says: notWhole,
  },
  { name: 'the engine sends nothing at all', steps: [{ raw: '' }], status: 500, says: notWhole },
  {
    name: 'the engine sends only comments',
    steps: [{ raw: ': ping\n\n: ping\n\n' }],
    status: 500,
    says: notWhole,
  },
  {
    name: 'the engine sends garbage',
    steps: [...begun, { raw: 'data: %&/(\n\n' }, { text: ' more' }, { end: 'stop' }],
    status: 200,
    keeps: 'Once upon a time',
    says: /no JSON/,
  },
  {
    name: 'the engine answers with a page',
    steps: [{ raw: '<!doctype html><p>It works!</p>' }],
    status: 500,
    says: notWhole,
  },
  {
    name: 'the engine sends bytes that are no UTF-8',
    steps: [
      ...begun,
      {
        raw: new Uint8Array([
          ...Buffer.from('data: {"content": " \u00e9'),
          0xff,
          0xfe,
          ...Buffer.from(' x"}\n\n'),
        ]),
      },
      { end: 'stop' },
    ],
    status: 200,
    keeps: '\ufffd',
  },
  {
    name: 'the engine tells an error in mid-stream',
    steps: [
      ...begun,
      { raw: 'data: {"error": {"code": 500, "message": "slot lost", "type": "server_error"}}\n\n' },
    ],
    status: 200,
    keeps: 'Once upon a time',
    says: /slot lost/,
  },
  {
    name: 'the engine tells an error at once',
    steps: [{ raw: 'data: {"error": {"message": "no slot"}}\n\n' }],
    status: 500,
    says: /no slot/,
  },
  {
    name: 'the engine sends frames of other shapes',
    steps: [
      ...begun,
      {
        raw: 'data: {}\n\ndata: []\n\ndata: 3\n\ndata: null\n\ndata: {"content": 7, "tokens": "x"}\n\n',
      },
      { text: '.' },
      { end: 'stop' },
    ],
    status: 200,
    keeps: 'Once upon a time',
  },
  {
    name: 'frames are cut anywhere',
    steps: [
      { raw: 'data: {"con' },
      { waitMs: 5 },
      { raw: 'tent": "Once"}\r' },
      { waitMs: 5 },
      { raw: '\n\r\n' },
      { end: 'stop' },
    ],
    status: 200,
    keeps: 'Once',
  },
  {
    name: 'a character is cut in two',
    steps: [
      {
        raw: Buffer.concat([Buffer.from('data: {"content": "'), Buffer.from('🚀').subarray(0, 2)]),
      },
      { waitMs: 5 },
      { raw: Buffer.concat([Buffer.from('🚀').subarray(2), Buffer.from('"}\n\n')]) },
      { end: 'stop' },
    ],
    status: 200,
    keeps: '🚀',
  },
  {
    name: 'more comes behind the last frame',
    steps: [...begun, { end: 'stop' }, { text: ' and more' }, { waitMs: 30 }, { die: true }],
    status: 200,
    keeps: 'Once upon a time',
  },
  {
    name: 'the engine refuses the grammar',
    steps: [
      {
        status: 400,
        body: '{"error":{"message":"failed to parse grammar","type":"invalid_request_error"}}',
      },
    ],
    status: 400,
    says: /failed to parse grammar/,
  },
  {
    name: 'the prompt is too long',
    steps: [
      {
        status: 400,
        body: '{"error":{"message":"exceeds the context","type":"exceed_context_size_error"}}',
      },
    ],
    status: 413,
    says: /exceeds the context/,
  },
  {
    name: 'the engine does not know our key',
    steps: [{ status: 401, body: '{"error":{"message":"key sk-123 is wrong"}}' }],
    status: 500,
    says: /^(?!.*sk-123).*answers 401/s,
  },
  {
    name: 'the engine is loading',
    steps: [{ status: 503, body: '{"error":{"message":"loading","type":"unavailable_error"}}' }],
    status: 503,
    says: /loading/,
  },
  {
    name: 'the engine has too much to do',
    steps: [{ status: 429, body: 'slow down' }],
    status: 429,
    says: /429/,
  },
  {
    name: 'the engine fails with a page',
    steps: [{ status: 502, body: '<html>bad gateway</html>' }],
    status: 500,
    says: /502/,
  },
  {
    name: 'the engine begins and then is silent',
    steps: [...begun, { waitMs: 1500 }, { end: 'stop' }],
    status: 200,
    keeps: 'Once upon a time',
    says: /too long/,
  },
  {
    name: 'the engine is silent from the beginning',
    steps: [{ waitMs: 1500 }, { end: 'stop' }],
    status: 504,
    says: /too long/,
  },
]

const protocols: readonly RequestProtocol[] = [
  'openai-chat',
  'openai-responses',
  'anthropic',
  'ollama-chat',
  'ollama-generate',
]
const logged: LogEntry[] = []
let kit: Kit
beforeAll(async () => {
  kit = await startKit({
    limits: { engine: { first: 400, idle: 400, total: 5000 }, bodyBytes: 10_000, concurrent: 3 },
    log: (entry) => logged.push(entry),
  })
})
afterAll(() => kit.close())

describe('a fault of the engine', () => {
  describe.each(faults)('$name', ({ steps, status, keeps, says }) => {
    it.each(protocols)('as a stream of %s', async (protocol) => {
      kit.engine.script(steps)
      const response = await ask(kit.server.url, protocol)
      expect(response.status).toBe(status)
      const { text, broken } = await readStream(response, protocol)
      const said = visibleText(protocol, text)
      if (keeps !== undefined) expect(said).toContain(keeps)
      if (status === 200) expect(broken).toEqual([])
      if (says === undefined) expect(text).not.toMatch(/"error":[^n]/)
      else expect(errorIn(text)).toMatch(says)
    })

    it('as a whole answer', async () => {
      kit.engine.script(steps)
      const response = await ask(kit.server.url, 'openai-chat', { stream: false })
      const text = await response.text()
      if (says === undefined) expect(response.status).toBe(200)
      else {
        expect(response.status).toBeGreaterThanOrEqual(400)
        expect(errorIn(text)).toMatch(says)
      }
    })
  })

  it('a frame without end is no memory without end', async () => {
    kit.engine.script([
      ...begun,
      { raw: 'data: {"content": "' },
      { times: 90, step: { raw: 'x'.repeat(65_536) } },
    ])
    const { text, broken } = await readStream(
      await ask(kit.server.url, 'openai-chat'),
      'openai-chat',
    )
    expect(broken).toEqual([])
    expect(errorIn(text)).toMatch(/too long/)
  })

  it('a port where nobody listens is told at once', async () => {
    const gateway = createGateway({
      models: [
        {
          name: 'm',
          upstream: createOpenaiCompletions({ url: 'http://127.0.0.1:9', model: 'm' }),
          template: { named: {}, template: hermesTemplate },
          format: 'hermes',
        },
      ],
    })
    const body = JSON.stringify(questions['openai-chat'].body())
    const request = new Request('http://x/v1/chat/completions', { method: 'POST', body })
    expect((await gateway.handle(request)).status).toBe(503)
    expect((await gateway.handle(new Request('http://x/health'))).status).toBe(503)
  })

  it('a call that was cut off is never one that may be run', async () => {
    const call = '<tool_call>\n{"name": "weather", "arguments": {"city": "Oslo"}}'
    kit.engine.script([...framesOf(call), { end: 'length' }])
    const response = await ask(kit.server.url, 'openai-chat', { tools: [weather], stream: false })
    expect((await response.json()).choices[0].finish_reason).toBe('length')
  })
})

describe('a client that goes away', () => {
  it('ends the engine’s work, in this order', async ({ annotate }) => {
    let release = (): void => undefined
    const until = new Promise<void>((resolve) => (release = resolve))
    kit.engine.script([...begun, { until }, { end: 'stop' }])
    const order: string[] = []
    const client = new AbortController()
    const response = await ask(kit.server.url, 'openai-chat', {}, { signal: client.signal })
    const reader = response.body?.getReader()
    await reader?.read()
    logged.length = 0
    order.push('client aborts')
    const at = performance.now()
    client.abort()
    await expect.poll(() => kit.engine.events, { interval: 2 }).toContain('closed early')
    order.push('engine is told')
    // Reported beside the order: how long the engine went on for nobody.
    await annotate(`abort reaches the engine in ${(performance.now() - at).toFixed(1)} ms`)
    await expect.poll(() => logged.length).toBeGreaterThan(0)
    expect(order).toEqual(['client aborts', 'engine is told'])
    expect(logged[0]).toMatchObject({ status: 499, outcome: 'abort' })
    release()
  })

  it.each([true, false])(
    'before the first text ends the engine’s work, too (stream: %s)',
    async (stream) => {
      kit.engine.script([{ until: new Promise((resolve) => setTimeout(resolve, 3000)) }])
      const client = new AbortController()
      const asked = ask(kit.server.url, 'anthropic', { stream }, { signal: client.signal })
      await expect.poll(() => kit.engine.events).toContain('asked')
      client.abort()
      await expect(asked).rejects.toThrow()
      await expect.poll(() => kit.engine.events).toContain('closed early')
    },
  )
})

describe('a client that is slow', () => {
  it('slows the engine: what it does not read is not read for it', async () => {
    const piece = 'x'.repeat(8192)
    kit.engine.script([{ times: 6000, step: { text: piece } }, { end: 'stop' }])
    const socket = connect(Number(new URL(kit.server.url).port), '127.0.0.1')
    socket.pause()
    const body = JSON.stringify(questions['ollama-generate'].body())
    socket.write(
      `POST /api/generate HTTP/1.1\r\nhost: x\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    )
    // The engine stands still when all buffers between are full.
    let before = -1
    await expect
      .poll(
        () => {
          const stands = kit.engine.written > 0 && kit.engine.written === before
          before = kit.engine.written
          return stands
        },
        { interval: 250, timeout: 20_000 },
      )
      .toBe(true)
    expect(kit.engine.written).toBeLessThan(20 * 1024 * 1024)
    socket.destroy()
    await expect.poll(() => kit.engine.events).toContain('closed early')
  })

  it('is cut off when it reads nothing for long, and the engine is told', async () => {
    kit.engine.script([{ times: 6000, step: { text: 'x'.repeat(8192) } }, { end: 'stop' }])
    const hurried = await listen(kit.gateway.handle, { stallMs: 300 })
    const socket = connect(Number(new URL(hurried.url).port), '127.0.0.1')
    socket.on('error', () => undefined)
    socket.pause()
    const body = JSON.stringify(questions['ollama-generate'].body())
    socket.write(
      `POST /api/generate HTTP/1.1\r\nhost: x\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    )
    await expect.poll(() => kit.engine.events, { timeout: 15_000 }).toContain('closed early')
    socket.destroy()
    await hurried.close()
  })
})

describe('a request that cannot be served', () => {
  const post = (path: string, body: string, headers: Record<string, string> = {}) =>
    fetch(kit.server.url + path, { method: 'POST', body, headers })

  it.each([
    ['is no JSON', '{"messages": [', 400, /no JSON/],
    ['is no UTF-8', Buffer.from([0x7b, 0xff, 0x7d]).toString('latin1'), 400, /no JSON|JSON/],
    ['is nested too deeply', `{"messages":${'['.repeat(2000)}${']'.repeat(2000)}}`, 400, /nested/],
    [
      'is too large',
      JSON.stringify({ messages: [{ role: 'user', content: 'x'.repeat(20_000) }] }),
      413,
      /larger/,
    ],
    ['has no messages', '{"messages": []}', 400, /empty/],
    [
      'asks for more answers than allowed',
      '{"n": 100, "messages": [{"role": "user", "content": "x"}]}',
      400,
      /at most 8/,
    ],
    [
      'shows a picture that would have to be fetched',
      '{"messages": [{"role": "user", "content": [{"type": "image_url", "image_url": {"url": "http://169.254.169.254/"}}]}]}',
      400,
      /nothing is fetched/,
    ],
    [
      'has a tool whose schema is broken',
      JSON.stringify({
        messages: [{ role: 'user', content: 'x' }],
        tools: [{ type: 'function', function: { name: 'f', parameters: 'city' } }],
      }),
      400,
      /must be a JSON Schema/,
    ],
  ])('because it %s', async (_, body, status, says) => {
    kit.engine.script([{ end: 'stop' }])
    const response = await post('/v1/chat/completions', body)
    expect(response.status).toBe(status)
    expect(errorIn(await response.text())).toMatch(says)
    expect(kit.engine.asked).toEqual([])
  })

  it('is told so in the words of its protocol', async () => {
    const told = await Promise.all(
      ['/v1/messages', '/api/chat', '/v1/responses', '/nowhere', '/api/nowhere'].map(
        async (path) => {
          const response = await post(path, '{')
          return [response.status, await response.json()]
        },
      ),
    )
    expect(told).toMatchObject([
      [400, { type: 'error', error: { type: 'invalid_request_error' } }],
      [400, { error: expect.any(String) }],
      [400, { error: { type: 'invalid_request_error' } }],
      [404, { error: { type: 'not_found_error' } }],
      [404, { error: expect.any(String) }],
    ])
    expect((await fetch(`${kit.server.url}/v1/messages`)).status).toBe(405)
  })

  it('because it is compressed, has headers without end, or is sent too slowly', async () => {
    const zipped = await post('/v1/chat/completions', 'x', { 'content-encoding': 'gzip' })
    expect(zipped.status).toBe(400)
    const long = await fetch(kit.server.url, { headers: { x: 'y'.repeat(40_000) } })
    expect(long.status).toBe(431)
    const impatient = await listen(kit.gateway.handle, { headersMs: 200, requestMs: 400 })
    const socket = connect(Number(new URL(impatient.url).port), '127.0.0.1')
    socket.write('POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\ncontent-length: 50\r\n\r\n{')
    const answer = await new Promise<string>((resolve) => {
      let text = ''
      socket.on('data', (bytes) => (text += String(bytes)))
      socket.on('close', () => resolve(text))
    })
    expect(answer).toMatch(/^HTTP\/1.1 408/)
    await impatient.close()
  })

  it('because too many are served already', async () => {
    let release = (): void => undefined
    const until = new Promise<void>((resolve) => (release = resolve))
    kit.engine.script([{ text: 'a' }, { until }, { end: 'stop' }])
    const open = await Promise.all([1, 2, 3].map(() => ask(kit.server.url, 'openai-chat')))
    const fourth = await ask(kit.server.url, 'openai-chat')
    expect(fourth.status).toBe(503)
    expect(fourth.headers.get('retry-after')).toBe('1')
    release()
    await Promise.all(open.map((response) => response.text()))
  })
})

describe('who may ask', () => {
  it('is told by a key, on every path but /health', async () => {
    const { handle } = kit.gateway
    const locked = await startKit({ key: 'secret', models: [model()] })
    const get = (path: string, headers: Record<string, string> = {}) =>
      fetch(locked.server.url + path, { headers })
    expect((await get('/v1/models')).status).toBe(401)
    expect((await get('/metrics')).status).toBe(401)
    expect((await get('/v1/models', { authorization: 'Bearer secre' })).status).toBe(401)
    expect((await get('/v1/models', { authorization: 'Bearer secret' })).status).toBe(200)
    expect((await get('/v1/models', { 'x-api-key': 'secret' })).status).toBe(200)
    expect((await get('/health')).status).not.toBe(401)
    await locked.close()
    expect((await handle(new Request('http://x/v1/models'))).status).toBe(200)
  })

  it('is nobody on another machine, unless the address to listen on is given', async () => {
    const handle = () => Promise.resolve(new Response('x'))
    const server = await listen(handle)
    const { hostname, port } = new URL(server.url)
    expect(hostname).toBe('127.0.0.1')
    // Another address of this machine, which a server that listens on all of them has, too.
    await expect(fetch(`http://127.0.0.2:${port}`)).rejects.toThrow()
    await server.close()
    const open = await listen(handle, { host: '0.0.0.0' })
    expect((await fetch(`http://127.0.0.2:${new URL(open.url).port}`)).status).toBe(200)
    await open.close()
  })

  it('is no page of a browser, unless it is listed', async () => {
    const page = (origin: string) =>
      kit.gateway.handle(new Request('http://x/v1/models', { headers: { origin } }))
    expect((await page('https://evil.example')).status).toBe(403)
    const open = createGateway({ models: [model()], origins: ['https://good.example'] })
    const good = await open.handle(
      new Request('http://x/v1/models', { headers: { origin: 'https://good.example' } }),
    )
    expect(good.status).toBe(200)
    expect(good.headers.get('access-control-allow-origin')).toBe('https://good.example')
  })

  it('chooses neither an engine nor a file', async () => {
    const two = createGateway({ models: [model('a'), model('b')] })
    for (const name of [
      'http://169.254.169.254/',
      '../../etc/passwd',
      '__proto__',
      'constructor',
    ]) {
      const body = JSON.stringify({ ...questions['openai-chat'].body(), model: name })
      const response = await two.handle(
        new Request('http://x/v1/chat/completions', { method: 'POST', body }),
      )
      expect(response.status).toBe(404)
    }
  })

  it('is not chosen by an engine either: a redirect is not followed', async () => {
    const other = await startScriptedEngine(hermesTemplate)
    const location = `${other.url}/completion`
    kit.engine.script([{ status: 307, body: '', location }])
    const response = await ask(kit.server.url, 'openai-chat')
    expect(response.status).toBe(500)
    expect(other.asked).toEqual([])
    other.close()
  })
})

describe('what is logged', () => {
  it('holds nothing that people or models write', async () => {
    logged.length = 0
    kit.engine.script([...framesOf('the answer is private'), { end: 'stop' }])
    const messages = [{ role: 'user', content: 'my secret question' }]
    await (await ask(kit.server.url, 'openai-chat', { messages, model: 'tiny' })).text()
    kit.engine.script([{ status: 400, body: '{"error":{"message":"my secret question is bad"}}' }])
    await (await ask(kit.server.url, 'openai-chat', { messages })).text()
    await expect.poll(() => logged.length).toBe(2)
    expect(JSON.stringify(logged)).not.toMatch(/secret|private/)
    expect(logged[0]).toMatchObject({ status: 200, model: 'tiny', outputTokens: 6 })
    expect(logged[1]).toMatchObject({ status: 400, outcome: 'invalid-request' })
  })
})

describe('a gateway that closes', () => {
  it('finishes what it serves, takes nothing new, and ends what takes too long', async () => {
    const closing = await startKit({ models: [model('m', kit.engine.url)] })
    let release = (): void => undefined
    const until = new Promise<void>((resolve) => (release = resolve))
    kit.engine.script(
      [...begun, { until }, { end: 'stop' }],
      [...begun, { waitMs: 4000 }, { end: 'stop' }],
    )
    const quick = await ask(closing.server.url, 'openai-chat')
    const slow = await ask(closing.server.url, 'openai-chat')
    const [quickText, slowText] = [quick.text(), slow.text()]
    const closed = closing.gateway.close({ graceMs: 300 })
    expect((await ask(closing.server.url, 'openai-chat')).status).toBe(503)
    release()
    await closed
    expect(await quickText).toContain('"finish_reason":"stop"')
    expect(await slowText).toMatch(/"overloaded"[\s\S]*\[DONE\]/)
    expect(visibleText('openai-chat', await slowText)).toContain('Once upon a time')
    await closing.close()
  })
})

function model(name = 'm', url = 'http://127.0.0.1:9') {
  return {
    name,
    upstream: createOpenaiCompletions({ url, model: 'm', dialect: 'plain' as const }),
    template: { named: {}, template: hermesTemplate },
    format: 'hermes',
  }
}

/** The text that a client puts together of a stream, whatever the protocol. */
function visibleText(protocol: RequestProtocol, stream: string): string {
  const field = {
    'openai-chat': 'content',
    'openai-responses': 'delta',
    anthropic: 'text',
    'ollama-chat': 'content',
    'ollama-generate': 'response',
  }[protocol]
  const pattern = new RegExp(`"${field}":("(?:[^"\\\\]|\\\\.)*")`, 'g')
  return [...stream.matchAll(pattern)].map(([, text = '""']) => JSON.parse(text)).join('')
}

/** What the error of an answer says, whatever the protocol. */
function errorIn(text: string): string {
  const found = /"message":"((?:[^"\\]|\\.)*)"[^{}]*\}\s*[,}]?|"error":"((?:[^"\\]|\\.)*)"/g
  return [...text.matchAll(found)].map(([, a, b]) => a ?? b ?? '').join('\n')
}
