import { readFileSync } from 'node:fs'
import type { Tool } from '../../src/index.ts'
import {
  connectLlamaServer,
  createGateway,
  type Gateway,
  type GatewayOptions,
} from '../../src/gateway/index.ts'
import { listen, type Listening, type ListenOptions } from '../../src/gateway/node.ts'
import { lintStream, type RequestProtocol } from '../../src/protocol/index.ts'
import { startScriptedEngine, type ScriptedEngine } from './scripted-engine.ts'

/** The template of the tests: ChatML with Hermes' calls. */
export const hermesTemplate: string = readFileSync(
  new URL('../../templates/hermes.jinja', import.meta.url),
  'utf8',
)

export const weather: Tool = {
  type: 'function',
  function: {
    name: 'weather',
    parameters: {
      type: 'object',
      properties: { city: { type: 'string' } },
      required: ['city'],
    },
  },
}

/** What a model writes to call a tool. */
export const weatherCall =
  '<tool_call>\n{"name": "weather", "arguments": {"city": "Oslo"}}\n</tool_call>'

/** An engine that does what a test says, a gateway before it, and the port that it listens on. */
export interface Kit {
  readonly engine: ScriptedEngine
  readonly gateway: Gateway
  readonly server: Listening
  close(): Promise<void>
}

/** Starts them. */
export async function startKit(
  options: Partial<GatewayOptions> = {},
  listening: ListenOptions = {},
): Promise<Kit> {
  const engine = await startScriptedEngine(hermesTemplate)
  const { upstream, template } = await connectLlamaServer({ url: engine.url })
  const gateway = createGateway({
    models: [{ name: 'tiny', upstream, template, format: 'hermes' }],
    ...options,
  })
  const server = await listen(gateway.handle, listening)
  return {
    engine,
    gateway,
    server,
    async close() {
      engine.close()
      await gateway.close({ graceMs: 0 })
      await server.close()
    },
  }
}

/** The path of each protocol, and a question in its words. */
export const questions: {
  readonly [K in RequestProtocol]: { readonly path: string; body(more?: object): object }
} = {
  'openai-chat': {
    path: '/v1/chat/completions',
    body: (more) => ({ messages: [{ role: 'user', content: 'Hi' }], stream: true, ...more }),
  },
  'openai-responses': {
    path: '/v1/responses',
    body: (more) => ({ input: 'Hi', stream: true, ...more }),
  },
  anthropic: {
    path: '/v1/messages',
    body: (more) => ({
      messages: [{ role: 'user', content: 'Hi' }],
      max_tokens: 99,
      stream: true,
      ...more,
    }),
  },
  'ollama-chat': {
    path: '/api/chat',
    body: (more) => ({ messages: [{ role: 'user', content: 'Hi' }], ...more }),
  },
  'ollama-generate': { path: '/api/generate', body: (more) => ({ prompt: 'Hi', ...more }) },
}

/** Asks a gateway in a protocol. */
export function ask(
  url: string,
  protocol: RequestProtocol,
  more: object = {},
  init: RequestInit = {},
): Promise<Response> {
  const { path, body } = questions[protocol]
  return fetch(url + path, { method: 'POST', body: JSON.stringify(body(more)), ...init })
}

/** A streamed answer, which keeps the rules of its protocol: each that it breaks, by name. */
export async function readStream(
  response: Response,
  protocol: RequestProtocol,
): Promise<{ readonly text: string; readonly broken: readonly string[] }> {
  const text = await response.text()
  return { text, broken: lintStream(protocol, text).map(({ rule }) => rule) }
}
