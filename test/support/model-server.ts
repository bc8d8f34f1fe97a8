import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as fc from 'fast-check'
import type { Chat, Message, MessageToWrite, StopReason, Tool } from '../../src/index.ts'
import { formatList } from '../../src/formats/registry.ts'
import {
  createWireEncoder,
  streamHeaders,
  wholeBody,
  type WireOptions,
  type WireProtocol,
} from '../../src/protocol/index.ts'
import { takesTools } from './takes-tools.ts'

/** An output of a model, how it is read, and what it is read as. */
export interface ModelOutput {
  readonly name: string
  readonly chat: Chat
  readonly text: string
  readonly stopReason: StopReason
  readonly message: Message
}

export const tools: readonly Tool[] = ['weather', 'clock'].map((name) => ({
  type: 'function',
  function: {
    name,
    parameters: {
      type: 'object',
      properties: { city: { type: 'string' }, days: { type: 'integer' } },
    },
  },
}))

const messages: readonly MessageToWrite[] = [
  { content: 'a <b> é "q" \\ 🚀 data: [DONE]\n\nend' },
  {
    content: 'On it.',
    toolCalls: [{ name: 'weather', arguments: { city: 'San "J" \\ 🚀\n<', days: 2 } }],
  },
  {
    reasoning: 'Two\n\n🚀.',
    content: 'I look.',
    toolCalls: [
      { name: 'weather', arguments: { city: 'Oslo' } },
      { name: 'clock', arguments: {} },
    ],
  },
  { reasoning: 'Only this.', toolCalls: [{ name: 'clock', arguments: {} }] },
]

/** Outputs of every shipped format: each message as the format writes it, whole and cut off. */
export function modelOutputs(): ModelOutput[] {
  return formatList.flatMap(({ name, make }) => {
    const plain = !takesTools(make)
    return messages.flatMap((message, index) => {
      if (plain && (message.toolCalls?.length ?? 0) > 0) return []
      const thinks = message.reasoning !== undefined
      const chat = make({ ...(plain ? {} : { tools }), reasoning: thinks ? 'on' : 'off' })
      const { text } = chat.write(message)
      return [
        output(`${name}, message ${index}`, chat, text, 'stop'),
        output(
          `${name}, message ${index} cut off`,
          chat,
          text.slice(0, -text.length / 4),
          'length',
        ),
      ]
    })
  })
}

function output(name: string, chat: Chat, text: string, stopReason: StopReason): ModelOutput {
  const session = chat.open({ seed: 1 })
  session.feed(text)
  session.finish({ stopReason })
  return { name, chat, text, stopReason, message: session.message }
}

/** The pieces of a text for random cuts of a seed; some are empty. */
export function cutsOf(text: string, seed: number): string[] {
  const place = fc.nat({ max: text.length })
  const [places = []] = fc.sample(fc.array(place, { maxLength: 12, size: 'max' }), {
    numRuns: 1,
    seed,
  })
  const bounds = [0, ...places.toSorted((a, b) => a - b), text.length]
  return bounds.slice(1).map((end, i) => text.slice(bounds[i], end))
}

/** What the model of a request says: which output, cut by which seed. */
export function modelName(place: number, seed: number): string {
  return JSON.stringify({ output: place, seed })
}

const routes: Readonly<Record<string, WireProtocol>> = {
  '/v1/chat/completions': 'openai-chat',
  '/v1/responses': 'openai-responses',
  '/v1/messages': 'anthropic',
  '/api/chat': 'ollama-chat',
  '/api/generate': 'ollama-generate',
  '/ui': 'ai-sdk-ui',
}

/** A server that streams recorded outputs in every protocol. */
export interface ModelServer {
  readonly url: string
  close(): void
}

/** Starts it on the loopback. A real server would ask a model; here the model's name tells all. */
export async function startModelServer(
  outputs: readonly ModelOutput[],
  options: WireOptions = {},
): Promise<ModelServer> {
  const server = createServer((request, response) => {
    const body: string[] = []
    request.setEncoding('utf8')
    request.on('data', (text: string) => body.push(text))
    request.on('end', () => {
      const protocol = routes[(request.url ?? '').split('?')[0] ?? ''] ?? 'openai-chat'
      const { model, stream, stream_options: asked } = JSON.parse(body.join(''))
      const { output: index, seed } = JSON.parse(model)
      const found = outputs[index]
      if (found === undefined) return void response.writeHead(404).end()
      if (stream === false || (stream === undefined && protocol !== 'ai-sdk-ui')) {
        return void respondWhole(response, found, protocol, options)
      }
      const includeUsage = asked?.include_usage === true
      respond(response, found, cutsOf(found.text, seed), protocol, { ...options, includeUsage })
    })
  })
  // A busy machine may take longer between two requests than a server waits for the second.
  server.keepAliveTimeout = 60_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

function respondWhole(
  response: ServerResponse,
  { message }: ModelOutput,
  protocol: WireProtocol,
  options: WireOptions,
): void {
  if (protocol === 'ai-sdk-ui') return
  const { status, body } = wholeBody(protocol, message, options)
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function respond(
  response: ServerResponse,
  { chat, stopReason }: ModelOutput,
  chunks: readonly string[],
  protocol: WireProtocol,
  options: WireOptions,
): void {
  const wire = createWireEncoder(protocol, options)
  const session = chat.open({ seed: 1 })
  response.writeHead(200, { ...streamHeaders(protocol) })
  response.write(wire.start())
  for (const chunk of chunks) response.write(session.feed(chunk).map(wire.push).join(''))
  response.write(session.finish({ stopReason }).map(wire.push).join(''))
  response.end(wire.end())
}
