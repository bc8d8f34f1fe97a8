import { describe, expect, it } from 'vitest'
import {
  createAccumulator,
  profiles,
  UnreadTextError,
  type Chunk,
  type Delta,
  type Message,
} from '../src/chat/index.ts'
import type { SessionOptions } from '../src/chat/chat-types.ts'
import { chatOf } from './support/chat-arenas.ts'

/** `(reasoning)` content, then calls `<name {…}>`. */
const chat = chatOf((p) => {
  const call = p.sequence(
    p.token('<'),
    p.cut(),
    p.tool(p.sequence(p.toolName(p.chars('[a-z]')), ' ', p.toolArgs(p.jsonObject()))),
    '>',
  )
  return p.sequence(
    p.optional(p.sequence('(', p.cut(), p.reasoning(p.until(')')), ')')),
    p.content(p.until({ text: '<', token: true })),
    p.zeroOrMore(call),
    p.end(),
  )
})

function read(chunks: readonly Chunk[], options: SessionOptions = {}): Message {
  const session = chat.open({ seed: 1, ...options })
  for (const chunk of chunks) session.feed(chunk)
  session.finish()
  return session.message
}

const codes = ({ diagnostics }: Message): string[] => diagnostics.map(({ code }) => code)
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

describe('what is fed', () => {
  it('may be bytes, cut anywhere, and text in between', () => {
    const whole = bytes('(é)😀€<f {"a":"é"}>')
    for (let at = 0; at <= whole.length; at++) {
      const message = read([whole.slice(0, at), new Uint8Array(0), '', whole.slice(at)])
      expect(message).toMatchObject({ reasoning: 'é', content: '😀€' })
      expect(message.toolCalls[0]).toMatchObject({ arguments: '{"a":"é"}', state: 'complete' })
    }
    expect(read([bytes('a'), 'b', bytes('c')]).content).toBe('abc')
  })

  it('notes runs of bytes that are not UTF-8, and halves of surrogate pairs', () => {
    const broken = Uint8Array.from([0x61, 0xff, 0xfe, 0x62, 0xc3])
    const message = read([broken, 'c'])
    expect(message.content).toBe('a\ufffd\ufffdb\ufffdc')
    expect(message.diagnostics.map(({ code, offset }) => `${code} ${offset}`)).toEqual([
      'undecodable-bytes 1',
      'undecodable-bytes 4',
    ])
    const halves = read(['a\ud83d', '\ude00\ude00', 'b\ud83d', bytes('c'), '\ud83d'])
    expect(halves.content).toBe('a😀\ufffdb\ufffdc\ufffd')
    expect(halves.diagnostics.map(({ code, offset }) => `${code} ${offset}`)).toEqual([
      'lone-surrogate 3',
      'lone-surrogate 5',
      'lone-surrogate 7',
    ])
  })

  it('keeps a byte order mark', () => {
    expect(read([Uint8Array.from([0xef, 0xbb, 0xbf, 0x61])]).content).toBe('\ufeffa')
  })

  it('may have token ids: only a marker token is a marker', () => {
    const tokens = { '<': 7 }
    const message = read(
      [
        { text: 'a<b', ids: [1, 2, 3] },
        { text: '<', ids: [7] },
        { text: 'f {}>', ids: [4, 5] },
      ],
      { tokens },
    )
    expect(message).toMatchObject({ content: 'a<b', toolCalls: [{ name: 'f' }] })
    const atOnce = read([{ text: 'a<b<f {}>', ids: [1, 2, 3, 7, 4, 5] }], { tokens })
    expect(atOnce.content).toBe('a<b')
    const last = read(
      [
        { text: 'a<b<', ids: [1, 2, 3, 7] },
        { text: 'f {}>', ids: [4] },
      ],
      { tokens },
    )
    expect(last.content).toBe('a<b')
    // Without ids the text decides.
    expect(read(['a<f {}>'], { tokens }).content).toBe('a')
  })

  it('may not be fed after the end', () => {
    const session = chat.open()
    session.finish()
    expect(() => session.feed('x')).toThrow(TypeError)
    expect(session.finish()).toEqual([])
  })
})

