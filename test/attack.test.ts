import { describe, expect, it } from 'vitest'
import {
  buildGrammar,
  chatFromArena,
  createAccumulator,
  formatList,
  formats,
  GrammarError,
  type Chat,
  type Delta,
  type JsonSchema,
  type Message,
  type SessionOptions,
  type Tool,
} from '../src/index.ts'
import { readGbnf, sampleMany } from '../src/gbnf/index.ts'
import {
  createWireDecoder,
  createWireEncoder,
  lintStream,
  type WireProtocol,
} from '../src/protocol/index.ts'
import { schemaToGbnf } from '../src/schema.ts'

// What hostile input once broke, or might: each case is the smallest that did.

const many = Array.from({ length: 130_000 }, (_, i) => i)
const long = 'x'.repeat(200_000)

describe('long things take the stack no deeper', () => {
  it('a literal of 200,000 characters is named in a failure', () => {
    const arena = buildGrammar((p) => p.tag('content', p.literal(long)))
    const { diagnostics } = chatFromArena(arena).parse('xxy')
    expect(diagnostics.map(({ code }) => code)).toContain('no-match')
  })

  it('a delimiter of 200,000 characters too', () => {
    const arena = buildGrammar((p) => p.tag('content', p.through(long)))
    expect(chatFromArena(arena).parse('xxy').complete).toBe(false)
  })

  it('the name of a tool', () => {
    const chat = formats.hermes({ tools: [{ function: { name: long } }] })
    expect(chat.parse('<tool_call>{"name": "xxy').message.toolCalls).toEqual([])
  })

  it('130,000 values of an enum beside another alternative', () => {
    const schema = { oneOf: [{ enum: many }, { enum: ['a'] }] }
    expect(() => schemaToGbnf(schema)).not.toThrow()
  })
})

it(
  '130,000 alternatives that wait for one rule are looked at once each',
  { timeout: 60_000 },
  () => {
    // Quadratic, it took minutes; all at once, it took the stack.
    const grammar = `root ::= ${'a | '.repeat(130_000)}a\na ::= "x"*`
    expect(() => readGbnf(grammar)).not.toThrow()
  },
)

describe('what is given to buildGrammar and is no node', () => {
  it.each([null, 99, -1, Number.NaN, {}])('%s', (made) => {
    expect(() => buildGrammar(() => made as never)).toThrow(GrammarError)
  })
})

const tool = (name: string, parameters?: Tool['function']['parameters']): Tool => ({
  type: 'function',
  function: { name, ...(parameters === undefined ? {} : { parameters }) },
})
const tools = [tool('ping')]
const call = (text: string): string =>
  `<tool_call>{"name": "ping", "arguments": ${text}}</tool_call>`

function deltasOf(chat: Chat, text: string, options: SessionOptions = {}): Delta[] {
  const session = chat.open({ seed: 1, ...options })
  return [...session.feed(text), ...session.finish()]
}

function added(deltas: readonly Delta[]): Message {
  const accumulator = createAccumulator()
  for (const delta of deltas) accumulator.add(delta)
  return accumulator.message
}

function wireOf(protocol: WireProtocol, deltas: readonly Delta[]): string {
  const wire = createWireEncoder(protocol, { id: 'x', created: 0 })
  return [wire.start(), ...deltas.map(wire.push), wire.end()].join('')
}

function relayed(protocol: WireProtocol, deltas: readonly Delta[]): Message {
  const decoder = createWireDecoder(protocol)
  return added([...decoder.push(wireOf(protocol, deltas)), ...decoder.end()])
}

