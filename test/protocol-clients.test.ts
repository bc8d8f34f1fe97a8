import Anthropic from '@anthropic-ai/sdk'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import {
  DefaultChatTransport,
  jsonSchema,
  readUIMessageStream,
  streamText,
  tool,
  type LanguageModel,
  type StreamTextResult,
  type ToolSet,
  type UIMessage,
} from 'ai'
import { Ollama } from 'ollama'
import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Message, ToolCall } from '../src/index.ts'
import { aiSdkParts } from '../src/protocol/index.ts'
import {
  cutsOf,
  modelName,
  modelOutputs,
  startModelServer,
  tools,
  type ModelServer,
} from './support/model-server.ts'

/** A message as it is compared: what every protocol carries of it. */
interface WireMessage {
  readonly content: string
  readonly reasoning: string
  readonly calls: readonly { readonly id: string; readonly name: string; readonly input: unknown }[]
  readonly finish: string | null
}

const outputs = modelOutputs()
/** Other cuts for each output; harder runs take more of them. */
const rounds = process.env['TEST_HARDER'] === undefined ? 1 : 5
const usage = { inputTokens: 11, outputTokens: 7, reasoningTokens: 3, cachedTokens: 4 }
let server: ModelServer

beforeAll(async () => {
  server = await startModelServer(outputs, { usage: () => usage, id: 'resp_1' })
})
afterAll(() => server.close())

/** Reads one response with an official client. */
type Client = (model: string) => Promise<WireMessage>

/** What becomes of calls that are not whole. */
type Unfinished = 'sent' | 'content' | 'dropped'

interface Judge {
  readonly name: string
  readonly read: Client
  readonly unfinished: Unfinished
  readonly finish: Readonly<Record<string, string>>
  /** What is sent of a call's arguments; all of them unless said otherwise. */
  readonly inputOf?: (text: string, isComplete: boolean) => unknown
  /** The client gives ids back. */
  readonly ids?: false
}

/** What is sent of a call that is not whole: never a whole object, nor nothing. */
function unwhole(text: string): string {
  return parsed(text) === text ? text || '{' : text.slice(0, text.lastIndexOf('}'))
}

const openai = (): OpenAI => new OpenAI({ apiKey: 'k', baseURL: `${server.url}/v1`, maxRetries: 0 })

