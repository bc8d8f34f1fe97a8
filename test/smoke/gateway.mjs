// What Node, Deno, Bun and workerd run of the gateway: a request, a stream from an engine over HTTP, and two clients that
// go away. Nothing here may name a runtime.
import { connectLlamaServer, createGateway } from 'pegbnf/gateway'

// Where the engine is: the test that copies this file writes its address here.
const url = 'http://engine.invalid'

const tools = [
  {
    type: 'function',
    function: {
      name: 'weather',
      parameters: {
        type: 'object',
        properties: { city: { type: 'string' } },
        required: ['city'],
      },
    },
  },
]

/** What a client sees, as one JSON text; the engine knows what it saw itself. */
export async function smokeGateway() {
  const { upstream, template } = await connectLlamaServer({ url })
  const { handle } = createGateway({
    models: [{ name: 'm', upstream, template, format: 'hermes' }],
  })
  const ask = (more, init = {}) =>
    handle(
      new Request('http://gateway/v1/chat/completions', {
        method: 'POST',
        body: JSON.stringify({
          messages: [{ role: 'user', content: 'Hi' }],
          stream: true,
          ...more,
        }),
        ...init,
      }),
    )
  const called = await ask({ tools })
  const events = (await called.text()).split('\n\n').filter((event) => event.includes('{'))
  const deltas = events.map((event) => JSON.parse(event.slice('data: '.length)).choices[0])

  const cancelled = (await ask({})).body.getReader()
  const begun = await readUntil(cancelled, 'Once')
  await cancelled.cancel()
  await pause()

  const client = new AbortController()
  const aborted = (await ask({}, { signal: client.signal })).body.getReader()
  await readUntil(aborted, 'Once')
  client.abort()
  await pause()

  const refused = await ask({ messages: [] })
  const whole = await ask({ stream: false })
  return JSON.stringify({
    type: called.headers.get('content-type'),
    deltas: deltas.map(({ delta, finish_reason }) => ({ ...withoutIds(delta), finish_reason })),
    begun,
    refused: [refused.status, await refused.json()],
    whole: (await whole.json()).choices[0].message,
  })
}

function withoutIds(delta) {
  return { ...delta, tool_calls: delta.tool_calls?.map((call) => ({ ...call, id: undefined })) }
}

async function readUntil(reader, text) {
  let read = ''
  while (!read.includes(text)) {
    const { done, value } = await reader.read()
    if (done) throw new Error(`the stream ended before ${text}`)
    read += new TextDecoder().decode(value)
  }
  return read.includes('"content":"Once"')
}

/** Time for the engine to be told: it notes what it is asked next behind that. */
function pause() {
  return new Promise((resolve) => setTimeout(resolve, 500))
}