describe('what a client is sent', () => {
  it('is one content, where a thought that it is not told of stood inside', () => {
    const chat = formats.nemotron3({ tools, reasoning: 'on' })
    const options = { seed: 1, includeReasoning: false }
    const { message } = chat.parse('a<think>b</think>c', options)
    const { segments } = added(deltasOf(chat, 'a<think>b</think>c', options))
    expect(message.segments).toEqual(segments)
  })

  it('has ids that tell its calls apart, whatever ids the model wrote', () => {
    const one = '{"name": "ping", "arguments": {}, "id": "aaaaaaaaa"}'
    const { toolCalls } = formats.mistral({ tools }).parse(`[TOOL_CALLS][${one}, ${one}]`).message
    expect(toolCalls.map(({ id }) => id)).toEqual(['aaaaaaaaa', expect.stringMatching(/^\w{9}$/)])
    expect(toolCalls[1]?.id).not.toBe('aaaaaaaaa')
  })

  it.each(['eager', 'committed'] as const)('gives them free ids in %s sessions', (mode) => {
    const one = '<|tool_call_begin|>functions.ping:1<|tool_call_argument_begin|>{}<|tool_call_end|>'
    const text = `<|tool_calls_section_begin|>${one.repeat(3)}<|tool_calls_section_end|>`
    const chat = formats.kimiK2({ tools })
    const session = chat.open({ mode })
    for (const char of text) session.feed(char)
    session.finish()
    const ids = session.message.toolCalls.map(({ id }) => id)
    expect(ids).toEqual(['functions.ping:1', 'functions.ping:2', 'functions.ping:3'])
  })

  it.each(['{}]', ']', '{} {}', '"'])('is no call to be run, with the arguments %s', (text) => {
    const deltas = deltasOf(formats.hermes({ tools }), `${call(text)} Done. ${call('{}')}`)
    const states = added(deltas).toolCalls.map(({ state }) => state)
    for (const protocol of ['openai-chat', 'openai-responses', 'anthropic', 'ai-sdk-ui'] as const) {
      const told = relayed(protocol, deltas).toolCalls.map(({ state }) => state)
      expect(
        told.map((state) => state === 'complete'),
        protocol,
      ).toEqual(states.map((state) => state === 'complete'))
    }
  })

  it.each(['{}', '{"a": 1}', ''])(
    'is cut off for who is told so, with the arguments %s',
    (text) => {
      const chat = formats.hermes({ tools })
      const session = chat.open({ seed: 1 })
      const deltas = session.feed(`<tool_call>{"name": "ping", "arguments": ${text}`)
      deltas.push(...session.finish({ stopReason: 'length' }))
      for (const protocol of [
        'openai-chat',
        'openai-responses',
        'anthropic',
        'ai-sdk-ui',
      ] as const) {
        const states = relayed(protocol, deltas).toolCalls.map(({ state }) => state)
        expect(states, protocol).toEqual(['incomplete'])
      }
    },
  )

  it('numbers Ollama’s calls without gaps, where one was sent as content', () => {
    const deltas = deltasOf(formats.hermes({ tools }), `${call('{]')}${call('{}')}`)
    expect(lintStream('ollama-chat', wireOf('ollama-chat', deltas))).toEqual([])
  })

  it('has each call once, whatever numbers the model took for its ids', () => {
    const chat = formats.commandR7b({ tools, reasoning: 'open' })
    const text =
      'x<|END_THINKING|><|START_ACTION|>[{"tool_call_id": "2", "tool_name": "ping", "parameters": {}}]<|END_ACTION|>y'
    const deltas = deltasOf(chat, text)
    expect(relayed('openai-responses', deltas).toolCalls).toHaveLength(
      added(deltas).toolCalls.length,
    )
  })
})

describe('a request', () => {
  const throwing = {
    type: 'object',
    get properties(): never {
      throw new Error('no')
    },
  }
  const refusing = new Proxy<Record<string, unknown>>(
    {},
    {
      get: () => {
        throw new Error('no')
      },
      ownKeys: () => {
        throw new Error('no')
      },
    },
  )
  const { proxy: revoked, revoke } = Proxy.revocable<Record<string, unknown>>({}, {})
  revoke()
  const odd = [tool('a', throwing), tool('b', refusing), tool('c', revoked)]
  const unnamed = [tool(''), tool('half \ud83d'), tool('now'), tool('now', { type: 'object' })]

  it.each(formatList)('for $name survives odd schemas and names', ({ make }) => {
    if (!accepts(make, tools)) return
    for (const toolChoice of ['auto', 'required'] as const) {
      const chat = make({ tools: [...odd, ...unnamed], toolChoice })
      const { gbnf, warnings } = chat.grammar()
      expect(readGbnf(gbnf).ok).toBe(true)
      const left = warnings.filter(({ code }) => code === 'tool-name' || code === 'duplicate-tool')
      expect(left).toHaveLength(3)
    }
  })
})

describe('the arguments of a call are an object, whatever the schema says', () => {
  const schemas: readonly JsonSchema[] = [
    {},
    true,
    false,
    { type: ['object', 'string'] },
    { type: 'string' },
    { anyOf: [{ type: 'object' }, { type: 'array' }] },
    { type: 'object', not: {} },
    { $ref: '#/$defs/any', $defs: { any: true } },
  ]

  it.each(schemas.map((schema) => ({ schema })))('$schema', ({ schema }) => {
    for (const { make } of formatList.filter((format) => accepts(format.make, tools))) {
      const chat = make({ tools: [tool('ping', schema)], toolChoice: 'required' })
      for (const text of sampleMany(chat.grammar().gbnf, 3, { seed: 5, maxLength: 60 })) {
        const { complete, message } = chat.parse(text)
        expect({ text, complete, notes: message.diagnostics }).toMatchObject({
          complete: true,
          notes: [],
        })
      }
    }
  })
})

function accepts(make: (typeof formatList)[number]['make'], given: readonly Tool[]): boolean {
  try {
    make({ tools: given })
    return true
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}
