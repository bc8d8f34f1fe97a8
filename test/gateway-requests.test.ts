import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { acceptGbnf } from '../src/gbnf/index.ts'
import { connectLlamaServer, createGateway, createOpenaiCompletions } from '../src/gateway/index.ts'
import type { RequestProtocol } from '../src/protocol/index.ts'
import {
  ask,
  hermesTemplate,
  questions,
  readStream,
  startKit,
  weather,
  weatherCall,
  type Kit,
} from './support/gateway-kit.ts'
import {
  firstMarker,
  framesOf,
  markerTokens,
  mediaMarker,
  type Step,
} from './support/scripted-engine.ts'

/** What a request may ask for beside a plain answer, and what the engine is asked for then. */
let kit: Kit
beforeAll(async () => {
  kit = await startKit()
})
afterAll(() => kit.close())

const whole = async (protocol: RequestProtocol, more: object) => {
  const response = await ask(kit.server.url, protocol, { stream: false, ...more })
  return { status: response.status, body: await response.json() }
}
const promptOf = (place = 0): string => String(kit.engine.asked[place]?.['prompt'])

describe('an answer that the client has begun', () => {
  const messages = [
    { role: 'user', content: 'Count.' },
    { role: 'assistant', content: 'One, two,' },
  ]

  it.each(['openai-chat', 'anthropic', 'ollama-chat'] as const)(
    'is continued, and only what is new is sent, as %s',
    async (protocol) => {
      kit.engine.script([...framesOf(' three.', 3), { end: 'stop' }])
      const { body } = await whole(protocol, { messages })
      expect(promptOf()).toMatch(/<\|im_start\|>assistant\n(<think>\n\n<\/think>\n\n)?One, two,$/)
      expect(JSON.stringify(body)).toMatch(/"(content|text)":"[ ]three\."/)
    },
  )

  it('goes on inside a thought', async () => {
    kit.engine.script([...framesOf(' so four.\n</think>\n\nFour.', 5), { end: 'stop' }])
    const { body } = await whole('openai-chat', {
      messages: [
        messages[0],
        { role: 'assistant', content: '', reasoning_content: 'Two and two,' },
      ],
    })
    expect(promptOf().endsWith('<think>\nTwo and two,')).toBe(true)
    expect(body.choices[0].message).toMatchObject({
      reasoning_content: ' so four.\n',
      content: 'Four.',
    })
  })

  it('may go on to a call', async () => {
    kit.engine.script([...framesOf(`\n${weatherCall}`), { end: 'stop' }])
    const { body } = await whole('openai-chat', { messages, tools: [weather] })
    expect(kit.engine.asked[0]).toMatchObject({ grammar_lazy: true })
    expect(body.choices[0].message.tool_calls[0].function.name).toBe('weather')
  })

  it('is not continued where the request wants a new turn, or nothing was begun', async () => {
    kit.engine.script([...framesOf('x'), { end: 'stop' }])
    await whole('openai-chat', { messages, continue_final_message: false })
    expect(promptOf().endsWith('<|im_start|>assistant\n')).toBe(true)
    await whole('openai-chat', { messages: [messages[0], { role: 'assistant', content: '' }] })
    expect(promptOf(1).endsWith('<|im_start|>assistant\n')).toBe(true)
  })

  it('is refused where a schema or a call would have to hold what stands there already', async () => {
    kit.engine.script([{ end: 'stop' }])
    for (const more of [
      { response_format: { type: 'json_object' } },
      { tools: [weather], tool_choice: 'required' },
    ]) {
      const { status, body } = await whole('openai-chat', { messages, ...more })
      expect(status).toBe(400)
      expect(body.error.message).toMatch(/has begun/)
    }
    expect(kit.engine.asked).toEqual([])
  })
})