describe('what stands before', () => {
  it("the generation prompt is read, and is nobody's", () => {
    const message = read(['b)c'], { generationPrompt: '(a' })
    expect(message).toMatchObject({ reasoning: 'b', content: 'c' })
    expect(message.coverage[0]).toEqual({ kind: 'reasoning', start: 0, end: 1 })
    const kept = read(['b)c'], { generationPrompt: '(a', policies: { promptText: 'keep' } })
    expect(kept.reasoning).toBe('ab')
  })

  it('a call that the prompt opens has its name and arguments', () => {
    const message = read(['"a":1}>'], { generationPrompt: '<f {' })
    expect(message.toolCalls[0]).toMatchObject({
      name: 'f',
      arguments: '{"a":1}',
      state: 'complete',
    })
  })

  it("what the prompt continues is the model's", () => {
    const session = chat.open({ continues: '(a' })
    const deltas = [...session.feed('b)c'), ...session.finish()]
    expect(deltas).toEqual([
      { kind: 'reasoning', text: 'ab' },
      { kind: 'content', text: 'c' },
      { kind: 'finish', reason: 'stop' },
    ])
    expect(session.message.coverage.at(-1)).toEqual({ kind: 'content', start: 4, end: 5 })
  })

  it('offsets are those of the model’s text', () => {
    const message = read(['<f {} x'], { generationPrompt: '(a)' })
    expect(message.diagnostics.find(({ code }) => code === 'no-match')?.offset).toBe(5)
  })
})

describe('the end', () => {
  it.each([
    ['a', 'stop', 'stop'],
    ['a<f {}>', 'stop', 'tool_calls'],
    ['a<f {}>', 'length', 'length'],
    ['a', 'abort', 'abort'],
    ['a', 'error', 'error'],
  ] as const)('of %j, stopped by %s, is %s', (text, stopReason, expected) => {
    const session = chat.open()
    session.feed(text)
    const deltas = session.finish({ stopReason })
    expect(deltas.at(-1)).toEqual({ kind: 'finish', reason: expected })
    expect(session.message.finishReason).toBe(expected)
  })

  it('is tool_calls whenever there are calls, if the policy says so', () => {
    const session = chat.open({ policies: { toolCallsReason: 'always' } })
    session.feed('<f {}>')
    session.finish({ stopReason: 'length' })
    expect(session.message.finishReason).toBe('tool_calls')
  })

  it('notes an upstream that failed', () => {
    const session = chat.open()
    const deltas = session.finish({ stopReason: 'error' })
    expect(deltas[0]).toMatchObject({ kind: 'note', diagnostic: { code: 'stream-error' } })
  })

  it('closes the reasoning that is open', () => {
    const message = read(['(a b'])
    expect(message).toMatchObject({ reasoning: 'a b', content: '' })
    expect(codes(message)).toEqual(['unclosed-reasoning'])
  })

  it('leaves a call that is open incomplete', () => {
    const message = read(['a<f {"b": 1, "c'])
    expect(message.toolCalls).toMatchObject([{ arguments: '{"b": 1, "c', state: 'incomplete' }])
    expect(codes(message)).toEqual(['incomplete-call'])
    expect(message.coverage.at(-1)).toEqual({ kind: 'call', start: 4, end: 15 })
  })

  it('gives the text of a call without a name back as content', () => {
    const message = read(['a<f'])
    expect(message).toMatchObject({ content: 'af', toolCalls: [] })
    expect(codes(message)).toEqual(['unread-text'])
  })

  it.each([
    ['drop', 'a', ['incomplete-call']],
    ['raw', 'af {"b', ['unread-text']],
  ] as const)(
    'under unfinishedCall %s holds a call until it is whole',
    (unfinishedCall, content, notes) => {
      const policies = { unfinishedCall }
      const message = read(['a<f {"b'], { policies })
      expect(message).toMatchObject({ content, toolCalls: [] })
      expect(codes(message)).toEqual(notes)
      const session = chat.open({ policies })
      expect(session.feed('<f {')).toEqual([])
      expect(session.feed('}>')).toMatchObject([
        { kind: 'call', arguments: '{}' },
        { kind: 'call-end' },
      ])
    },
  )
})

