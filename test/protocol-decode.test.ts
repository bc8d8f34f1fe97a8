import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createAccumulator, formats, type Delta, type Message, type Tool } from '../src/index.ts'
import {
  createAiSdkDecoder,
  createAiSdkEncoder,
  createAnthropicDecoder,
  createDecoder,
  createOllamaDecoder,
  createOpenaiChatDecoder,
  createResponsesDecoder,
  createWireDecoder,
  createWireEncoder,
  decodeStream,
  wireProtocols,
  type Decoder,
} from '../src/protocol/index.ts'
import { cutsOf, modelOutputs } from './support/model-server.ts'

const call = (index: number | undefined, rest: object): object =>
  index === undefined ? rest : { index, ...rest }
const chunk = (...calls: readonly object[]): object => ({
  choices: [{ index: 0, delta: { tool_calls: calls } }],
})

function messageOf(deltas: readonly Delta[]): Message {
  const accumulator = createAccumulator()
  deltas.forEach(accumulator.add)
  return accumulator.message
}

function decode(decoder: Decoder, events: readonly unknown[]): Message {
  return messageOf([...events.flatMap((event) => decoder.push(event)), ...decoder.done()])
}

/** Name, arguments and state of each call. */
function callsOf({ toolCalls }: Message): unknown[] {
  return toolCalls.map((made) => [made.name, made.arguments, made.state])
}

const chat = (): Decoder => createOpenaiChatDecoder({ seed: 1 })

