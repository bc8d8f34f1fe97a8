import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createGateway, createOpenaiCompletions } from '../src/gateway/index.ts'
import { formatList } from '../src/formats/registry.ts'
import { createTokenLedger } from '../src/gateway/token-ledger.ts'
import type { TokenLogprob } from '../src/chat/delta.ts'
import type { CoverageSpan, Delta } from '../src/index.ts'
import type { RequestProtocol } from '../src/protocol/index.ts'
import {
  ask,
  hermesTemplate,
  questions,
  readStream,
  startKit,
  weather,
  type Kit,
} from './support/gateway-kit.ts'
import type { Step } from './support/scripted-engine.ts'
import { takesTools } from './support/takes-tools.ts'

/** Log probabilities and ids of tokens: asked of the engine, told of the content alone. */
let kit: Kit
beforeAll(async () => {
  kit = await startKit()
})
afterAll(() => kit.close())

/** What the model writes, token by token. */
const written = [
  '<think>', '\n', 'Hm', ' so', '.', '\n', '</think>', '\n\n', 'Four', ' ', '🚀', ' more', '\n',
  '<tool_call>', '\n{"name": "weather", "arguments":', ' {"city":', ' "Oslo"}}', '\n</tool_call>',
] // prettier-ignore
const contentTokens = ['Four', ' ', '🚀', ' more']
const logprobOf = (text: string): number => -text.length / 8

const alternatives = (text: string) =>
  [text, 'x', 'y'].map((token, i) => ({ id: i, token, bytes: [1], logprob: logprobOf(text) - i }))

/** Frames as llama-server writes them: a stop string that might begin is held back for a frame. */
function llamaFrames(tokens: readonly string[]): Step[] {
  let held = ''
  return tokens.map((text, at) => {
    const holds = text === ' ' || text === '<tool_call>'
    const content = holds ? '' : held + text
    held = holds ? text : ''
    const frame = {
      content,
      tokens: [at + 100],
      stop: false,
      tokens_predicted: at + 1,
      tokens_evaluated: 11,
      completion_probabilities: [
        {
          id: at + 100,
          token: text,
          bytes: [...new TextEncoder().encode(text)],
          logprob: logprobOf(text),
          top_logprobs: alternatives(text),
        },
      ],
    }
    return { raw: `data: ${JSON.stringify(frame)}\n\n` }
  })
}

/** The same in vLLM's words, three tokens a frame. */
function vllmFrames(tokens: readonly string[]): Step[] {
  const steps: Step[] = []
  for (let at = 0; at < tokens.length; at += 3) {
    const some = tokens.slice(at, at + 3)
    const logprobs = {
      tokens: some,
      token_logprobs: some.map(logprobOf),
      top_logprobs: some.map((text) => ({
        y: logprobOf(text) - 2,
        [text]: logprobOf(text),
        x: -1,
      })),
      text_offset: some.map(() => 0),
    }
    const token_ids = some.map((_, i) => at + i + 100)
    const choices = [{ index: 0, text: some.join(''), logprobs, token_ids, finish_reason: null }]
    steps.push({ raw: `data: ${JSON.stringify({ choices })}\n\n` })
  }
  return steps
}

const whole = async (protocol: RequestProtocol, more: object) =>
  (await ask(kit.server.url, protocol, { stream: false, ...more })).json()
const tokensOf = (list: readonly { readonly token: string }[]) => list.map(({ token }) => token)
const script = () => kit.engine.script([...llamaFrames(written), { end: 'stop' }])

