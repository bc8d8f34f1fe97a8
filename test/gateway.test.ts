import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { acceptGbnf } from '../src/gbnf/index.ts'
import {
  connectLlamaServer,
  createGateway,
  createOpenaiCompletions,
  markerTexts,
} from '../src/gateway/index.ts'
import { wireProtocols, type RequestProtocol } from '../src/protocol/index.ts'
import {
  ask,
  hermesTemplate,
  readStream,
  startKit,
  weather,
  weatherCall,
  type Kit,
} from './support/gateway-kit.ts'
import { firstMarker, framesOf, markerTokens } from './support/scripted-engine.ts'

let kit: Kit
beforeAll(async () => {
  kit = await startKit()
})
afterAll(() => kit.close())

const protocols = wireProtocols.filter((name): name is RequestProtocol => name !== 'ai-sdk-ui')

describe('the gateway in front of a llama-server', () => {
  it('renders the prompt, and asks for a lazy grammar that keeps the markers', async () => {
    kit.engine.script([...framesOf(weatherCall), { end: 'stop' }])
    await (
      await ask(kit.server.url, 'openai-chat', {
        tools: [weather],
        max_tokens: 50,
        typical_p: 0.5,
        id_slot: 3,
      })
    ).text()
    const [asked] = kit.engine.asked
    expect(asked).toMatchObject({
      n_predict: 50,
      stream: true,
      grammar_lazy: true,
      grammar_triggers: [{ type: 1, value: '<tool_call>' }],
      typical_p: 0.5,
    })
    expect(asked?.['preserved_tokens']).toContain('<tool_call>')
    expect(String(asked?.['prompt'])).toContain('"name": "weather"')
    expect(String(asked?.['prompt']).endsWith('<|im_start|>assistant\n')).toBe(true)
    expect(String(asked?.['grammar'])).toContain('root ::=')
    expect(asked).not.toHaveProperty('id_slot')
  })

  it.each(protocols)('streams text and reasoning as %s', async (protocol) => {
    kit.engine.script([...framesOf('<think>\nTwo.\n</think>\n\nFour 🚀.'), { end: 'stop' }])
    const response = await ask(kit.server.url, protocol)
    expect(response.status).toBe(200)
    const { text, broken } = await readStream(response, protocol)
    expect(broken).toEqual([])
    expect(text).toContain('Two')
    expect(text).not.toContain('think>')
  })

  it.each(protocols.filter((name) => name !== 'ollama-generate'))(
    'streams a call as %s',
    async (protocol) => {
      kit.engine.script([...framesOf(`On it.\n${weatherCall}`), { end: 'stop' }])
      const tools =
        protocol === 'anthropic'
          ? [{ name: 'weather', input_schema: weather.function.parameters }]
          : protocol === 'openai-responses'
            ? [{ type: 'function', ...weather.function }]
            : [weather]
      const { text, broken } = await readStream(
        await ask(kit.server.url, protocol, { tools }),
        protocol,
      )
      expect(broken).toEqual([])
      expect(text).toContain('"weather"')
      expect(text).not.toContain('tool_call>')
    },
  )

  it.each(protocols)('answers whole as %s', async (protocol) => {
    kit.engine.script([...framesOf('Four 🚀.'), { end: 'length' }])
    const response = await ask(kit.server.url, protocol, { stream: false })
    expect(response.status).toBe(200)
    const text = await response.text()
    expect(text).toContain('Four 🚀.')
    expect(text).toMatch(/length|max_tokens|incomplete/)
  })

  it('tells the counts of the engine', async () => {
    kit.engine.script([...framesOf('abcd'), { end: 'stop' }])
    const response = await ask(kit.server.url, 'openai-chat', { stream: false })
    expect(await response.json()).toMatchObject({
      usage: {
        prompt_tokens: 11,
        completion_tokens: 1,
        prompt_tokens_details: { cached_tokens: 4 },
      },
    })
  })

  it('ends the text at a stop string in the content, and stops the engine', async () => {
    kit.engine.script([
      ...framesOf('<think>\nEND\n</think>\n\nOne EN two END three', 1),
      { times: 50, step: { waitMs: 20 } },
      { end: 'stop' },
    ])
    const response = await ask(kit.server.url, 'anthropic', {
      stop_sequences: ['END'],
      stream: false,
    })
    expect(await response.json()).toMatchObject({
      content: [
        { type: 'thinking', thinking: 'END\n' },
        { type: 'text', text: 'One EN two ' },
      ],
      stop_reason: 'stop_sequence',
      stop_sequence: 'END',
      usage: { output_tokens: expect.any(Number) },
    })
    await expect.poll(() => kit.engine.events).toEqual(['asked', 'closed early'])
  })

  it('gives several answers with one prompt count', async () => {
    kit.engine.script(
      [...framesOf('one'), { end: 'stop' }],
      [...framesOf('two!!'), { end: 'stop' }],
    )
    const response = await ask(kit.server.url, 'openai-chat', { n: 2, stream: false, seed: 5 })
    const { choices, usage } = await response.json()
    const texts = choices.map((choice: { message: { content: string } }) => choice.message.content)
    expect(texts.toSorted()).toEqual(['one', 'two!!'])
    expect(usage).toMatchObject({ prompt_tokens: 11, completion_tokens: 3 })
    expect(kit.engine.asked.map(({ seed }) => seed)).toEqual([5, 6])
    kit.engine.script(
      [...framesOf('one'), { end: 'stop' }],
      [...framesOf('two!!'), { end: 'stop' }],
    )
    const { broken } = await readStream(
      await ask(kit.server.url, 'openai-chat', { n: 2 }),
      'openai-chat',
    )
    expect(broken).toEqual([])
  })

  it('switches reasoning off in the prompt, and hides it where it is not wanted', async () => {
    kit.engine.script([...framesOf('Four.'), { end: 'stop' }])
    await (await ask(kit.server.url, 'ollama-chat', { think: false })).text()
    expect(String(kit.engine.asked[0]?.['prompt'])).toContain('<think>\n\n</think>')
    kit.engine.script([...framesOf('<think>\nSecret.\n</think>\n\nFour.', 40), { end: 'stop' }])
    const wishes = [
      ['openai-chat', { include_reasoning: false }],
      ['openai-chat', { reasoning_format: 'hidden' }],
      ['openai-chat', { reasoning: { exclude: true } }],
      ['anthropic', { thinking: { type: 'adaptive', display: 'omitted' } }],
    ] as const
    for (const [protocol, wish] of wishes) {
      const text = await (await ask(kit.server.url, protocol, wish)).text()
      expect(text).toContain('Four')
      expect(text).not.toContain('Secret')
    }
  })

  it('holds an answer to a response format', async () => {
    kit.engine.script([...framesOf('{"a": 1}'), { end: 'stop' }])
    const schema = { type: 'object', properties: { a: { type: 'integer' } }, required: ['a'] }
    const response = await ask(kit.server.url, 'openai-chat', {
      response_format: { type: 'json_schema', json_schema: { name: 'x', schema } },
      stream: false,
    })
    expect((await response.json()).choices[0].message.content).toBe('{"a": 1}')
    expect(kit.engine.asked[0]).toMatchObject({ grammar_lazy: false })
  })

  it('lets the model call a tool, or answer in the response format', async () => {
    const schema = { type: 'object', properties: { a: { const: 1 } }, required: ['a'] }
    const wanted = {
      tools: [weather],
      response_format: { type: 'json_schema', json_schema: { name: 'x', schema } },
      stream: false,
    }
    kit.engine.script(
      [...framesOf('{"a": 1}'), { end: 'stop' }],
      [...framesOf(weatherCall), { end: 'stop' }],
    )
    const answered = await (await ask(kit.server.url, 'openai-chat', wanted)).json()
    expect(answered.choices[0].message.content).toBe('{"a": 1}')
    const called = await (await ask(kit.server.url, 'openai-chat', wanted)).json()
    expect(called.choices[0]).toMatchObject({
      finish_reason: 'tool_calls',
      message: { tool_calls: [{ function: { name: 'weather', arguments: '{"city": "Oslo"}' } }] },
    })
    // From its beginning on the text is one or the other, and nothing else.
    const [asked] = kit.engine.asked
    expect(asked).toMatchObject({ grammar_lazy: false })
    const grammar = String(asked?.['grammar'])
    for (const text of ['{"a": 1}', weatherCall, `<think>\nHm.\n</think>\n\n${weatherCall}`]) {
      expect(acceptGbnf(grammar, text).kind, text).toBe('complete')
    }
    expect(acceptGbnf(grammar, 'Oslo').kind).toBe('refused')
    // Where a call must come there is no answer to be held to a schema.
    const required = { ...wanted, tool_choice: 'required' }
    await (await ask(kit.server.url, 'openai-chat', required)).text()
    const must = String(kit.engine.asked[2]?.['grammar'])
    expect(acceptGbnf(must, '{"a": 1}').kind).toBe('refused')
    expect(acceptGbnf(must, weatherCall).kind).toBe('complete')
  })

  it('tells markers by their tokens from text that is spelled like them, and counts the reasoning', async () => {
    const { upstream, template } = await connectLlamaServer({
      url: kit.engine.url,
      markerTokens,
    })
    const gateway = createGateway({
      models: [{ name: 'm', upstream, template, format: 'hermes' }],
    })
    const frames: readonly (readonly [string, number])[] = [
      ['<think>', firstMarker],
      ['Hm', 7],
      [' so', 8],
      ['</think>', firstMarker + 1],
      ['Say <tool', 9],
      ['_call> twice.', 10],
    ]
    const raw = frames
      .map(([content, id]) => `data: ${JSON.stringify({ content, tokens: [id], stop: false })}\n\n`)
      .join('')
    kit.engine.script([{ raw }, { end: 'stop' }])
    const body = JSON.stringify({ messages: [{ role: 'user', content: 'x' }], tools: [weather] })
    const request = new Request('http://x/v1/chat/completions', { method: 'POST', body })
    expect(await (await gateway.handle(request)).json()).toMatchObject({
      choices: [{ message: { content: 'Say <tool_call> twice.', reasoning_content: 'Hm so' } }],
      usage: { completion_tokens_details: { reasoning_tokens: 2 } },
    })
    await expect(
      connectLlamaServer({ url: kit.engine.url, markerTokens: ['<nowhere>'] }),
    ).rejects.toThrow(/no single token/)
    // What its format knows, as far as these are single tokens.
    const found = await connectLlamaServer({
      url: kit.engine.url,
      markerTokens: (source) => [...markerTexts({ template: source }), '<nowhere>'],
    })
    expect(Object.keys(found.upstream.tokens ?? {})).toEqual(markerTokens)
  })

  it('sends a raw prompt without the template', async () => {
    kit.engine.script([...framesOf('x'), { end: 'stop' }])
    await (await ask(kit.server.url, 'ollama-generate', { prompt: 'Once', raw: true })).text()
    expect(kit.engine.asked[0]?.['prompt']).toBe('Once')
  })

  it('lists models, and tells how it is', async () => {
    const get = (path: string) => fetch(kit.server.url + path)
    expect(await (await get('/v1/models')).json()).toMatchObject({ data: [{ id: 'tiny' }] })
    expect(await (await get('/api/tags')).json()).toMatchObject({ models: [{ name: 'tiny' }] })
    expect(await (await get('/api/version')).json()).toEqual({ version: '0.0.0' })
    expect(await (await get('/health')).json()).toMatchObject({ status: 'ok' })
    expect((await fetch(`${kit.server.url}/health`, { method: 'HEAD' })).status).toBe(200)
    const metrics = await (await get('/metrics')).text()
    expect(metrics).toMatch(/pegbnf_requests_total\{protocol="openai-chat",status="200"\} \d+/)
    expect(metrics).toMatch(/pegbnf_first_text_seconds_count [1-9]/)
    expect(metrics).toContain('pegbnf_open_requests 0')
  })
})