describe('calls of a messy chat-completion stream', () => {
  it.each([
    [
      'all at index 0, told apart by their ids',
      [
        chunk(call(0, { id: 'a', function: { name: 'read', arguments: '{"p":"a"}' } })),
        chunk(call(0, { id: 'b', function: { name: 'read', arguments: '{"p":"b"}' } })),
      ],
      [
        ['read', '{"p":"a"}'],
        ['read', '{"p":"b"}'],
      ],
    ],
    [
      'all at index 0 without ids, told apart by their values',
      [
        chunk(call(0, { function: { name: 'f', arguments: '{"p":1}' } })),
        chunk(call(0, { function: { name: 'f', arguments: '{"p":2}' } })),
      ],
      [
        ['f', '{"p":1}'],
        ['f', '{"p":2}'],
      ],
    ],
    [
      'without an index',
      [
        chunk({ id: 'a', function: { name: 'f', arguments: '{}' } }),
        chunk({ id: 'b', function: { name: 'g', arguments: '{}' } }),
      ],
      [
        ['f', '{}'],
        ['g', '{}'],
      ],
    ],
    [
      'without index and id, in one chunk',
      [chunk({ function: { name: 'f' } }, { function: { name: 'f', arguments: '{"a":1}' } })],
      [
        ['f', '{}'],
        ['f', '{"a":1}'],
      ],
    ],
    [
      'without an id',
      [
        chunk(call(0, { function: { name: 'f', arguments: '' } })),
        chunk(call(0, { function: { arguments: '{}' } })),
      ],
      [['f', '{}']],
    ],
    [
      'with a blank name that comes late',
      [
        chunk(call(0, { id: 'a', function: { name: '', arguments: '{"x' } })),
        chunk(call(0, { function: { name: 'f', arguments: '":1}' } })),
      ],
      [['f', '{"x":1}']],
    ],
    [
      'with null for a name that was told',
      [
        chunk(call(0, { id: 'a', function: { name: 'f', arguments: null } })),
        chunk(call(0, { id: null, function: { name: null, arguments: '{"x":1}' } })),
      ],
      [['f', '{"x":1}']],
    ],
    [
      'with the name after the arguments',
      [
        chunk(call(0, { id: 'a', function: { arguments: '{"x":' } })),
        chunk(call(0, { function: { name: 'f' } })),
        chunk(call(0, { function: { arguments: '1}' } })),
      ],
      [['f', '{"x":1}']],
    ],
    [
      'with id, type and name in every chunk and no index',
      [
        chunk({ id: 'a', type: 'function', function: { name: 'f', arguments: '{"x"' } }),
        chunk({ id: 'a', type: 'function', function: { name: 'f', arguments: ':1}' } }),
      ],
      [['f', '{"x":1}']],
    ],
    [
      'with one id for all of them',
      [
        chunk(call(0, { id: 'a', function: { name: 'f', arguments: '{}' } })),
        chunk(call(1, { id: 'a', function: { name: 'g', arguments: '{}' } })),
      ],
      [
        ['f', '{}'],
        ['g', '{}'],
      ],
    ],
    [
      'written at once',
      [
        chunk(call(0, { id: 'a', function: { name: 'f', arguments: '{"x"' } })),
        chunk(call(1, { id: 'b', function: { name: 'g', arguments: '{"y"' } })),
        chunk(call(0, { function: { arguments: ':1}' } })),
        chunk(call(1, { function: { arguments: ':2}' } })),
      ],
      [
        ['f', '{"x":1}'],
        ['g', '{"y":2}'],
      ],
    ],
    [
      'with an object of arguments',
      [chunk(call(0, { id: 'a', function: { name: 'f', arguments: { x: [1] } } }))],
      [['f', '{"x":[1]}']],
    ],
    [
      'in the older field',
      [
        { choices: [{ delta: { function_call: { name: 'f', arguments: '{"x"' } } }] },
        { choices: [{ delta: { function_call: { arguments: ':1}' } } }] },
      ],
      [['f', '{"x":1}']],
    ],
    [
      'with indices that begin at 1',
      [chunk(call(1, { id: 'a', function: { name: 'f', arguments: '{}' } }))],
      [['f', '{}']],
    ],
  ])('are read: %s', (_, events, expected) => {
    const message = decode(chat(), events)
    expect(callsOf(message)).toEqual(expected.map((made) => [...made, 'complete']))
    expect(message.toolCalls.map(({ index }) => index)).toEqual(expected.map((_made, i) => i))
    expect(new Set(message.toolCalls.map(({ id }) => id)).size).toBe(expected.length)
    expect(message.toolCalls.every(({ id }) => id !== '')).toBe(true)
    expect(message.finishReason).toBe('tool_calls')
  })

  it('are not whole when the stream is cut, and never complete', () => {
    const events = [
      chunk(call(0, { id: 'a', function: { name: 'f', arguments: '{"x":' } })),
      { choices: [{ delta: {}, finish_reason: 'length' }] },
    ]
    const message = decode(chat(), events)
    expect(callsOf(message)).toEqual([['f', '{"x":', 'incomplete']])
    expect(message.finishReason).toBe('length')
    expect(message.diagnostics.map(({ code }) => code)).toEqual(['incomplete-call'])
  })

  it('are not complete without arguments in a stream that broke off', () => {
    const decoder = chat()
    const deltas = decoder.push(chunk(call(0, { id: 'a', function: { name: 'f', arguments: '' } })))
    const message = messageOf([...deltas, ...decoder.end()])
    expect(callsOf(message)).toEqual([['f', '', 'incomplete']])
    expect(message).toMatchObject({ finishReason: 'error' })
    expect(message.diagnostics.map(({ code }) => code)).toContain('stream-error')
  })

  it('are invalid when their arguments are no object', () => {
    const events = [chunk(call(0, { id: 'a', function: { name: 'f', arguments: '{x}' } }))]
    expect(callsOf(decode(chat(), events))).toEqual([['f', '{x}', 'invalid']])
  })

  it('that nobody names are kept as content', () => {
    const message = decode(chat(), [
      chunk(call(0, { id: 'a', function: { arguments: '{"x":1}' } })),
    ])
    expect(message).toMatchObject({ content: '{"x":1}', toolCalls: [] })
  })
})

