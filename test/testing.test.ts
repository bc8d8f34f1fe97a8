import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import { describe, expect, it } from 'vitest'
import { formats, type Delta, type Tool } from '../src/index.ts'
import { formatList } from '../src/formats/registry.ts'
import { lintStream, wireProtocols } from '../src/protocol/index.ts'
import {
  chunksOf,
  damageText,
  parseMatchers,
  randomMessages,
  scriptedFetch,
  toChunks,
  toStream,
} from '../src/testing/index.ts'
import { questions } from './support/gateway-kit.ts'
import { takesTools } from './support/takes-tools.ts'

const weather: Tool = {
  function: {
    name: 'weather',
    parameters: {
      type: 'object',
      properties: { city: { type: 'string' }, days: { type: 'integer', minimum: 1, maximum: 9 } },
      required: ['city'],
    },
  },
}
const message = {
  reasoning: 'Two 🚀.',
  content: 'I look.',
  toolCalls: [{ name: 'weather', arguments: { city: 'San "J"', days: 2 } }],
}

describe('toStream', () => {
  const format = formats.hermes({ tools: [weather], reasoning: 'on' })

  it.each(['char', 'token', 1, 2, 3] as const)(
    'cuts by %s, and is read as it was',
    async (chunk) => {
      const read: Delta[] = []
      for await (const delta of toStream(message, { format, chunk }).pipeThrough(format.deltas())) {
        read.push(delta)
      }
      const args = read.map((delta) => (delta.kind === 'call' ? delta.arguments : '')).join('')
      expect(JSON.parse(args)).toEqual({ city: 'San "J"', days: 2 })
      expect(toChunks(message, { format, chunk }).join('')).toBe(format.write(message).text)
    },
  )

  it('truncates at every place, and the message is a beginning of the whole one', () => {
    const { text } = format.write(message)
    for (let truncate = 0; truncate < text.length; truncate++) {
      const chunks = toChunks(message, { format, truncate })
      const { toolCalls, content } = format.parse(chunks.join(''), { stopReason: 'length' }).message
      expect(
        toolCalls.filter(({ state }) => state === 'complete').length === 0 || truncate > 100,
      ).toBe(true)
      // Behind a call that was cut off its closer is text.
      const said = content.trim()
      expect(said.startsWith('I look.') || text.includes(said)).toBe(true)
    }
  })

  it('damages a text the same for a seed, in many ways, and nothing throws', () => {
    const texts = Array.from({ length: 300 }, (_, damage) =>
      toChunks(message, { format, damage }).join(''),
    )
    expect(new Set(texts).size).toBeGreaterThan(200)
    expect(damageText('abc', 7)).toBe(damageText('abc', 7))
    for (const text of texts) expect(() => format.parse(text)).not.toThrow()
  })

  it('refuses a message that the format cannot write', () => {
    expect(() => toChunks(message, { format: formats.plain() })).toThrow(/cannot write/)
  })

  it('cuts like a tokenizer', () => {
    expect(chunksOf('<|im_start|>I am 12345!\n\n[TOOL_CALLS]', 'token')).toEqual([
      '<|im_start|>',
      'I',
      ' am',
      ' 123',
      '45',
      '!',
      '\n\n',
      '[TOOL_CALLS]',
    ])
    expect(chunksOf('', 'token')).toEqual([])
  })
})

describe('randomMessages', () => {
  it('are valid for the tools, the same for a seed, and show every part', () => {
    const messages = randomMessages([weather], { count: 60, seed: 4 })
    expect(messages).toEqual(randomMessages([weather], { count: 60, seed: 4 }))
    const calls = messages.flatMap(({ toolCalls }) => toolCalls ?? [])
    for (const call of calls) {
      const { city, days = 1 } = JSON.parse(String(call.arguments))
      expect(typeof city).toBe('string')
      expect([1, 2, 3, 4, 5, 6, 7, 8, 9]).toContain(days)
    }
    expect(calls.length).toBeGreaterThan(30)
    expect(messages.some(({ reasoning }) => reasoning !== undefined)).toBe(true)
    expect(messages.some(({ toolCalls }) => (toolCalls?.length ?? 0) > 1)).toBe(true)
  })

  it.each(formatList.filter(({ make }) => takesTools(make)).slice(0, 6))(
    'are read back by $name, however they are cut',
    ({ make }) => {
      const chat = make({ tools: [weather], reasoning: 'on' })
      for (const random of randomMessages([weather], { count: 4, reasoning: false })) {
        const { text, diagnostics } = chat.write(random)
        if (diagnostics.length > 0) continue
        expect(parseMatchers.toParseInvariantly(text, chat)).toMatchObject({ pass: true })
        const calls = (random.toolCalls ?? []).map(({ name, arguments: args }) => ({
          name,
          arguments: args,
        }))
        expect(parseMatchers.toParseAs(text, chat, { toolCalls: calls })).toMatchObject({
          pass: true,
        })
      }
    },
  )
})