describe('log probabilities', () => {
  it('are those of the content, as openai-chat', async () => {
    script()
    const wanted = { logprobs: true, top_logprobs: 2, tools: [weather] }
    const { choices } = await whole('openai-chat', wanted)
    const { content } = choices[0].logprobs
    expect(tokensOf(content)).toEqual(contentTokens)
    expect(content[0]).toMatchObject({
      logprob: -0.5,
      bytes: [70, 111, 117, 114],
      top_logprobs: [{ token: 'Four' }, { token: 'x' }],
    })
    expect(content[0].top_logprobs).toHaveLength(2)
    expect(choices[0]).toMatchObject({ finish_reason: 'tool_calls' })
    expect(kit.engine.asked[0]).toMatchObject({ n_probs: 2 })
  })

  it('stand in the stream where their text does, and the official client adds them up', async () => {
    script()
    const client = new OpenAI({ baseURL: `${kit.server.url}/v1`, apiKey: 'x' })
    const completion = await client.chat.completions
      .stream({
        model: 'tiny',
        messages: [{ role: 'user', content: 'Hi' }],
        logprobs: true,
        top_logprobs: 1,
      })
      .finalChatCompletion()
    const [choice] = completion.choices
    expect(tokensOf(choice?.logprobs?.content ?? []).join('')).toBe(choice?.message.content)
    script()
    const response = await ask(kit.server.url, 'openai-chat', { logprobs: true, tools: [weather] })
    const { text, broken } = await readStream(response, 'openai-chat')
    expect(broken).toEqual([])
    const told = [...text.matchAll(/^data: (\{.*)$/gm)].flatMap(([, json = '']) => {
      const [{ delta, logprobs }] = JSON.parse(json).choices
      return logprobs === undefined ? [] : [[delta.content, tokensOf(logprobs.content).join('')]]
    })
    expect(told.map(([content]) => content).join('')).toBe('Four 🚀 more')
    expect(told.every(([content, tokens]) => content === tokens)).toBe(true)
  })

  it('come as openai-responses and as Ollama have them, streamed and whole', async () => {
    script()
    const include = ['message.output_text.logprobs']
    const response = await whole('openai-responses', { include, top_logprobs: 1 })
    const message = response.output.find(({ type }: { type: string }) => type === 'message')
    expect(tokensOf(message.content[0].logprobs).join('')).toBe(message.content[0].text)
    script()
    const streamed = await readStream(
      await ask(kit.server.url, 'openai-responses', { include }),
      'openai-responses',
    )
    expect(streamed.broken).toEqual([])
    expect(streamed.text).toMatch(
      /output_text\.delta".*"logprobs":\[\{"token":"Four","logprob":-0\.5/,
    )
    for (const protocol of ['ollama-chat', 'ollama-generate'] as const) {
      script()
      const answer = await whole(protocol, { logprobs: true, top_logprobs: 1 })
      const text: string = answer.response ?? answer.message.content
      expect(tokensOf(answer.logprobs).join('')).toBe(text)
      expect(answer.logprobs[0].top_logprobs).toMatchObject([{ token: 'Four' }])
    }
  })

  it('are read from vLLM, several a frame', async () => {
    kit.engine.script([...vllmFrames(written), { end: 'stop' }])
    const { handle } = createGateway({
      models: [
        {
          name: 'm',
          upstream: createOpenaiCompletions({ url: kit.engine.url, model: 'm' }),
          template: { named: {}, template: hermesTemplate },
          format: 'hermes',
        },
      ],
    })
    const { path, body } = questions['openai-chat']
    const wanted = { stream: false, logprobs: true, top_logprobs: 2, return_token_ids: true, tools: [weather] } // prettier-ignore
    const request = { method: 'POST', body: JSON.stringify(body(wanted)) }
    const { choices } = await (await handle(new Request(`http://x${path}`, request))).json()
    expect(tokensOf(choices[0].logprobs.content)).toEqual(contentTokens)
    expect(tokensOf(choices[0].logprobs.content[1].top_logprobs)).toEqual([' ', 'x'])
    expect(choices[0].token_ids).toEqual(written.map((_, at) => at + 100))
    expect(kit.engine.asked[0]).toMatchObject({ logprobs: 2, return_token_ids: true })
  })

  it('are refused where there are none, or too many are wanted', async () => {
    kit.engine.script([{ end: 'stop' }])
    for (const [more, says] of [
      [{ top_logprobs: 3 }, /needs logprobs/],
      [{ logprobs: true, top_logprobs: 21 }, /from 0 to 20/],
      [{ logprobs: 1 }, /true or false/],
    ] as const) {
      const response = await ask(kit.server.url, 'openai-chat', more)
      expect(response.status).toBe(400)
      expect(await response.text()).toMatch(says)
    }
    expect(kit.engine.asked).toEqual([])
  })

  it('stop where the client’s stop string does', async () => {
    script()
    const { choices } = await whole('openai-chat', { logprobs: true, stop: '🚀' })
    expect(choices[0].message.content).toBe('Four ')
    expect(tokensOf(choices[0].logprobs.content)).toEqual(['Four', ' '])
  })

  it.each(
    formatList
      .filter(({ make }) => takesTools(make))
      .map(({ name, make }) => [name, make] as const),
  )('add up to the content of %s, however its text is cut into tokens', (_, make) => {
    const chat = make({ tools: [weather] })
    const message = {
      reasoning: 'Two and two.',
      content: 'Hello there, é 🚀.',
      toolCalls: [{ name: 'weather', arguments: { city: 'Oslo' } }],
    }
    const { text } = chat.write(message)
    for (const size of [1, 3, 7]) {
      const points = [...text]
      const tokens = Array.from({ length: Math.ceil(points.length / size) }, (__, i) =>
        points.slice(i * size, (i + 1) * size).join(''),
      )
      const session = chat.open()
      const ledger = createTokenLedger(session, { text: 0, content: 0 })
      const deltas = tokens.flatMap((token) => {
        const added = session.feed(token)
        ledger.add(token, [{ text: token, logprob: -1, top: [] }])
        return ledger.attach(added)
      })
      deltas.push(...ledger.attach(session.finish()))
      const told = deltas.flatMap((delta) =>
        delta.kind === 'content' ? (delta.logprobs ?? []).map((token) => token.text) : [],
      )
      const { content } = session.message
      // A token may reach over both ends of the content.
      expect(told.join(''), `${size}`).toContain(content)
      expect(told.join('').length, `${size}`).toBeLessThanOrEqual(content.length + 2 * (size - 1))
    }
  })
})

describe('the ledger of the tokens', () => {
  const many = 20_000
  const token = (text: string): TokenLogprob => ({ text, logprob: -1, top: [] })
  const content = (text: string): Delta => ({ kind: 'content', text })
  /** A text of which all is content as soon as it is known, or not before it ends. */
  const reading = () => {
    const state = { end: 0 }
    const session = {
      coverageSince: (from: number): CoverageSpan[] =>
        state.end > from ? [{ kind: 'content', start: from, end: state.end }] : [],
    }
    return { state, session }
  }

  it.each([
    ['one by one', 1, 1],
    ['all at once', many, 1],
    ['before their text', 1, many],
    ['in a text that is decided at its end', 1, many / 2],
  ])('looks at each a few times, where they come %s', (_, atOnce, decidedAfter) => {
    const { state, session } = reading()
    const ledger = createTokenLedger(session, { text: 0, content: 0 })
    let told = 0
    for (let at = 0; at < many; at += atOnce) {
      ledger.add(
        'ab'.repeat(atOnce),
        Array.from({ length: atOnce }, () => token('ab')),
      )
      const end = at + atOnce
      const isDecided = end % decidedAfter === 0
      const text = isDecided ? 'ab'.repeat(end - state.end / 2) : ''
      if (isDecided) state.end = end * 2
      for (const delta of ledger.attach(isDecided ? [content(text)] : [])) {
        if (delta.kind === 'content') told += delta.logprobs?.length ?? 0
      }
    }
    expect(told).toBe(many)
    expect(ledger.steps).toBeLessThanOrEqual(3 * many)
  })

  it('looks once at each where an engine sends them without any text', () => {
    const { session } = reading()
    const ledger = createTokenLedger(session, { text: 0, content: 0 })
    for (let i = 0; i < many; i++) {
      ledger.add('', [token('ab')])
      ledger.attach([])
    }
    expect(ledger.steps).toBeLessThanOrEqual(2 * many)
  })
})

describe('the ids of tokens', () => {
  it('are told with what was read of them, all in all each once', async () => {
    script()
    const response = await ask(kit.server.url, 'openai-chat', { return_token_ids: true })
    const { text, broken } = await readStream(response, 'openai-chat')
    expect(broken).toEqual([])
    const ids = [...text.matchAll(/"token_ids":(\[[^\]]*\])/g)].flatMap(([, list = '']) =>
      JSON.parse(list),
    )
    expect(ids).toEqual(written.map((_, at) => at + 100))
  })

  it('are hidden with hidden reasoning, and so are the log probabilities of it', async () => {
    const wanted = { return_token_ids: true, logprobs: true, include_reasoning: false }
    for (const stream of [true, false]) {
      script()
      const text = await (await ask(kit.server.url, 'openai-chat', { ...wanted, stream })).text()
      expect(text).not.toMatch(/token_ids|"token":"(Hm| so|<think>)"/)
      expect(text).toContain('"token":"Four"')
    }
    const hidden = await startKit({ showReasoning: false })
    hidden.engine.script([...llamaFrames(written), { end: 'stop' }])
    const text = await (await ask(hidden.server.url, 'openai-chat', wanted)).text()
    expect(text).not.toMatch(/token_ids|"token":"Hm"/)
    await hidden.close()
  })
})