describe('text of a messy chat-completion stream', () => {
  const delta = (fields: object): object => ({ choices: [{ delta: fields }] })
  it.each([
    ['reasoning_content', [delta({ reasoning_content: 'abc' })]],
    ['reasoning', [delta({ reasoning: 'abc' })]],
    ['both with the same text', [delta({ reasoning: 'abc', reasoning_content: 'abc' })]],
    ['a whole message', [{ choices: [{ message: { reasoning_content: 'abc' } }] }]],
    [
      'parts',
      [delta({ content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'abc' }] }] })],
    ],
  ])('finds reasoning in %s', (_, events) => {
    expect(decode(chat(), events)).toMatchObject({ reasoning: 'abc', content: '' })
  })

  it('joins surrogate pairs that the server cut in two', () => {
    const events = [delta({ content: 'a\ud83d' }), delta({ content: '\ude80b\ud83d' })]
    expect(decode(chat(), events).content).toBe('a🚀b\ufffd')
  })

  it('reads its choice and no other', () => {
    const event = {
      choices: [
        { index: 1, delta: { content: 'b' } },
        { index: 0, delta: { content: 'a' } },
      ],
    }
    expect(decode(createOpenaiChatDecoder({ choice: 1 }), [event]).content).toBe('b')
  })

  it('reads text completions and those of llama-server', () => {
    expect(decode(chat(), [{ choices: [{ text: 'a' }] }]).content).toBe('a')
    const frames = [
      { content: 'a', stop: false },
      { content: '', stop: true, stop_type: 'limit' },
    ]
    expect(decode(chat(), frames)).toMatchObject({ content: 'a', finishReason: 'length' })
  })

  it('loses no text, in whichever field and beside whatever else it comes', () => {
    const text = fc.option(fc.constantFrom('', ' ', 'a', '🚀', '</think>', '\n'), {
      nil: undefined,
    })
    const odd = fc.constantFrom({}, { role: 'assistant' }, { tool_calls: null }, { refusal: null })
    const thought = fc.constantFrom('reasoning', 'reasoning_content')
    const event = fc.record({ content: text, reasoning: text, thought, odd, usage: fc.boolean() })
    fc.assert(
      fc.property(fc.array(event, { maxLength: 10 }), (events) => {
        const decoder = chat()
        const frames = events.map(({ content, reasoning, thought: field, odd: more, usage }) => ({
          ...(usage ? { usage: null } : {}),
          choices: [{ delta: { ...more, content, [field]: reasoning } }],
        }))
        const message = decode(decoder, [...frames, { choices: [{ finish_reason: 'stop' }] }])
        expect(message.content).toBe(events.map(({ content = '' }) => content).join(''))
        expect(message.reasoning).toBe(events.map(({ reasoning = '' }) => reasoning).join(''))
      }),
    )
  })

  it.each([
    ['an error', { error: { message: 'no memory' } }, 'no memory'],
    ['an error that is a text', { error: 'no memory' }, 'no memory'],
  ])('ends with %s in the middle', (_, event, text) => {
    const decoder = chat()
    const deltas = [delta({ content: 'a' }), event, delta({ content: 'b' })].flatMap(decoder.push)
    const message = messageOf([...deltas, ...decoder.end()])
    expect(message).toMatchObject({ content: 'a', finishReason: 'error' })
    expect(message.diagnostics[0]?.message).toBe(text)
  })
})

const tools: readonly Tool[] = [{ type: 'function', function: { name: 'weather' } }]

