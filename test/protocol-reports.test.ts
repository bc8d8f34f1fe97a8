import { describe, expect, it } from 'vitest'
import { createAccumulator } from '../src/chat/index.ts'
import { formats, type Delta, type Message } from '../src/index.ts'
import {
  createDecoder,
  createWireEncoder,
  lintStream,
  openaiChatChunks,
  wholeAnthropic,
} from '../src/protocol/index.ts'
import { compileGbnf, readGbnf } from '../src/gbnf/read.ts'
import { acceptGbnf } from '../src/gbnf/accept.ts'
import { schemaToGbnf } from '../src/schema.ts'

/** What users of other engines reported of streams, and of hostile input, rebuilt small. */

type Piece = {
  readonly index?: number
  readonly id?: string
  readonly type?: string
  readonly function: { readonly name?: string | null; readonly arguments?: string }
}

/** What is read of an upstream's pieces of calls, one a chunk. */
function callsOf(pieces: readonly Piece[]): readonly [string, unknown][] {
  return messageOf(pieces).toolCalls.map((call) => [call.name, parsed(call.arguments)])
}

function messageOf(pieces: readonly Piece[]): Message {
  const decoder = createDecoder('openai-chat', { seed: 1 })
  const accumulator = createAccumulator()
  const add = (deltas: readonly Delta[]): void => deltas.forEach(accumulator.add)
  for (const piece of pieces) add(decoder.push({ choices: [{ delta: { tool_calls: [piece] } }] }))
  add(decoder.push({ choices: [{ delta: {}, finish_reason: 'tool_calls' }] }))
  add(decoder.done())
  return accumulator.message
}

function parsed(text: string): unknown {
  return JSON.parse(text)
}

const call = (index: number, name: string, args: string): Delta[] => [
  { kind: 'call', index, id: `call_${index}`, type: 'function', name, arguments: '' },
  { kind: 'call', index, arguments: args },
  { kind: 'call-end', index, state: 'complete' },
]

describe('calls of a messy upstream', () => {
  it.each<[string, readonly Piece[], readonly (readonly [string, unknown])[]]>([
    [
      'all at index 0',
      [
        { index: 0, id: 'a', function: { name: 'read', arguments: '{"p":"a"}' } },
        { index: 0, id: 'b', function: { name: 'read', arguments: '{"p":"b"}' } },
      ],
      [
        ['read', { p: 'a' }],
        ['read', { p: 'b' }],
      ],
    ],
    [
      'without an index',
      [
        { id: 'a', function: { name: 'f', arguments: '{}' } },
        { id: 'b', function: { name: 'g', arguments: '{}' } },
      ],
      [
        ['f', {}],
        ['g', {}],
      ],
    ],
    [
      'without an id',
      [
        { index: 0, function: { name: 'f', arguments: '' } },
        { index: 0, function: { arguments: '{}' } },
      ],
      [['f', {}]],
    ],
    [
      'with an empty name first',
      [
        { index: 0, id: 'a', function: { name: '', arguments: '{"x' } },
        { index: 0, function: { name: 'f', arguments: '":1}' } },
      ],
      [['f', { x: 1 }]],
    ],
    [
      'with a name that is null',
      [
        { index: 0, id: 'a', function: { name: 'f', arguments: '{"x":' } },
        { index: 0, function: { name: null, arguments: '1}' } },
      ],
      [['f', { x: 1 }]],
    ],
    [
      'with id, type and name in every chunk, and no index',
      [
        { id: 'a', type: 'function', function: { name: 'f', arguments: '{"x"' } },
        { id: 'a', type: 'function', function: { name: 'f', arguments: ':1}' } },
      ],
      [['f', { x: 1 }]],
    ],
    [
      'with arguments before the name',
      [
        { index: 0, id: 'a', function: { arguments: '{"x":' } },
        { index: 0, function: { name: 'f' } },
        { index: 0, function: { arguments: '1}' } },
      ],
      [['f', { x: 1 }]],
    ],
  ])('%s are read as they were meant', (_, pieces, wanted) => {
    expect(callsOf(pieces)).toEqual(wanted)
    const { toolCalls } = messageOf(pieces)
    expect(new Set(toolCalls.map(({ id }) => id)).size).toBe(toolCalls.length)
    expect(toolCalls.every(({ state, id }) => state === 'complete' && id !== '')).toBe(true)
  })

  it('that repeat their name without an index are named by the conformance checker', () => {
    const chunk = (text: string) =>
      `data: ${JSON.stringify({ id: 'i', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta: { role: 'assistant', tool_calls: [{ id: 'a', type: 'function', function: { name: 'f', arguments: text } }] }, finish_reason: null }] })}\n\n`
    const rules = lintStream('openai-chat', chunk('{"x"') + chunk(':1}')).map(({ rule }) => rule)
    expect(rules).toContain('chat-call-index')
    expect(rules).toContain('no-end')
  })

  it.each(['reasoning', 'reasoning_content'])('reasoning under %s is read', (name) => {
    const decoder = createDecoder('openai-chat')
    expect(decoder.push({ choices: [{ delta: { [name]: 'abc' } }] })).toEqual([
      { kind: 'reasoning', text: 'abc' },
    ])
  })

  it('a tool without arguments, told as an empty text, has an empty object', () => {
    const decoder = createDecoder('anthropic')
    const accumulator = createAccumulator()
    for (const event of [
      { type: 'message_start', message: {} },
      {
        type: 'content_block_start',
        index: 0,
        content_block: { type: 'tool_use', id: 't', name: 'now', input: {} },
      },
      {
        type: 'content_block_delta',
        index: 0,
        delta: { type: 'input_json_delta', partial_json: '' },
      },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 1 } },
    ]) {
      decoder.push(event).forEach(accumulator.add)
    }
    decoder.end().forEach(accumulator.add)
    expect(accumulator.message.toolCalls).toMatchObject([
      { name: 'now', arguments: '{}', state: 'complete' },
    ])
  })
})