const judges: readonly Judge[] = [
  {
    name: "openai's chat helper",
    // A call that was cut off must not look like a whole one, nor like one without arguments.
    inputOf: (text, isComplete) => (isComplete ? parsed(text) : unwhole(text)),
    unfinished: 'sent',
    finish: { stop: 'stop', length: 'length', tool_calls: 'tool_calls' },
    async read(model) {
      const runner = openai().chat.completions.stream({ model, messages: [] })
      let reasoning = ''
      // The helper keeps only the last piece of fields that it does not know.
      runner.on('chunk', ({ choices: [choice] }) => {
        const delta: object = choice?.delta ?? {}
        if ('reasoning_content' in delta) reasoning += String(delta.reasoning_content)
      })
      const [choice] = (await runner.finalChatCompletion()).choices
      const calls = (choice?.message.tool_calls ?? []).flatMap((call) =>
        call.type === 'function'
          ? [{ id: call.id, name: call.function.name, input: parsed(call.function.arguments) }]
          : [],
      )
      const content = choice?.message.content ?? ''
      return { content, reasoning, calls, finish: choice?.finish_reason ?? null }
    },
  },
  {
    name: "openai's responses helper",
    unfinished: 'sent',
    finish: { stop: 'completed', length: 'incomplete', tool_calls: 'completed' },
    async read(model) {
      const runner = openai().responses.stream({ model, input: '' })
      let finish: string | null = null
      let last: OpenAI.Responses.Response | undefined
      for await (const event of runner) {
        if (event.type === 'response.completed' || event.type === 'response.incomplete') {
          last = event.response
        }
      }
      // What the helper put together by itself, and what the last event says.
      const { output } = await runner.finalResponse()
      finish = last?.status ?? null
      const told = responsesMessage(last?.output ?? [], finish)
      expect(responsesMessage(output, finish)).toEqual(told)
      return told
    },
  },
  {
    name: "Anthropic's helper",
    // The client throws the message away when a call's text is not the beginning of an object.
    inputOf(text, isComplete) {
      const input = text.startsWith('{') ? text : ''
      return isComplete ? parsed(input) : unwhole(input)
    },
    unfinished: 'sent',
    finish: { stop: 'end_turn', length: 'max_tokens', tool_calls: 'tool_use' },
    async read(model) {
      const client = new Anthropic({ apiKey: 'k', baseURL: server.url, maxRetries: 0 })
      const runner = client.messages.stream({ model, messages: [], max_tokens: 9 })
      const inputs: string[] = []
      runner.on('streamEvent', (event) => {
        if (event.type === 'content_block_start') inputs[event.index] = ''
        if (event.type === 'content_block_delta' && event.delta.type === 'input_json_delta') {
          inputs[event.index] += event.delta.partial_json
        }
      })
      const message = await runner.finalMessage()
      expect(message.usage).toMatchObject({ output_tokens: 7, cache_read_input_tokens: 4 })
      const blocks = message.content
      const calls = blocks.flatMap((block, index) => {
        if (block.type !== 'tool_use') return []
        const input = parsed(inputs[index] ?? '')
        // The helper reads what there is of a call leniently; only whole ones must agree.
        if (typeof input !== 'string') expect(block.input).toEqual(input)
        return [{ id: block.id, name: block.name, input }]
      })
      const text = (part: (block: Anthropic.ContentBlock) => string) => blocks.map(part).join('')
      return {
        content: text((block) => (block.type === 'text' ? block.text : '')),
        reasoning: text((block) => (block.type === 'thinking' ? block.thinking : '')),
        calls,
        finish: message.stop_reason,
      }
    },
  },
  {
    name: "Ollama's chat",
    unfinished: 'content',
    finish: { stop: 'stop', length: 'length', tool_calls: 'stop' },
    ids: false,
    async read(model) {
      const client = new Ollama({ host: server.url })
      let [content, reasoning, finish]: [string, string, string | null] = ['', '', null]
      const calls: WireMessage['calls'][number][] = []
      for await (const frame of await client.chat({ model, messages: [], stream: true })) {
        content += frame.message.content
        reasoning += frame.message.thinking ?? ''
        for (const { function: made } of frame.message.tool_calls ?? []) {
          calls.push({ id: '', name: made.name, input: made.arguments })
        }
        if (frame.done) finish = frame.done_reason
      }
      return { content, reasoning, calls, finish }
    },
  },
  {
    name: "Ollama's generate",
    unfinished: 'content',
    finish: { stop: 'stop', length: 'length', tool_calls: 'stop' },
    ids: false,
    async read(model) {
      const client = new Ollama({ host: server.url })
      let [content, reasoning, finish]: [string, string, string | null] = ['', '', null]
      const calls: WireMessage['calls'][number][] = []
      for await (const frame of await client.generate({ model, prompt: '', stream: true })) {
        content += frame.response ?? ''
        reasoning += frame.thinking ?? ''
        // The client's type does not know them yet.
        const made =
          'tool_calls' in frame && Array.isArray(frame.tool_calls) ? frame.tool_calls : []
        for (const call of made) {
          calls.push({ id: '', name: call.function.name, input: call.function.arguments })
        }
        if (frame.done) finish = frame.done_reason
      }
      return { content, reasoning, calls, finish }
    },
  },
  {
    name: "the AI SDK's OpenAI-compatible provider",
    unfinished: 'dropped',
    finish: { stop: 'stop', length: 'length', tool_calls: 'tool-calls' },
    async read(model) {
      const provider = createOpenAICompatible({ name: 'p', baseURL: `${server.url}/v1` })
      const result = streamText({
        model: provider(model),
        prompt: 'x',
        tools: sdkTools(),
        onError() {},
      })
      await result.consumeStream()
      return sdkMessage(result)
    },
  },
  {
    name: "the AI SDK's streamText over our own language model",
    unfinished: 'content',
    finish: { stop: 'stop', length: 'length', tool_calls: 'tool-calls' },
    async read(name) {
      const { output, seed } = JSON.parse(name)
      const result = streamText({ model: ownModel(output, seed), prompt: 'x', tools: sdkTools() })
      await result.consumeStream()
      expect(await result.usage).toMatchObject({ inputTokens: 11, outputTokens: 7 })
      return sdkMessage(result)
    },
  },
  {
    name: "useChat's message stream",
    unfinished: 'dropped',
    finish: { stop: 'stop', length: 'length', tool_calls: 'tool-calls' },
    async read(model) {
      const transport = new DefaultChatTransport({ api: `${server.url}/ui`, body: { model } })
      const stream = await transport.sendMessages({
        trigger: 'submit-message',
        chatId: 'c',
        messageId: undefined,
        messages: [],
        abortSignal: undefined,
      })
      let [finish, seen]: [string | null, UIMessage | undefined] = [null, undefined]
      const watched = stream.pipeThrough(
        new TransformStream({
          transform(chunk, out) {
            if (chunk.type === 'finish') finish = chunk.finishReason ?? null
            out.enqueue(chunk)
          },
        }),
      )
      for await (const message of readUIMessageStream({ stream: watched })) seen = message
      return uiMessage(seen, finish)
    },
  },
]

describe.each(judges)('$name accumulates', (judge) => {
  const { read, ids } = judge
  it('what was read, for every format, cut at random', async () => {
    const runs = outputs.flatMap((output, index) =>
      Array.from({ length: rounds }, (_, round) => ({ output, index, seed: index + 1000 * round })),
    )
    await inParallel(runs, async ({ output, index, seed }) => {
      const got = await read(modelName(index, seed))
      const expected = expectedOf(output.message, judge)
      const calls = expected.calls.map((call) => (ids === false ? { ...call, id: '' } : call))
      expect(got, `${output.name}, seed ${seed}`).toEqual({ ...expected, calls })
    })
  })
})