describe('the rescue', () => {
  const text =
    '<think>Hm</think>Look.\n<tool_call>\n{"name": "weather", "arguments": {"a": 1}}\n</tool_call>'

  it('finds calls and reasoning that the server left in the text, however it is cut', () => {
    for (let size = 1; size < 9; size++) {
      const rescue = formats.hermes({ tools, reasoning: 'on' })
      const decoder = createOpenaiChatDecoder({ rescue, seed: 1 })
      const events = (text.match(new RegExp(`[\\s\\S]{1,${size}}`, 'g')) ?? []).map((content) => ({
        choices: [{ delta: { content } }],
      }))
      const message = decode(decoder, [
        ...events,
        { choices: [{ delta: {}, finish_reason: 'stop' }] },
      ])
      expect(message).toMatchObject({
        reasoning: 'Hm',
        content: 'Look.',
        finishReason: 'tool_calls',
      })
      expect(callsOf(message)).toEqual([['weather', '{"a": 1}', 'complete']])
    }
  })

  it('loses nothing of any text, and reads it as the format does, however it is cut', () => {
    const rescue = formats.hermes({ tools, reasoning: 'on' })
    const piece = fc.constantFrom(
      '<think>',
      '</think>',
      '<tool_call>',
      '</tool_call>',
      '{"name": "weather", ',
      '<tool',
      '>',
      ' ',

      '"arguments": {"a": 1}}',
      '{"name": "other", "arguments": {}}',
      '\n',
      'word',
      '🚀',
      '\\',
      '"',
    )
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 12 }),
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 }),
        fc.constantFrom('stop', 'length'),
        (pieces, sizes, reason) => {
          const written = pieces.join('')
          const decoder = createOpenaiChatDecoder({ rescue, seed: 1 })
          const events: unknown[] = []
          for (let at = 0, i = 0; at < written.length; i++) {
            const size = sizes[i % sizes.length] ?? 1
            events.push({ choices: [{ delta: { content: written.slice(at, at + size) } }] })
            at += size
          }
          const end = { choices: [{ delta: {}, finish_reason: reason }] }
          const found = decode(decoder, [...events, end])
          const read = rescue.parse(written, { seed: 1, stopReason: reason }).message
          expect(found.content).toBe(read.content)
          expect(found.reasoning).toBe(read.reasoning)
          expect(callsOf(found)).toEqual(callsOf(read))
        },
      ),
    )
  })

  it('counts on over the calls that the server found itself', () => {
    const decoder = createOpenaiChatDecoder({ rescue: formats.hermes({ tools }), seed: 1 })
    const message = decode(decoder, [
      chunk(call(0, { id: 'a', function: { name: 'weather', arguments: '{}' } })),
      { choices: [{ delta: { content: text.slice(text.indexOf('<tool')) } }] },
    ])
    expect(callsOf(message)).toEqual([
      ['weather', '{}', 'complete'],
      ['weather', '{"a": 1}', 'complete'],
    ])
  })

  it('is off by default, and finds no call of a tool that is not declared', () => {
    const events = [{ choices: [{ delta: { content: text } }] }]
    expect(decode(chat(), events).content).toBe(text)
    const other = [{ type: 'function', function: { name: 'other' } }] as const
    const decoder = createOpenaiChatDecoder({ rescue: formats.hermes({ tools: other }) })
    expect(decode(decoder, events).toolCalls).toEqual([])
  })
})

describe('other upstreams', () => {
  it("reads Anthropic's call without any input", () => {
    const message = decode(createAnthropicDecoder(), [
      {
        type: 'content_block_start',
        index: 0,
        content_block: { type: 'tool_use', id: 'a', name: 'now', input: {} },
      },
      {
        type: 'content_block_delta',
        index: 0,
        delta: { type: 'input_json_delta', partial_json: '' },
      },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: 'tool_use' } },
    ])
    expect(callsOf(message)).toEqual([['now', '{}', 'complete']])
  })

  it('takes such a call for cut off when the message was', () => {
    const message = decode(createAnthropicDecoder(), [
      {
        type: 'content_block_start',
        index: 0,
        content_block: { type: 'tool_use', id: 'a', name: 'now', input: {} },
      },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: 'max_tokens' } },
    ])
    expect(callsOf(message)).toEqual([['now', '', 'incomplete']])
  })

  it("reads Anthropic's whole message", () => {
    const message = decode(createAnthropicDecoder(), [
      {
        type: 'message',
        content: [
          { type: 'thinking', thinking: 'Hm' },
          { type: 'text', text: 'Hi' },
          { type: 'tool_use', id: 'a', name: 'f', input: { x: 1 } },
        ],
        stop_reason: 'tool_use',
      },
    ])
    expect(message).toMatchObject({ reasoning: 'Hm', content: 'Hi', finishReason: 'tool_calls' })
    expect(callsOf(message)).toEqual([['f', '{"x":1}', 'complete']])
  })

  it('reads responses without places, whose call is told only by its end', () => {
    const message = decode(createResponsesDecoder(), [
      { type: 'response.created', response: {} },
      { type: 'response.reasoning_text.delta', item_id: 'rs', delta: 'Hm' },
      { type: 'response.output_text.delta', item_id: 'msg', delta: 'Hi' },
      {
        type: 'response.output_item.done',
        item: { type: 'function_call', call_id: 'c', name: 'f', arguments: '{}' },
      },
      {
        type: 'response.completed',
        response: {
          status: 'completed',
          output: [
            { type: 'message', id: 'msg', content: [{ type: 'output_text', text: 'Hi' }] },
            { type: 'function_call', call_id: 'c', name: 'f', arguments: '{}' },
          ],
        },
      },
    ])
    expect(message).toMatchObject({ reasoning: 'Hm', content: 'Hi', finishReason: 'tool_calls' })
    expect(callsOf(message)).toEqual([['f', '{}', 'complete']])
  })

  it('reads a response that only its last event tells', () => {
    const response = {
      object: 'response',
      status: 'incomplete',
      incomplete_details: { reason: 'max_output_tokens' },
      output: [{ type: 'message', id: 'm', content: [{ type: 'output_text', text: 'Hi' }] }],
    }
    expect(decode(createResponsesDecoder(), [response])).toMatchObject({
      content: 'Hi',
      finishReason: 'length',
    })
  })

  it("reads Ollama's calls without ids", () => {
    const one = { function: { name: 'f', arguments: { x: 1 } } }
    const message = decode(createOllamaDecoder({ seed: 1 }), [
      { message: { role: 'assistant', content: '', thinking: 'Hm', tool_calls: [one, one] } },
      {
        message: { role: 'assistant', content: '' },
        done: true,
        done_reason: 'stop',
        eval_count: 3,
      },
    ])
    expect(callsOf(message)).toEqual([
      ['f', '{"x":1}', 'complete'],
      ['f', '{"x":1}', 'complete'],
    ])
    expect(message).toMatchObject({ reasoning: 'Hm', finishReason: 'tool_calls' })
  })
})