describe('pictures', () => {
  const pixel =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  const url = `data:image/png;base64,${pixel}`
  const contents: readonly (readonly [RequestProtocol, object])[] = [
    [
      'openai-chat',
      {
        messages: [
          {
            role: 'user',
            content: [
              { type: 'text', text: 'What' },
              { type: 'image_url', image_url: { url } },
              { type: 'text', text: 'is this?' },
            ],
          },
        ],
      },
    ],
    [
      'openai-responses',
      {
        input: [
          {
            role: 'user',
            content: [
              { type: 'input_text', text: 'What' },
              { type: 'input_image', image_url: url },
              { type: 'input_text', text: 'is this?' },
            ],
          },
        ],
      },
    ],
    [
      'anthropic',
      {
        messages: [
          {
            role: 'user',
            content: [
              { type: 'text', text: 'What' },
              { type: 'image', source: { type: 'base64', media_type: 'image/png', data: pixel } },
              { type: 'text', text: 'is this?' },
            ],
          },
        ],
      },
    ],
    ['ollama-chat', { messages: [{ role: 'user', content: 'Whatis this?', images: [pixel] }] }],
    ['ollama-generate', { prompt: 'Whatis this?', images: [pixel] }],
  ]

  it.each(contents)('are shown to an engine that sees, as %s', async (protocol, body) => {
    kit.engine.script([...framesOf('A dot.'), { end: 'stop' }])
    expect((await whole(protocol, body)).status).toBe(200)
    const prompt = kit.engine.asked[0]?.['prompt']
    expect(prompt).toMatchObject({ multimodal_data: [pixel] })
    const text = String(Object(prompt).prompt_string)
    expect(text.split(mediaMarker)).toHaveLength(2)
    expect(text).toContain('is this?')
  })

  it('are refused by one that does not, with a word on what would', async () => {
    const gateway = createGateway({
      models: [
        {
          name: 'm',
          upstream: createOpenaiCompletions({ url: kit.engine.url, model: 'm' }),
          template: { named: {}, template: hermesTemplate },
          format: 'hermes',
        },
      ],
    })
    for (const [protocol, body] of contents) {
      const { path, body: bodyOf } = questions[protocol]
      const response = await gateway.handle(
        new Request(`http://x${path}`, { method: 'POST', body: JSON.stringify(bodyOf(body)) }),
      )
      expect(response.status).toBe(400)
      expect(await response.text()).toMatch(/--mmproj/)
    }
  })

  it('are not fetched, not smuggled in, and sounds are not taken for them', async () => {
    kit.engine.script([{ end: 'stop' }])
    const image = { type: 'image_url', image_url: { url } }
    for (const [part, says] of [
      [{ type: 'image_url', image_url: { url: 'file:///etc/passwd' } }, /nothing is fetched/],
      [{ type: 'image_url', image_url: { url: 'http://169.254.169.254/' } }, /nothing is fetched/],
      [{ type: 'text', text: `look: ${mediaMarker}` }, /marks the place/],
      [{ type: 'input_audio', input_audio: { data: 'AAAA', format: 'wav' } }, /hears nothing/],
      [{ type: 'video_url', video_url: { url } }, /only text/],
    ] as const) {
      const { status, body } = await whole('openai-chat', {
        messages: [{ role: 'user', content: [image, part] }],
      })
      expect(status).toBe(400)
      expect(body.error.message).toMatch(says)
    }
    expect((await whole('ollama-generate', { raw: true, images: [pixel] })).status).toBe(400)
    expect(kit.engine.asked).toEqual([])
  })

  const shown = { role: 'user', content: [{ type: 'image_url', image_url: { url } }] }
  const called = (text: string) => ({
    role: 'assistant',
    content: '',
    tool_calls: [
      { id: 'a', type: 'function', function: { name: 'weather', arguments: `{"city":"${text}"}` } },
    ],
  })
  it.each<[string, object]>([
    [
      'a tool’s description',
      {
        tools: [{ type: 'function', function: { ...weather.function, description: mediaMarker } }],
      },
    ],
    [
      'a tool’s schema',
      {
        tools: [
          {
            type: 'function',
            function: { name: 'f', parameters: { type: 'object', title: mediaMarker } },
          },
        ],
      },
    ],
    ['an earlier call', { messages: [shown, called(mediaMarker), shown], tools: [weather] }],
    [
      'a result of a tool',
      {
        messages: [
          shown,
          called('Oslo'),
          { role: 'tool', tool_call_id: 'a', content: mediaMarker },
        ],
        tools: [weather],
      },
    ],
    [
      'the answer that is gone on from',
      { messages: [shown, { role: 'assistant', content: `It ${mediaMarker} is` }] },
    ],
  ])('are not moved by a marker in %s', async (_, more) => {
    kit.engine.script([{ end: 'stop' }])
    const { status, body } = await whole('openai-chat', { messages: [shown], ...more })
    expect(status).toBe(400)
    expect(body.error.message).toMatch(/marks the place/)
    expect(kit.engine.asked).toEqual([])
  })
})

