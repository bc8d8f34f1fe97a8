import Anthropic from '@anthropic-ai/sdk'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { generateText, jsonSchema, streamText, tool, type ToolSet } from 'ai'
import { Ollama } from 'ollama'
import OpenAI, { APIError } from 'openai'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startKit, weatherCall, type Kit } from './support/gateway-kit.ts'
import { framesOf } from './support/scripted-engine.ts'

/** The official clients, over real HTTP, through the gateway: what they put together is what was written. */
const written = `<think>\nTwo.\n</think>\n\nI look 🚀.\n${weatherCall}`
const schema = {
  type: 'object' as const,
  properties: { city: { type: 'string' as const } },
  required: ['city'],
}
const content = 'I look 🚀.'
const input = { city: 'Oslo' }
let kit: Kit
beforeAll(async () => {
  kit = await startKit()
})
afterAll(() => kit.close())

/** Frames of every size, so that markers, characters and JSON are cut everywhere. */
const sizes = [1, 2, 3, 5, 8, 100]

describe.each(sizes)('in frames of %i characters', (size) => {
  const play = (): void => kit.engine.script([...framesOf(written, size), { end: 'stop' }])

  it('openai: chat completions, streamed and whole', async () => {
    play()
    const client = new OpenAI({ apiKey: 'k', baseURL: `${kit.server.url}/v1`, maxRetries: 0 })
    const request = {
      model: 'tiny',
      messages: [{ role: 'user' as const, content: 'Hi' }],
      tools: [{ type: 'function' as const, function: { name: 'weather', parameters: schema } }],
    }
    const streamed = await client.chat.completions
      .stream({ ...request, stream_options: { include_usage: true } })
      .finalChatCompletion()
    const whole = await client.chat.completions.create(request)
    for (const { choices, usage } of [streamed, whole]) {
      const [choice] = choices
      const [call] = choice?.message.tool_calls ?? []
      expect(choice?.message.content?.trim()).toBe(content)
      expect(call?.type === 'function' && JSON.parse(call.function.arguments)).toEqual(input)
      expect(choice?.finish_reason).toBe('tool_calls')
      expect(usage).toMatchObject({
        prompt_tokens: 11,
        completion_tokens: framesOf(written, size).length,
      })
    }
  })

  it('openai: responses, and a second turn', async () => {
    play()
    const client = new OpenAI({ apiKey: 'k', baseURL: `${kit.server.url}/v1`, maxRetries: 0 })
    const tools = [
      { type: 'function' as const, name: 'weather', parameters: schema, strict: false },
    ]
    const first = await client.responses
      .stream({ model: 'tiny', input: 'Hi', tools })
      .finalResponse()
    expect(first.output.map(({ type }) => type)).toEqual(['reasoning', 'message', 'function_call'])
    const call = first.output.find((item) => item.type === 'function_call')
    expect(JSON.parse(call?.arguments ?? '')).toEqual(input)
    const items = [
      { role: 'user' as const, content: 'Hi' },
      ...first.output,
      { type: 'function_call_output' as const, call_id: call?.call_id ?? '', output: '3 degrees' },
    ]
    const second = await client.responses.create({ model: 'tiny', input: items, tools })
    expect(second.output_text.trim()).toBe(content)
    const prompt = String(kit.engine.asked[1]?.['prompt'])
    expect(prompt).toContain('3 degrees')
    expect(prompt).toContain('{"name": "weather", "arguments": {"city": "Oslo"}}')
  })

  it('Anthropic: messages', async () => {
    play()
    const client = new Anthropic({ apiKey: 'k', baseURL: kit.server.url, maxRetries: 0 })
    const message = await client.messages
      .stream({
        model: 'tiny',
        max_tokens: 500,
        messages: [{ role: 'user', content: 'Hi' }],
        tools: [{ name: 'weather', input_schema: schema }],
      })
      .finalMessage()
    expect(message.content.map(({ type }) => type)).toEqual(['thinking', 'text', 'tool_use'])
    expect(message.content[2]).toMatchObject({ name: 'weather', input })
    expect(message.stop_reason).toBe('tool_use')
  })

  it('Ollama: chat', async () => {
    play()
    const client = new Ollama({ host: kit.server.url })
    const frames = await client.chat({
      model: 'tiny',
      messages: [{ role: 'user', content: 'Hi' }],
      tools: [
        { type: 'function', function: { name: 'weather', description: '', parameters: schema } },
      ],
      stream: true,
    })
    let text = ''
    const calls: unknown[] = []
    for await (const { message } of frames) {
      text += message.content
      calls.push(...(message.tool_calls ?? []).map((call) => call.function.arguments))
    }
    expect(text.trim()).toBe(content)
    expect(calls).toEqual([input])
  })

  it('the AI SDK, by its OpenAI-compatible provider', async () => {
    play()
    const provider = createOpenAICompatible({ name: 'p', baseURL: `${kit.server.url}/v1` })
    const tools: ToolSet = Object.fromEntries([
      ['weather', tool({ inputSchema: jsonSchema(schema) })],
    ])
    const streamed = streamText({ model: provider('tiny'), prompt: 'Hi', tools })
    await streamed.consumeStream()
    const whole = await generateText({ model: provider('tiny'), prompt: 'Hi', tools })
    for (const result of [streamed, whole]) {
      expect((await result.text).trim()).toBe(content)
      expect((await result.reasoningText)?.trim()).toBe('Two.')
      expect(await result.toolCalls).toMatchObject([{ toolName: 'weather', input }])
    }
  })
})

it('a client is told of a fault by its own exception', async () => {
  const client = new OpenAI({ apiKey: 'k', baseURL: `${kit.server.url}/v1`, maxRetries: 0 })
  const request = { model: 'tiny', messages: [{ role: 'user' as const, content: 'Hi' }] }
  kit.engine.script([{ status: 503, body: '{}' }])
  await expect(client.chat.completions.create(request)).rejects.toBeInstanceOf(APIError)
  kit.engine.script([{ text: 'Once' }, { waitMs: 30 }, { die: true }])
  const runner = client.chat.completions.stream(request)
  let text = ''
  runner.on('content', (delta) => (text += delta))
  await expect(runner.finalChatCompletion()).rejects.toThrow(/broke off/)
  expect(text).toBe('Once')
})