describe('text that fits no rule', () => {
  const broken = 'a<f {}><g [1]> tail <h {}>'

  it('is content from there on, and says why', () => {
    const message = read([broken])
    expect(message.content).toBe('a[1]> tail <h {}>')
    expect(message.toolCalls.map(({ name, state }) => `${name} ${state}`)).toEqual([
      'f complete',
      'g invalid',
    ])
    expect(codes(message)).toEqual(['invalid-arguments', 'no-match', 'unread-text'])
    expect(message.diagnostics[1]).toMatchObject({
      severity: 'error',
      message: 'expected json object, found "[1]> tail <h {}>"',
      offset: 10,
    })
  })

  it('is sent at once', () => {
    const session = chat.open()
    session.feed('<f !')
    expect(session.feed('x')).toEqual([{ kind: 'content', text: 'x' }])
    expect(session.feed('<')).toEqual([{ kind: 'content', text: '<' }])
  })

  it('is dropped, or thrown, if the policy says so', () => {
    const dropped = read([broken], { policies: { unmatchedText: 'drop' } })
    expect(dropped.content).toBe('a')
    expect(dropped.coverage.at(-1)).toEqual({ kind: 'skipped', start: 9, end: broken.length })
    const policies = { unmatchedText: 'throw' } as const
    expect(() => chat.parse(broken, { policies })).toThrow(UnreadTextError)
    const session = chat.open({ policies })
    session.feed(broken)
    let thrown: unknown
    try {
      session.finish()
    } catch (error) {
      thrown = error
    }
    expect(thrown).toBeInstanceOf(UnreadTextError)
    expect(thrown).toMatchObject({ read: { content: 'a', finishReason: 'tool_calls' } })
    expect(chat.parse('a<f {}>', { policies }).complete).toBe(true)
  })

  it('behind the end of the match is content with a warning', () => {
    const short = chatOf((p) => p.sequence('[', p.content(p.until(']')), ']'))
    const { message, complete } = short.parse('[a]b')
    expect(message.content).toBe('ab')
    expect(complete).toBe(false)
    expect(message.diagnostics).toMatchObject([
      { code: 'trailing-input', severity: 'warning', offset: 3 },
      { code: 'unread-text', offset: 3 },
    ])
    const session = short.open()
    session.feed('[a]')
    expect(session.feed('b')).toMatchObject([{ kind: 'note' }, { kind: 'content', text: 'b' }])
  })
})

describe('limits', () => {
  it('of calls: the rest is content', () => {
    const message = read(['<a {}><b {}><c {}>'], { limits: { maxCalls: 2 } })
    expect(message.toolCalls).toHaveLength(2)
    expect(message.content).toBe('c {}>')
    expect(codes(message)).toEqual(['call-limit', 'unread-text'])
  })

  it('of the text: the rest is dropped', () => {
    for (const size of [1, 3, 100]) {
      const text = 'abcdef'.match(new RegExp(`.{1,${size}}`, 'g')) ?? []
      const message = read(text, { limits: { maxTextLength: 4 } })
      expect(message.content).toBe('abcd')
      expect(codes(message)).toEqual(['text-limit'])
      expect(message.coverage.at(-1)).toEqual({ kind: 'skipped', start: 4, end: 6 })
    }
  })

  it('of depth: what was read before is kept', () => {
    const text = `a<f {"b":${'['.repeat(600)}`
    const message = read([text])
    expect(message).toMatchObject({ toolCalls: [{ name: 'f', state: 'invalid' }] })
    expect(codes(message)).toContain('depth-limit')
    expect(`${message.content}${message.toolCalls[0]?.arguments}`).toContain('[[[')
  })

  it('of what is held', () => {
    const held = chatOf((p) =>
      p.choice(p.sequence(p.content(p.until(';')), ';'), p.content(p.rest())),
    )
    const message = held.parse('x'.repeat(100), { limits: { maxHeld: 10 } }).message
    expect(message.content).toBe('x'.repeat(100))
    expect(codes(message)).toEqual(['unread-text', 'held-limit'])
  })
})

describe('eager streams', () => {
  const late = chatOf((p) =>
    p.choice(
      p.sequence('[', p.content(p.until(']')), ']!', p.end()),
      p.sequence('[', p.reasoning(p.until(']')), ']', p.content(p.rest())),
    ),
  )

  it('send what is recognised, and note what they would have to undo, once a channel', () => {
    const committed = late.open()
    expect(committed.feed('[ab')).toEqual([])
    const eager = late.open({ mode: 'eager' })
    expect(eager.feed('[ab')).toEqual([{ kind: 'content', text: 'ab' }])
    const deltas = eager.feed(']?')
    expect(deltas).toMatchObject([
      { kind: 'reasoning', text: 'ab' },
      { kind: 'note', diagnostic: { code: 'undone' } },
    ])
    expect([...eager.feed('more'), ...eager.finish()]).toEqual([{ kind: 'finish', reason: 'stop' }])
    expect(eager.message).toMatchObject({ reasoning: 'ab', content: '?more' })
  })

  it('say nothing when what they had to take back comes again', () => {
    const eager = late.open({ mode: 'eager' })
    const deltas = [...'[ab]!'].flatMap((char) => eager.feed(char))
    deltas.push(...eager.finish())
    expect(deltas).toEqual([
      { kind: 'content', text: 'a' },
      { kind: 'content', text: 'b' },
      { kind: 'finish', reason: 'stop' },
    ])
  })
})