it('the counts reach the clients, those of reasoning too', async () => {
  const model = modelName(0, 1)
  const stream = await openai().chat.completions.create({
    model,
    messages: [],
    stream: true,
    stream_options: { include_usage: true },
  })
  const seen: unknown[] = []
  for await (const chunk of stream) seen.push(chunk.usage)
  expect(seen.at(-1)).toEqual({
    prompt_tokens: 11,
    completion_tokens: 7,
    total_tokens: 18,
    completion_tokens_details: { reasoning_tokens: 3 },
    prompt_tokens_details: { cached_tokens: 4 },
  })
  const response = await openai().responses.stream({ model, input: '' }).finalResponse()
  expect(response.usage).toMatchObject({ output_tokens_details: { reasoning_tokens: 3 } })
})

/** The message as a protocol carries it, by what it does with calls that are not whole. */
function expectedOf(
  { content, reasoning, toolCalls, finishReason }: Message,
  { unfinished, finish, inputOf = parsed }: Judge,
): WireMessage {
  const broken = toolCalls.filter((call) => call.state !== 'complete')
  const sent = toolCalls.filter((call) => call.state === 'complete' || unfinished === 'sent')
  const asText = unfinished === 'content' ? broken.map(textOf).join('') : ''
  const reason = finishReason ?? ''
  return {
    content: content + asText,
    reasoning,
    calls: sent.map(({ id, name, arguments: text, state }) => ({
      id,
      name,
      input: inputOf(text, state === 'complete'),
    })),
    finish: finish[broken.length > 0 && reason === 'tool_calls' ? 'length' : reason] ?? null,
  }
}

function textOf(call: ToolCall): string {
  return `{"name": ${JSON.stringify(call.name)}, "arguments": ${call.arguments}`
}

/** Arguments as a value; as their text when they are not whole. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function responsesMessage(
  items: readonly OpenAI.Responses.ResponseOutputItem[],
  finish: string | null,
): WireMessage {
  let [content, reasoning] = ['', '']
  const calls: WireMessage['calls'][number][] = []
  for (const item of items) {
    if (item.type === 'message') {
      for (const part of item.content) content += part.type === 'output_text' ? part.text : ''
    } else if (item.type === 'reasoning') {
      for (const part of item.content ?? []) reasoning += part.text
    } else if (item.type === 'function_call') {
      calls.push({ id: item.call_id, name: item.name, input: parsed(item.arguments) })
    }
  }
  return { content, reasoning, calls, finish }
}

function uiMessage(message: UIMessage | undefined, finish: string | null): WireMessage {
  let [content, reasoning] = ['', '']
  const calls: WireMessage['calls'][number][] = []
  for (const part of message?.parts ?? []) {
    if (part.type === 'text') content += part.text
    else if (part.type === 'reasoning') reasoning += part.text
    else if ('toolCallId' in part && part.state === 'input-available') {
      calls.push({ id: part.toolCallId, name: part.type.slice('tool-'.length), input: part.input })
    }
  }
  return { content, reasoning, calls, finish }
}

/** What `streamText` made of a response. */
async function sdkMessage(result: StreamTextResult<ToolSet, never>): Promise<WireMessage> {
  const calls = (await result.toolCalls).filter((call) => call.invalid !== true)
  return {
    content: await result.text,
    reasoning: (await result.reasoningText) ?? '',
    calls: calls.map((call) => ({ id: call.toolCallId, name: call.toolName, input: call.input })),
    finish: await result.finishReason,
  }
}

/** A language model as an integration makes one: its parts are ours. */
function ownModel(index: number, seed: number): LanguageModel {
  const found = outputs[index]
  if (found === undefined) throw new Error(`there is no output ${index}`)
  const { chat, text, stopReason } = found
  return {
    specificationVersion: 'v3',
    provider: 'pegbnf',
    modelId: 'm',
    supportedUrls: {},
    doGenerate: () => Promise.reject(new Error('it only streams')),
    async doStream() {
      const chunks = new ReadableStream<string>({
        start(out) {
          for (const chunk of cutsOf(text, seed)) out.enqueue(chunk)
          out.close()
        },
      })
      const deltas = chunks.pipeThrough(chat.deltas({ seed: 1, stopReason: () => stopReason }))
      return { stream: deltas.pipeThrough(aiSdkParts({ usage })) }
    },
  }
}

function sdkTools(): ToolSet {
  return Object.fromEntries(
    tools.map(({ function: { name, parameters } }) => [
      name,
      tool({ inputSchema: jsonSchema(typeof parameters === 'object' ? { ...parameters } : {}) }),
    ]),
  )
}

/** A few at a time: one after the other waits for the loopback most of the time. */
async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items]
  const worker = async (): Promise<void> => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: 6 }, worker))
}