describe('what clients are sent', () => {
  const chunksOf = (deltas: readonly Delta[]) => openaiChatChunks(deltas, { id: 'i', created: 1 })
  const finishOf = (deltas: readonly Delta[]) => chunksOf(deltas).at(-1)?.choices[0]?.finish_reason

  it('the reason is tool_calls if, and only if, there is a complete call', () => {
    expect(
      finishOf([
        { kind: 'content', text: 'Hi' },
        { kind: 'finish', reason: 'stop' },
      ]),
    ).toBe('stop')
    expect(finishOf([...call(0, 'f', '{}'), { kind: 'finish', reason: 'stop' }])).toBe('tool_calls')
    const required = formats.hermes({
      tools: [{ function: { name: 'f' } }],
      toolChoice: 'required',
    })
    expect(required.parse('Hi').message.finishReason).toBe('stop')
  })

  it('length wins over tool_calls, and a cut call is no whole one', () => {
    const cut: Delta[] = [
      { kind: 'call', index: 0, id: 'c', type: 'function', name: 'f', arguments: '{"a":' },
      { kind: 'call-end', index: 0, state: 'incomplete' },
      { kind: 'finish', reason: 'length' },
    ]
    expect(finishOf(cut)).toBe('length')
  })

  it('a call’s first piece has index, id, type and the whole name; later ones have arguments alone', () => {
    const pieces = chunksOf([
      ...call(0, 'add', '{"a":1}'),
      ...call(1, 'add', '{}'),
      { kind: 'finish', reason: 'tool_calls' },
    ]).flatMap(({ choices }) => choices[0]?.delta.tool_calls ?? [])
    const heads = pieces.filter((piece) => piece.id !== undefined)
    expect(heads).toEqual(
      [0, 1].map((index) => ({
        index,
        id: `call_${index}`,
        type: 'function',
        function: { name: 'add', arguments: '' },
      })),
    )
    for (const piece of pieces.filter((found) => found.id === undefined)) {
      expect(Object.keys(piece).toSorted()).toEqual(['function', 'index'])
      expect(Object.keys(piece.function ?? {})).toEqual(['arguments'])
    }
  })

  it('an option repeats the id', () => {
    const pieces = openaiChatChunks([...call(0, 'f', '{"a":1}')], { repeatCallId: true }).flatMap(
      ({ choices }) => choices[0]?.delta.tool_calls ?? [],
    )
    expect(pieces.every(({ id }) => id === 'call_0')).toBe(true)
  })

  it('a turn with a call ends with tool_use, without an empty block of text before it', () => {
    const { message } = formats
      .hermes({ tools: [{ function: { name: 'Write' } }] })
      .parse('<tool_call>\n{"name": "Write", "arguments": {"p": "t"}}\n</tool_call>')
    expect(wholeAnthropic(message)).toMatchObject({
      stop_reason: 'tool_use',
      content: [{ type: 'tool_use' }],
    })
    const wire = createWireEncoder('anthropic', {})
    const text =
      wire.start() +
      [...call(0, 'Write', '{"p":"t"}'), { kind: 'finish', reason: 'tool_calls' } as const]
        .map(wire.push)
        .join('') +
      wire.end()
    expect(lintStream('anthropic', text)).toEqual([])
    expect(text).not.toContain('"type":"text"')
  })

  it('reasoning is a thinking block before the text, signed where asked for', () => {
    const { message } = formats.hermes().parse('<think>\nr</think>c')
    expect(wholeAnthropic(message, { signature: 's' })).toMatchObject({
      content: [
        { type: 'thinking', signature: 's' },
        { type: 'text', text: 'c' },
      ],
    })
  })

  it('two parameters of one invocation are one call with one object', () => {
    const text =
      '<minimax:tool_call>\n<invoke name="bash">\n<parameter name="command">ls | head -100</parameter>\n<parameter name="description">Run tests</parameter>\n</invoke>\n</minimax:tool_call>'
    const chat = formats.minimaxM2({ tools: [{ function: { name: 'bash' } }] })
    const session = chat.open({ seed: 1 })
    const deltas = [...text].flatMap((char) => session.feed(char))
    const chunks = chunksOf([...deltas, ...session.finish()])
    const pieces = chunks.flatMap(({ choices }) => choices[0]?.delta.tool_calls ?? [])
    expect(new Set(pieces.map(({ index }) => index))).toEqual(new Set([0]))
    expect(pieces.filter(({ id }) => id !== undefined)).toHaveLength(1)
    expect(parsed(pieces.map((piece) => piece.function?.arguments ?? '').join(''))).toEqual({
      command: 'ls | head -100',
      description: 'Run tests',
    })
  })

  it('a bare call is never content first', () => {
    const chat = formats.llama3({ tools: [{ function: { name: 'verify' } }] })
    const session = chat.open({ seed: 1 })
    const deltas = ['{"name"', ': "verify", "parameters"', ': {"id": 1}}'].flatMap((chunk) =>
      session.feed(chunk),
    )
    deltas.push(...session.finish())
    expect(deltas.filter(({ kind }) => kind === 'content')).toEqual([])
    expect(session.message.toolCalls).toMatchObject([{ name: 'verify', state: 'complete' }])
  })
})