const counts = { inputTokens: 5, outputTokens: 7 }

describe.each(wireProtocols)('%s', (protocol) => {
  it('gives back what was encoded, its bytes cut at random', () => {
    for (const [index, output] of modelOutputs().entries()) {
      const { message } = output
      if (message.toolCalls.some(({ state }) => state !== 'complete')) continue
      const wire = createWireEncoder(protocol, { usage: counts, includeUsage: true })
      const session = output.chat.open({ seed: 1 })
      const deltas = [
        ...session.feed(output.text),
        ...session.finish({ stopReason: output.stopReason }),
      ]
      const text = [wire.start(), ...deltas.map(wire.push), wire.end()].join('')
      const bytes = new TextEncoder().encode(text)
      const decoder = createWireDecoder(protocol)
      const read: Delta[] = []
      let from = 0
      for (const { length } of cutsOf(' '.repeat(bytes.length), index)) {
        read.push(...decoder.push(bytes.subarray(from, (from += length))))
      }
      read.push(...decoder.end())
      const { content, reasoning, finishReason, toolCalls } = messageOf(read)
      expect({ content, reasoning, finishReason }, output.name).toEqual({
        content: message.content,
        reasoning: message.reasoning,
        finishReason: message.finishReason,
      })
      const plain = (calls: Message['toolCalls']): unknown =>
        calls.map((made) => [made.name, JSON.parse(made.arguments), made.id, made.state])
      expect(plain(toolCalls)).toEqual(plain(message.toolCalls))
      const zeros = { reasoningTokens: 0, cachedTokens: 0 }
      const told = protocol === 'openai-responses' ? { ...counts, ...zeros } : counts
      // A stream of UI messages has no counts.
      expect(decoder.usage).toEqual(protocol === 'ai-sdk-ui' ? null : told)
    }
  })

  it('never throws, sends nothing after the end, and a call first with id and name', () => {
    const word = fc.constantFrom(...words)
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        word,
        fc.integer({ min: -1, max: 3 }),
        fc.constant(null),
        tie('object'),
        tie('list'),
      ),
      list: fc.array(tie('value'), { maxLength: 3 }),
      object: fc.dictionary(word, tie('value'), { maxKeys: 5 }),
    }))
    fc.assert(
      fc.property(fc.array(value, { maxLength: 8 }), fc.boolean(), (events, rescued) => {
        const rescue = rescued ? { rescue: formats.hermes({ tools }) } : {}
        const decoder = createDecoder(protocol, { seed: 1, ...rescue })
        const deltas = [...events.flatMap((event) => decoder.push(event)), ...decoder.end()]
        const known = new Set<number>()
        for (const delta of deltas) {
          if (delta.kind !== 'call') continue
          if (known.has(delta.index)) expect(delta.name).toBeUndefined()
          else
            expect(delta).toMatchObject({
              id: expect.any(String),
              name: expect.stringMatching(/./),
            })
          known.add(delta.index)
        }
        expect(deltas.filter(({ kind }) => kind === 'finish')).toHaveLength(1)
        expect(deltas.at(-1)?.kind).toBe('finish')
        expect([...decoder.push(events[0]), ...decoder.done(), ...decoder.end()]).toEqual([])
      }),
      { numRuns: 300 },
    )
  })
})