describe('a bound on reasoning', () => {
  const thoughts = framesOf('<think>\nOne two three four five six', 6)
  const answer = [...framesOf('Six.'), { end: 'stop' as const }]

  it.each([
    ['anthropic', { thinking: { type: 'enabled', budget_tokens: 3 } }],
    ['openai-chat', { thinking_token_budget: 3 }],
    ['openai-chat', { reasoning_budget_tokens: 3 }],
  ] as const)('ends a thought that is too long, as %s (%j)', async (protocol, more) => {
    kit.engine.script([...thoughts, { waitMs: 2000 }, { end: 'stop' }], answer)
    const { body } = await whole(protocol, { ...more, max_tokens: 50 })
    expect(kit.engine.asked).toHaveLength(2)
    await expect.poll(() => kit.engine.events).toContain('closed early')
    const [first, second] = kit.engine.asked
    const begun = String(second?.['prompt']).slice(promptOf().length)
    expect(begun).toMatch(/^<think>\nOne two[a-z ]*\n<\/think>\n\n$/)
    expect(first?.['n_predict']).toBe(50)
    expect(Number(second?.['n_predict'])).toBeGreaterThanOrEqual(40)
    expect(Number(second?.['n_predict'])).toBeLessThan(50)
    const text = JSON.stringify(body)
    expect(text).toMatch(/"(reasoning_content|thinking)":"One two/)
    expect(text).toMatch(/"(content|text)":"Six\."/)
    expect(text).not.toContain('five six')
    expect(text).toMatch(/"(prompt_tokens|input_tokens)":11/)
  })

  it('streams so too, and holds the rest to the grammar of an answer', async () => {
    kit.engine.script([...thoughts, { end: 'stop' }], [...framesOf(weatherCall), { end: 'stop' }])
    const wanted = { thinking_token_budget: 2, tools: [weather], tool_choice: 'required' }
    const response = await ask(kit.server.url, 'openai-chat', wanted)
    const { text, broken } = await readStream(response, 'openai-chat')
    expect(broken).toEqual([])
    expect(text).toContain('"finish_reason":"tool_calls"')
    const [before, behind] = kit.engine.asked.map(({ grammar }) => String(grammar))
    expect(before).toContain('<think>')
    expect(behind).not.toContain('<think>')
    expect(acceptGbnf(behind ?? '', weatherCall).kind).toBe('complete')
  })

  it('lets a thought alone that is short enough, has ended, or never began', async () => {
    for (const text of [
      '<think>\nOne.\n</think>\n\nOne two three four five six seven.',
      'One two three four five six seven.',
    ]) {
      kit.engine.script([...framesOf(text, 6), { end: 'stop' }])
      const { body } = await whole('openai-chat', { thinking_token_budget: 5 })
      expect(kit.engine.asked).toHaveLength(1)
      expect(body.choices[0].message.content).toContain('seven.')
    }
  })

  it('tells markers by their tokens behind it as before it', async () => {
    const { upstream, template } = await connectLlamaServer({ url: kit.engine.url, markerTokens })
    const { handle } = createGateway({
      models: [{ name: 'm', upstream, template, format: 'hermes' }],
    })
    const frame = (content: string, id: number): Step => ({
      raw: `data: ${JSON.stringify({ content, tokens: [id], stop: false })}\n\n`,
    })
    kit.engine.script(
      [frame('<think>', firstMarker), frame('Hm', 7), frame(' so', 8), { end: 'stop' }],
      [frame('Say </think> twice.', 9), { end: 'stop' }],
    )
    const body = { messages: [{ role: 'user', content: 'x' }], thinking_token_budget: 2 }
    const request = { method: 'POST', body: JSON.stringify(body) }
    const answered = await handle(new Request('http://x/v1/chat/completions', request))
    expect(await answered.json()).toMatchObject({
      choices: [{ message: { content: 'Say </think> twice.', reasoning_content: 'Hm\n' } }],
    })
  })

  it('stands for an effort where the template has no switch for it', async () => {
    // About 1,024 tokens, as Gemini counts a low effort.
    const long = [{ text: '<think>\n' }, { times: 1100, step: { text: 'so ' } }]
    kit.engine.script([...long, { end: 'stop' }], answer)
    const { body } = await whole('openai-chat', { reasoning_effort: 'low' })
    expect(kit.engine.asked).toHaveLength(2)
    expect(body.choices[0].message.content).toBe('Six.')
    kit.engine.script([...long, { text: '\n</think>\n\nMany.' }, { end: 'stop' }], answer)
    await whole('openai-chat', { reasoning_effort: 'high' })
    expect(kit.engine.asked).toHaveLength(1)
  })

  it('of none closes what the template has opened', async () => {
    const template =
      '{% for m in messages %}<|im_start|>{{ m.role }}\n{{ m.content }}<|im_end|>\n{% endfor %}<|im_start|>assistant\n<think>\n'
    const { upstream } = await connectLlamaServer({ url: kit.engine.url })
    const { handle } = createGateway({
      models: [{ name: 'm', upstream, template: { named: {}, template }, format: 'hermes' }],
    })
    kit.engine.script(answer)
    const body = { messages: [{ role: 'user', content: 'x' }], think: false, stream: false }
    const request = { method: 'POST', body: JSON.stringify(body) }
    const answered = await handle(new Request('http://x/api/chat', request))
    expect(promptOf().endsWith('<|im_start|>assistant\n<think>\n</think>\n\n')).toBe(true)
    expect(await answered.json()).toMatchObject({ message: { content: 'Six.' } })
  })
})
