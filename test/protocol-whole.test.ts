import Anthropic from '@anthropic-ai/sdk'
import { Ollama } from 'ollama'
import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAccumulator, type Message } from '../src/index.ts'
import { createDecoder, faultBody, wholeBody, type RequestProtocol } from '../src/protocol/index.ts'
import {
  modelName,
  modelOutputs,
  startModelServer,
  type ModelServer,
} from './support/model-server.ts'

const protocols: readonly RequestProtocol[] = [
  'openai-chat',
  'openai-responses',
  'anthropic',
  'ollama-chat',
  'ollama-generate',
]
const outputs = modelOutputs()
const usage = { inputTokens: 11, outputTokens: 7 }
let server: ModelServer

beforeAll(async () => {
  server = await startModelServer(outputs, { usage })
})
afterAll(() => server.close())

/** The whole response of a protocol, read back as a client's gateway would. */
function readBack(protocol: RequestProtocol, message: Message): Message {
  const accumulator = createAccumulator()
  const decoder = createDecoder(protocol)
  const { body } = wholeBody(protocol, message, { usage })
  for (const delta of [...decoder.push(body), ...decoder.done()]) accumulator.add(delta)
  return accumulator.message
}

describe.each(protocols)('a whole response of %s', (protocol) => {
  it('says what was read, and nothing that may be run but whole calls', () => {
    for (const { name, message } of outputs) {
      const read = readBack(protocol, message)
      // Anthropic tells of a cut for the whole message: an empty input at its end may
      // be one that was never written.
      const isInDoubt = (call: Message['toolCalls'][number]): boolean =>
        protocol === 'anthropic' &&
        message.finishReason === 'length' &&
        message.segments.at(-1)?.kind === 'call' &&
        call.arguments === '{}'
      const whole = message.toolCalls.filter(
        (call) => call.state === 'complete' && !isInDoubt(call),
      )
      const runnable = read.toolCalls.filter(({ state }) => state === 'complete')
      const plain = (calls: Message['toolCalls']): unknown =>
        calls.map((call) => [call.name, JSON.parse(call.arguments), call.id])
      expect(plain(runnable), name).toEqual(plain(whole))
      expect(read.reasoning, name).toBe(message.reasoning)
      if (message.toolCalls.every(({ state }) => state === 'complete')) {
        expect(read, name).toMatchObject({
          content: message.content,
          finishReason: message.finishReason,
        })
      } else expect(read.finishReason).toBe('length')
    }
  })
})

describe('the official clients, not streaming,', () => {
  const place = outputs.findIndex(({ message }) => message.toolCalls.length === 2)
  const model = modelName(place, 1)
  const message = (): Message => {
    const found = outputs[place]?.message
    if (found === undefined) throw new Error('no output has two calls')
    return found
  }

  it("read OpenAI's completions and responses", async () => {
    const openai = new OpenAI({ apiKey: 'k', baseURL: `${server.url}/v1`, maxRetries: 0 })
    const completion = await openai.chat.completions.create({ model, messages: [] })
    expect(completion.choices[0]).toMatchObject({
      message: { content: message().content, reasoning_content: message().reasoning },
      finish_reason: 'tool_calls',
    })
    expect(completion.choices[0]?.message.tool_calls).toHaveLength(2)
    expect(completion.usage?.total_tokens).toBe(18)
    const response = await openai.responses.create({ model, input: '' })
    expect(response).toMatchObject({ status: 'completed', output_text: message().content })
    expect(response.output.map(({ type }) => type)).toEqual([
      'reasoning',
      'message',
      'function_call',
      'function_call',
    ])
  })

  it("read Anthropic's messages", async () => {
    const client = new Anthropic({ apiKey: 'k', baseURL: server.url, maxRetries: 0 })
    const read = await client.messages.create({ model, messages: [], max_tokens: 9 })
    expect(read.content.map(({ type }) => type)).toEqual([
      'thinking',
      'text',
      'tool_use',
      'tool_use',
    ])
    expect(read.stop_reason).toBe('tool_use')
  })

  it("read Ollama's", async () => {
    const client = new Ollama({ host: server.url })
    const chat = await client.chat({ model, messages: [] })
    expect(chat.message).toMatchObject({
      content: message().content,
      thinking: message().reasoning,
      tool_calls: [{ function: { arguments: { city: 'Oslo' } } }, { function: { arguments: {} } }],
    })
    expect(await client.generate({ model, prompt: '' })).toMatchObject({
      response: message().content,
      eval_count: 7,
    })
  })
})

it.each([
  [
    'openai-chat',
    { error: { message: 'x', type: 'rate_limit_error', param: null, code: 'rate_limit_exceeded' } },
  ],
  ['anthropic', { type: 'error', error: { type: 'rate_limit_error', message: 'x' } }],
  ['ollama-chat', { error: 'x' }],
] as const)('tells a fault as %s does', (protocol, body) => {
  expect(faultBody(protocol, { kind: 'rate-limit', message: 'x' })).toEqual({ status: 429, body })
})