describe('the note off-grammar', () => {
  const loose = chatOf((p) =>
    p.sequence(p.content(p.dual(p.chars('[a-z]'), p.chars('[a-c]'))), p.end()),
  )

  it('is given once, when the text is read although the grammar forbids it', () => {
    expect(loose.parse('abc').diagnostics).toEqual([])
    const { diagnostics, complete } = loose.parse('abxyz')
    expect(complete).toBe(true)
    expect(diagnostics).toMatchObject([{ code: 'off-grammar', severity: 'info', offset: 2 }])
    expect(loose.parse('abx', { checkGrammar: false }).diagnostics).toEqual([])
  })

  it('is the same however the text is cut, and whichever chunks have ids', () => {
    const marked = chatOf((p) => {
      const free = p.until({ text: '<x>', token: true })
      return p.sequence(p.content(p.dual(p.rest(), p.sequence(free, p.token('<x>')))), p.end())
    })
    const text = `${'<x>'.repeat(200)}y<x>`
    const tokens = { '<x>': 7 }
    const notesOf = (chunks: readonly Chunk[]): unknown => {
      const session = marked.open({ tokens })
      for (const chunk of chunks) session.feed(chunk)
      session.finish()
      return session.message.diagnostics
    }
    const whole = notesOf([text])
    expect(whole).toMatchObject([{ code: 'off-grammar', offset: 3 }])
    expect(notesOf([...text])).toEqual(whole)
    // Spelled by ordinary tokens, a marker is text: only the last one ends what is free.
    expect(
      notesOf([
        ...Array.from(text.slice(0, -3), (c) => ({ text: c, ids: [1] })),
        { text: '<x>', ids: [7] },
      ]),
    ).toEqual([])
  })

  it('is not given for a text that was not read', () => {
    expect(codes(loose.parse('ab1').message)).toEqual(['no-match', 'unread-text'])
  })
})

describe('a validator', () => {
  it('checks complete calls and a response', () => {
    const tools = [{ function: { name: 'f', parameters: { required: ['a'] } } }]
    const strict = chatOf(
      (p) => p.tool(p.sequence(p.toolName(p.chars('[a-z]')), ' ', p.toolArgs(p.jsonObject()))),
      { tools },
    )
    const validate = (schema: unknown, value: unknown): string | null =>
      JSON.stringify(schema).includes('"a"') && Object.hasOwn(value as object, 'a')
        ? null
        : 'a is missing'
    expect(strict.parse('f {"a":1}', { validate }).diagnostics).toEqual([])
    expect(strict.parse('f {}', { validate }).diagnostics).toMatchObject([
      { code: 'schema-mismatch', message: 'call 0 of "f": a is missing' },
    ])
    const json = chatOf((p) => p.content(p.rest()), { responseSchema: { const: 'a' } })
    expect(codes(json.parse('{', { validate }).message)).toEqual(['schema-mismatch'])
  })
})

describe('a chat', () => {
  it('streams deltas', async () => {
    const upstream = new ReadableStream<Chunk>({
      start(controller) {
        for (const chunk of ['(a)b', bytes('c'), '<f {}>']) controller.enqueue(chunk)
        controller.close()
      },
    })
    const accumulator = createAccumulator()
    const deltas: Delta[] = []
    for await (const delta of upstream.pipeThrough(chat.deltas({ stopReason: () => 'length' }))) {
      deltas.push(delta)
      accumulator.add(delta)
    }
    expect(accumulator.message).toMatchObject({
      content: 'bc',
      reasoning: 'a',
      finishReason: 'length',
    })
    expect(deltas.at(-1)).toEqual({ kind: 'finish', reason: 'length' })
  })

  it('reads a part without an end', () => {
    const { message, complete } = chat.parse('a<f {"b', { partial: true })
    expect(complete).toBe(false)
    expect(message).toMatchObject({ finishReason: null, toolCalls: [{ state: 'streaming' }] })
    expect(chat.parse('ab(', { partial: true }).message.content).toBe('ab(')
    const held = chatOf((p) => p.sequence(p.content(p.until('</end>')), '</end>'))
    expect(held.parse('a</e', { partial: true }).message.coverage).toEqual([
      { kind: 'content', start: 0, end: 1 },
      { kind: 'pending', start: 1, end: 4 },
    ])
  })

  it('sends the opening brace early under llama.cpp’s profile', () => {
    const session = chat.open({ profile: profiles.llamaCpp })
    expect(session.feed('<f ')).toMatchObject([{ kind: 'call', name: 'f', arguments: '{' }])
    expect(session.feed('{"a"')).toEqual([{ kind: 'call', index: 0, arguments: '"a"' }])
    session.feed(': 1}>')
    session.finish()
    expect(session.message.toolCalls[0]).toMatchObject({ arguments: '{"a": 1}', state: 'complete' })
  })

  it('prints its grammar', () => {
    expect(chat.grammar()).toMatchObject({ lazy: false, triggers: [], stops: [] })
    expect(chat.grammar({ lazy: true }).lazy).toBe(false)
    expect(chat.grammar().gbnf).toContain('root ::=')
  })
})