/** Words that mean something in some protocol. */
const words = [
  'choices', 'delta', 'message', 'content', 'reasoning', 'tool_calls', 'function', 'name', 'arguments',
  'index', 'id', 'finish_reason', 'stop', 'error', 'type', 'text', '__proto__', 'constructor', 'response',
  'output', 'item', 'item_id', 'output_index', 'call_id', 'function_call', 'response.output_item.added',
  'response.function_call_arguments.delta', 'response.completed', 'response.output_text.delta', 'status',
  'content_block_start', 'content_block', 'content_block_delta', 'content_block_stop', 'tool_use', 'input',
  'partial_json', 'message_start', 'message_delta', 'stop_reason', 'done', 'done_reason', 'thinking',
  'tool-call', 'toolCallId', 'toolName', 'tool-input-start', 'tool-input-delta', 'inputTextDelta',
  'text-delta', 'finish', 'finishReason', '{"a":1}', '{', '<tool_call>\n{"name": "weather"', '\ud83d', '',
] // prettier-ignore

it("reads the AI SDK's parts", () => {
  const encoder = createAiSdkEncoder()
  const session = formats.hermes({ tools }).open({ seed: 1 })
  const text = 'Hi\n<tool_call>\n{"name": "weather", "arguments": {"a": 1}}\n</tool_call>'
  const parts = [...session.feed(text), ...session.finish()].flatMap(encoder.push)
  const message = decode(createAiSdkDecoder(), parts)
  expect(message).toMatchObject({ content: 'Hi', finishReason: 'tool_calls' })
  expect(callsOf(message)).toEqual([['weather', '{"a": 1}', 'complete']])
})

it('ends a stream whose frame is too long, and notes one that is no JSON', async () => {
  const body = new Response(`data: nonsense\n\ndata: ${'x'.repeat(99)}\n\n`).body
  const deltas: Delta[] = []
  const stream = body?.pipeThrough(decodeStream('openai-chat', { maxFrameLength: 50 })) ?? []
  for await (const delta of stream) deltas.push(delta)
  const { diagnostics, finishReason } = messageOf(deltas)
  expect(diagnostics.map(({ code }) => code)).toEqual(['bad-frame', 'stream-error'])
  expect(finishReason).toBe('error')
})

describe('the counts of a chat-completion stream', () => {
  const usage = { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 }
  const said = { index: 0, delta: { content: 'Ahoy' } }
  const last = { index: 0, delta: {}, finish_reason: 'stop' }
  it.each([
    ['behind the end, without choices', [{ choices: [] as object[] }, { choices: [], usage }]],
    [
      "in Groq's own part",
      [
        { choices: [], x_groq: { id: 'r' } },
        { choices: [last], x_groq: { usage } },
      ],
    ],
    ["in Moonshot's choice", [{ choices: [{ ...last, usage }] }]],
    [
      'in each chunk, the last of which stands',
      [
        { choices: [last], usage: { prompt_tokens: 3, completion_tokens: 1 } },
        { choices: [], usage },
      ],
    ],
  ])('is read %s', (_where, events) => {
    const decoder = chat()
    const { content } = decode(decoder, [{ choices: [said] }, ...events])
    expect(content).toBe('Ahoy')
    expect(decoder.usage).toEqual({ inputTokens: 3, outputTokens: 2 })
  })
})
