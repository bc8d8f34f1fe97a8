import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formats, type Chat, type Message, type Tool } from '../src/index.ts'
import { openaiChatSse, SseContentType } from '../src/protocol/index.ts'

/** An output of a model, and how it is read. */
interface Output {
  readonly name: string
  readonly chat: Chat
  readonly text: string
  readonly stopReason?: 'length'
}

const tools: readonly Tool[] = ['weather', 'clock'].map((name) => ({
  type: 'function',
  function: { name, parameters: { type: 'object', properties: { city: { type: 'string' } } } },
}))

const outputs: readonly Output[] = [
  {
    name: 'reasoning, content and two calls',
    chat: formats.hermes({ tools, reasoning: 'on' }),
    text:
      '<think>\nTwo 🚀.\n</think>\n\nI look.\n' +
      '<tool_call>\n{"name": "weather", "arguments": {"city": "Oslo\\n"}}\n</tool_call>\n' +
      '<tool_call>\n{"name": "clock", "arguments": {}}\n</tool_call>',
  },
  {
    name: 'content that only looks like markup',
    chat: formats.hermes({ tools }),
    text: 'a <b> é "q" \\ <tool_cal> 🚀 data: [DONE]\n\nend',
  },
  {
    name: 'tagged arguments',
    chat: formats.qwen3Coder({ tools }),
    text: 'On it.\n<tool_call>\n<function=weather>\n<parameter=city>\nSan "J"\n</parameter>\n</function>\n</tool_call>',
  },
  {
    name: 'a call that is cut off',
    chat: formats.hermes({ tools }),
    text: '<tool_call>\n{"name": "weather", "arguments": {"city": "Os',
    stopReason: 'length',
  },
  { name: 'nothing', chat: formats.plain({}), text: '' },
]

let server: Server
let client: OpenAI

beforeAll(async () => {
  server = createServer((request, response) => {
    const body: string[] = []
    request.setEncoding('utf8')
    request.on('data', (text: string) => body.push(text))
    request.on('end', async () => {
      // The model's name tells what to stream: a real server would ask a model.
      const { model, stream_options: options } = JSON.parse(body.join(''))
      const { output, chunks } = JSON.parse(model)
      const { chat, stopReason } = outputs[output] ?? { chat: formats.plain({}) }
      response.writeHead(200, { 'content-type': SseContentType })
      const stream = streamOf(chunks)
        .pipeThrough(chat.deltas({ seed: 1, stopReason: () => stopReason ?? 'stop' }))
        .pipeThrough(
          openaiChatSse({
            model: 'm',
            reasoningField: 'reasoning_content',
            includeUsage: options?.include_usage === true,
            usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 },
          }),
        )
      for await (const bytes of stream) response.write(bytes)
      response.end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  client = new OpenAI({ apiKey: 'none', baseURL: `http://127.0.0.1:${port}/v1`, maxRetries: 0 })
})

afterAll(() => {
  server.closeAllConnections()
  server.close()
})

describe.each(outputs.map((output, index) => ({ ...output, index })))(
  'the official client accumulates $name',
  ({ index, text, chat, stopReason }) => {
    const session = chat.open({ seed: 1 })
    session.feed(text)
    session.finish({ stopReason: stopReason ?? 'stop' })
    const expected = wireOf(session.message)

    it('as it was read, for every cut in two, by its stream helper', async () => {
      const cuts = Array.from({ length: Math.max(1, text.length) }, (_, at) => at)
      await inParallel(cuts, async (at) => {
        const chunks = [text.slice(0, at), text.slice(at)]
        expect(await byHelper(index, chunks), `cut at ${at}`).toEqual(expected)
      })
    })

    it('as it was read, in chunks of 1 to 8, from the plain stream', async () => {
      for (let size = 1; size <= 8; size++) {
        const chunks = text.match(new RegExp(`[\\s\\S]{1,${size}}`, 'g')) ?? []
        expect(await byPlainStream(index, chunks), `chunks of ${size}`).toEqual(expected)
      }
    })
  },
)

it('the client gets the usage when it asks for it', async () => {
  const model = JSON.stringify({ output: outputs.length - 1, chunks: ['a'] })
  const stream = await client.chat.completions.create({
    model,
    messages: [],
    stream: true,
    stream_options: { include_usage: true },
  })
  const usages: unknown[] = []
  for await (const chunk of stream) usages.push(chunk.usage)
  expect(usages.at(-1)).toEqual({ prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 })
  expect(usages.slice(0, -1).every((usage) => usage === null)).toBe(true)
})

/** A message as it is compared: what the protocol carries of it. */
interface WireMessage {
  readonly content: string
  readonly reasoning: string
  readonly toolCalls: readonly { id: string; name: string; arguments: string }[]
  readonly finishReason: string | null
}

function wireOf({ content, reasoning, toolCalls, finishReason }: Message): WireMessage {
  const calls = toolCalls.map((call) => ({
    id: call.id,
    name: call.name,
    arguments: call.arguments,
  }))
  return { content, reasoning, toolCalls: calls, finishReason }
}

function reasoningIn(delta: object): string {
  return 'reasoning_content' in delta ? String(delta.reasoning_content) : ''
}

async function byHelper(output: number, chunks: readonly string[]): Promise<WireMessage> {
  const runner = client.chat.completions.stream({
    model: JSON.stringify({ output, chunks }),
    messages: [],
  })
  let reasoning = ''
  // The helper keeps only the last piece of fields that it does not know.
  runner.on('chunk', (chunk) => {
    reasoning += reasoningIn(chunk.choices[0]?.delta ?? {})
  })
  const completion = await runner.finalChatCompletion()
  const choice = completion.choices[0]
  const toolCalls = (choice?.message.tool_calls ?? []).map((call) =>
    call.type === 'function'
      ? { id: call.id, name: call.function.name, arguments: call.function.arguments }
      : { id: call.id, name: '', arguments: '' },
  )
  const content = choice?.message.content ?? ''
  return { content, reasoning, toolCalls, finishReason: choice?.finish_reason ?? null }
}

async function byPlainStream(output: number, chunks: readonly string[]): Promise<WireMessage> {
  const model = JSON.stringify({ output, chunks })
  const stream = await client.chat.completions.create({ model, messages: [], stream: true })
  let [content, reasoning] = ['', '']
  let finishReason: string | null = null
  const toolCalls: { id: string; name: string; arguments: string }[] = []
  for await (const { choices } of stream) {
    const [choice] = choices
    content += choice?.delta.content ?? ''
    reasoning += reasoningIn(choice?.delta ?? {})
    finishReason ??= choice?.finish_reason ?? null
    for (const piece of choice?.delta.tool_calls ?? []) {
      const call = (toolCalls[piece.index] ??= { id: '', name: '', arguments: '' })
      call.id += piece.id ?? ''
      call.name += piece.function?.name ?? ''
      call.arguments += piece.function?.arguments ?? ''
    }
  }
  return { content, reasoning, toolCalls, finishReason }
}

function streamOf(chunks: readonly string[]): ReadableStream<string> {
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk)
      controller.close()
    },
  })
}

/** A few at a time: one after the other waits for the loopback most of the time. */
async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items]
  const worker = async (): Promise<void> => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: 8 }, worker))
}