describe('hostile input', () => {
  it('a pattern that cannot be read is reported, and nothing throws', () => {
    const { report, gbnf } = schemaToGbnf({
      type: 'string',
      pattern: '^[a-z0-9._%+-]+@(?!spam)[a-z0-9.-]+\\.[a-z]{2,}$',
    })
    expect(compileGbnf(gbnf)).toBeDefined()
    expect(report.entries.length).toBeGreaterThan(0)
  })

  it('a nested repetition of what may be empty is noted, and matching it ends', () => {
    const text = 'root ::= ("a"* )* "b"\n'
    expect(
      readGbnf(text)
        .diagnostics.map(({ code }) => code)
        .join(' '),
    ).toMatch(/gbnf|empty|repetition/)
    expect(acceptGbnf(text, 'aab')).toMatchObject({ kind: 'complete' })
  })

  it('ten thousands of groups, and chains of rules, end in a limit', () => {
    const nested = `root ::= ${'('.repeat(60_000)}"a"${')'.repeat(60_000)}\n`
    expect(readGbnf(nested).diagnostics.some(({ severity }) => severity === 'error')).toBe(true)
    const chain = Array.from({ length: 5000 }, (_, i) => `r${i} ::= r${i + 1}`).join('\n')
    expect(() => readGbnf(`root ::= r0\n${chain}\nr5000 ::= "a"\n`)).not.toThrow()
  })

  it('openers without closers cost their length', () => {
    const chat = formats.minimaxM2({ tools: [{ function: { name: 'f' } }] })
    const stepsOf = (count: number): number => {
      const session = chat.open({ seed: 1, checkGrammar: false })
      session.feed('<minimax:tool_call>\n' + '<invoke name="f">\n'.repeat(count))
      session.finish()
      return session.stats.steps
    }
    expect(stepsOf(20_000)).toBeLessThan(stepsOf(5000) * 4.4)
  })

  it('text that only looks like a call stays text', () => {
    const chat = formats.hermes({ tools: [{ function: { name: 'Read' } }] })
    const text = "The docs say call:default_api:Read{file:'x'} reads a file."
    expect(chat.parse(text).message).toMatchObject({ content: text, toolCalls: [] })
  })
})