describe('the matchers', () => {
  const chat = formats.hermes({ tools: [weather] })
  const text = '<tool_call>\n{"name": "weather", "arguments": {"city": "Oslo"}}\n</tool_call>'

  it('compare what is said, and no more', () => {
    const reads = (expected: Parameters<typeof parseMatchers.toParseAs>[2]) =>
      parseMatchers.toParseAs(text, chat, expected)
    expect(reads({}).pass).toBe(true)
    expect(reads({ toolCalls: [{ name: 'weather' }] }).pass).toBe(true)
    expect(reads({ toolCalls: [{ name: 'weather', arguments: { city: 'Oslo' } }] }).pass).toBe(true)
    expect(reads({ toolCalls: [{ name: 'weather', arguments: '{"city":"Oslo"}' }] }).pass).toBe(
      true,
    )
    expect(reads({ finishReason: 'tool_calls', content: '' }).pass).toBe(true)
    expect(reads({ toolCalls: [{ name: 'clock' }] }).pass).toBe(false)
    expect(reads({ toolCalls: [] }).pass).toBe(false)
    expect(reads({ content: 'x' }).message()).toContain('does not read')
  })

  it('a call that is not whole is none that was expected', () => {
    const cut = parseMatchers.toParseAs(text.slice(0, -20), chat, {
      toolCalls: [{ name: 'weather' }],
    })
    expect(cut.pass).toBe(false)
    expect(cut.actual).toMatchObject({ toolCalls: [{ state: 'incomplete' }] })
  })

  it('find a reader that depends on the cut', () => {
    const open = () => {
      const session = chat.open({ seed: 1 })
      // Loses what comes behind the third chunk.
      let chunks = 0
      return {
        ...session,
        get message() {
          return session.message
        },
        get stats() {
          return session.stats
        },
        feed: (chunk: string) => (chunks++ < 3 ? session.feed(chunk) : []),
      }
    }
    const broken = parseMatchers.toParseInvariantly(text, {
      ...chat,
      open: open as typeof chat.open,
    })
    expect(broken.pass).toBe(false)
    expect(broken.message()).toMatch(/cut by char/)
    expect(parseMatchers.toParseInvariantly(text, chat).pass).toBe(true)
  })
})

describe('scriptedFetch', () => {
  const protocols = wireProtocols.filter((name) => name !== 'ai-sdk-ui')
  const answers = [
    message,
    { content: 'Ahoy' },
    { ...message, stopReason: 'length' as const },
    { fault: { kind: 'overloaded' as const, message: 'later' }, after: { content: 'On' } },
  ]

  it.each(protocols)('keeps the rules of %s', async (protocol) => {
    for (const chunk of ['char', 'token', 5] as const) {
      const { fetch } = scriptedFetch({ answers, chunk })
      for (let i = 0; i < answers.length; i++) {
        const { path, body } = questions[protocol]
        const url = `http://x${path}`
        const response = await fetch(url, { method: 'POST', body: JSON.stringify(body()) })
        expect(lintStream(protocol, await response.text())).toEqual([])
      }
    }
  })

  it('serves the official clients, streamed and whole, and keeps what they asked', async () => {
    const scripted = scriptedFetch({ answers: [message, message, message] })
    const openai = new OpenAI({ apiKey: 'k', fetch: scripted.fetch, maxRetries: 0 })
    const request = { model: 'm', messages: [{ role: 'user' as const, content: 'Hi' }] }
    const streamed = await openai.chat.completions.stream(request).finalChatCompletion()
    const whole = await openai.chat.completions.create(request)
    for (const { choices } of [streamed, whole]) {
      const [call] = choices[0]?.message.tool_calls ?? []
      expect(call?.type === 'function' && JSON.parse(call.function.arguments)).toEqual({
        city: 'San "J"',
        days: 2,
      })
    }
    const anthropic = new Anthropic({ apiKey: 'k', fetch: scripted.fetch, maxRetries: 0 })
    const told = await anthropic.messages.stream({ ...request, max_tokens: 9 }).finalMessage()
    expect(told.content.map(({ type }) => type)).toEqual(['thinking', 'text', 'tool_use'])
    expect(scripted.requests.map(({ protocol }) => protocol)).toEqual([
      'openai-chat',
      'openai-chat',
      'anthropic',
    ])
    await expect(openai.chat.completions.create(request)).rejects.toThrow()
  })

  it('gives errors before the answer and inside it', async () => {
    const fault = { kind: 'rate-limit' as const, message: 'slower' }
    const { fetch } = scriptedFetch({
      answers: [{ fault }, { fault, after: { content: 'On it' } }],
    })
    const openai = new OpenAI({ apiKey: 'k', fetch, maxRetries: 0 })
    const request = { model: 'm', messages: [{ role: 'user' as const, content: 'Hi' }] }
    await expect(openai.chat.completions.create(request)).rejects.toThrow(/429/)
    const runner = openai.chat.completions.stream(request)
    let text = ''
    runner.on('content', (delta) => (text += delta))
    await expect(runner.finalChatCompletion()).rejects.toThrow(/slower/)
    expect(text).toBe('On it')
  })
})
