// A llama-server that writes a script: each text is so many frames, a few at a time, as fast as it is read.
import { createServer, type ServerResponse } from 'node:http'
import { readFileSync } from 'node:fs'

const tokens = Number(process.argv[2] ?? 2000)
const paceMs = Number(process.argv[3] ?? 0)
const template = readFileSync('templates/hermes.jinja', 'utf8')

const server = createServer(async (request, response) => {
  let body = ''
  request.setEncoding('utf8')
  for await (const piece of request) body += piece
  if (request.url === '/props') return json(response, { chat_template: template, model_path: 'm' })
  if (request.url === '/tokenize') return json(response, { tokens: [] })
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  await write(response)
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object') process.send?.({ port: address?.port })
})
process.on('message', (message) => {
  if (message === 'end') process.exit(0)
})

/** One frame a token; each tells when it was written, so that who reads it knows how old it is. */
async function write(response: ServerResponse): Promise<void> {
  for (let i = 0; i < tokens; i++) {
    const at = Number(process.hrtime.bigint() / 1000n)
    const frame = {
      index: 0,
      content: `${at}.${i} `,
      tokens: [i],
      stop: false,
      id_slot: 0,
      tokens_predicted: i + 1,
      tokens_evaluated: 10,
    }
    const more = response.write(`data: ${JSON.stringify(frame)}\n\n`)
    if (!more) await new Promise((resolve) => response.once('drain', resolve))
    if (paceMs > 0) await new Promise((resolve) => setTimeout(resolve, paceMs))
  }
  const last = {
    index: 0,
    content: '',
    tokens: [],
    stop: true,
    stop_type: 'eos',
    tokens_predicted: tokens,
    tokens_evaluated: 10,
  }
  response.end(`data: ${JSON.stringify(last)}\n\n`)
}

function json(response: ServerResponse, body: object): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