describe('the gateway in front of vLLM', () => {
  const gatewayWith = (dialect: 'vllm' | 'plain') =>
    createGateway({
      models: [
        {
          name: 'tiny',
          upstream: createOpenaiCompletions({ url: kit.engine.url, model: 'qwen', dialect }),
          template: { named: {}, template: hermesTemplate },
          format: 'hermes',
        },
      ],
    })
  const request = (body: object) =>
    new Request('http://x/v1/chat/completions', { method: 'POST', body: JSON.stringify(body) })
  const question = { messages: [{ role: 'user', content: 'Hi' }], tools: [weather], top_k: 3 }

  it('sends the whole grammar, and asks for special tokens', async () => {
    kit.engine.script([...framesOf(weatherCall), { end: 'stop' }])
    const answer = await (await gatewayWith('vllm').handle(request(question))).json()
    expect(answer).toMatchObject({
      choices: [
        {
          finish_reason: 'tool_calls',
          message: { tool_calls: [{ function: { name: 'weather' } }] },
        },
      ],
      usage: { prompt_tokens: 11, prompt_tokens_details: { cached_tokens: 4 } },
    })
    expect(kit.engine.asked[0]).toMatchObject({
      model: 'qwen',
      top_k: 3,
      skip_special_tokens: false,
      spaces_between_special_tokens: false,
      add_special_tokens: false,
      structured_outputs: { grammar: expect.stringContaining('root ::=') },
    })
  })

  it('sends nothing but OpenAI’s fields to a server that may refuse others, and says what that costs', async () => {
    kit.engine.script([...framesOf(weatherCall), { end: 'stop' }])
    const gateway = gatewayWith('plain')
    const answer = await (await gateway.handle(request(question))).json()
    expect(answer.choices[0].finish_reason).toBe('tool_calls')
    const known = ['max_tokens', 'model', 'prompt', 'stop', 'stream', 'stream_options']
    expect(Object.keys(kit.engine.asked[0] ?? {}).toSorted()).toEqual(known)
    expect(gateway.models[0]?.upstream.notes).toHaveLength(2)
  })
})
